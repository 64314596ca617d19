import type { PersonId } from '../../kernel/ids.ts';
import type { Out } from '../../trust/people/model.ts';
import type { Ongoing } from '../../kernel/ongoing.ts';
import type { InFlight, RunsToStop } from './port.ts';

/**
 * Asks everything that this process does for a person who is out to end: their runs, however they
 * began, the work of their tasks, triggers and workflows, and what else goes on. Call it once nothing of theirs can begin any more.
 * Repeatable.
 * @returns whether nothing is left
 */
export async function endWorkOf(
  person: PersonId,
  why: Out,
  {
    inFlight,
    runs,
    ongoing,
  }: {
    readonly inFlight: InFlight;
    readonly runs: RunsToStop;
    readonly ongoing: Pick<Ongoing, 'end'>;
  },
): Promise<boolean> {
  const live = runs.all().filter(({ request }) => request.startedBy.personId === person);
  // The first, so that each says why it ended.
  for (const run of live) run.abort(why);
  const pieces = inFlight.all().filter(({ personId }) => personId === person);
  // Before the first await: nothing that has ended here goes on elsewhere unseen.
  const isQuiet = ongoing.end(person, why);
  for (const { stop } of pieces) await stop?.();
  return live.length === 0 && pieces.length === 0 && isQuiet;
}
