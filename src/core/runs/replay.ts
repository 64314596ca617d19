import type { RunId } from '../kernel/ids.ts';
import { runLimits } from './limits.ts';
import type { Failure } from './ending.ts';
import type { RunEvent } from './events.ts';
import type { RunStore } from './store.ts';

/** The stored events of a run that is not live; a failure to end it stands where its terminal event would. */
export async function* replay(
  runId: RunId,
  after: number,
  signal: AbortSignal,
  failure: Failure | null,
  runs: Pick<RunStore, 'events' | 'lastEventId'>,
): AsyncGenerator<readonly RunEvent[]> {
  // An id from beyond the end is no reason to hear nothing: the terminal event is sent in any case.
  const lastId = (await runs.lastEventId(runId)) ?? 0;
  for (let cursor = after > lastId ? lastId - 1 : after; !signal.aborted;) {
    const batch = await runs.events(runId, cursor, runLimits.replayEvents);
    const last = batch.at(-1);
    if (!last) break;
    yield batch;
    cursor = last.id;
  }
  if (failure) throw failure.thrown;
}
