import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import type { RunId } from '../../kernel/ids.ts';
import { refuse } from './errors.ts';
import type { InFlight, Piece } from './in-flight.ts';
import { backgroundLimits } from './limits.ts';
import { idMeant, mayControl, type Controls } from './model.ts';
import type { IdsOfWork, PausedWork, RunsToStop } from './port.ts';

export interface StopServiceDeps {
  readonly inFlight: InFlight;
  readonly runs: RunsToStop;
  /** Of tasks, triggers and whatever else can be at work. */
  readonly stored: readonly IdsOfWork[];
  readonly paused: PausedWork;
  /** Whether there has been a run with this id. */
  readonly isRun: (whose: Whose, id: string) => Promise<boolean>;
}

/** Stops work in progress, by any of its ids. Who may stop what: `mayControl` in `model.ts`. */
export class StopService {
  readonly #deps: StopServiceDeps;

  constructor(deps: StopServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Asks a run, or the work of a task or a trigger, to stop. `text` is its id, or the beginning of it; the task or
   * trigger may be deleted already. Asking again while the work ends changes nothing. The beginning of an id finds
   * only what the asker may control; somebody else's work is refused only to an asker who knows its whole id.
   * @returns the run that was told to stop; null if no run does the work. It may still finish on its own.
   * @throws Refusal task_not_found, id_too_short, ambiguous_id, not_running, unstoppable, forbidden
   */
  async stop(text: string, asker: Controls): Promise<RunId | null> {
    const typed = text.toLowerCase();
    const { inFlight, runs } = this.#deps;
    const pieces = inFlight.all().filter((piece) => mayControl(piece, asker));
    const live = runs.all().filter(({ request }) => mayControl(request.startedBy, asker));
    // A run and the task that it works on are one thing, and either id means it.
    const id = idMeant(typed, [
      ...(await this.#storedLike(asker.person, typed)),
      ...pieces.map((piece) => piece.id),
      ...live.map(({ runId }) => runId),
    ]);
    const piece = pieces.find((one) => one.id === id || one.runId === id) ?? runPiece(live, id);
    if (!piece) return await this.#stopPaused(id ?? typed, id !== null, asker);
    if (!piece.stop) throw refuse.unstoppable();
    await piece.stop();
    return piece.runId;
  }

  /** @param isOwn whether that is known already */
  async #stopPaused(id: string, isOwn: boolean, asker: Controls): Promise<null> {
    const { isRun, paused } = this.#deps;
    const isKnown = async (whose: Whose): Promise<boolean> =>
      (await this.#storedLike(whose, id)).includes(id) || (await isRun(whose, id));
    if (!isOwn && !(await isKnown(asker.person))) {
      const isOfAnother = (await isKnown(EVERYONE)) || this.#isAtWork(id);
      if (!isOfAnother) throw refuse.task_not_found();
      // Whether it runs is not told to those who may not stop it.
      if (asker.role !== 'owner') throw refuse.forbidden();
    }
    if (await paused.stopPaused(id)) return null;
    throw refuse.not_running();
  }

  async #storedLike(whose: Whose, prefix: string): Promise<readonly string[]> {
    const found = this.#deps.stored.map((ids) => ids.idsLike(whose, prefix, backgroundLimits.candidates + 1));
    return (await Promise.all(found)).flat();
  }

  /** Whoever's it is; it may be deleted already. */
  #isAtWork(id: string): boolean {
    const { inFlight, runs } = this.#deps;
    return inFlight.all().some((piece) => piece.id === id) || runs.all().some(({ runId }) => runId === id);
  }
}

function runPiece(
  live: ReturnType<RunsToStop['all']>,
  id: string | null,
): Pick<Piece, 'runId' | 'personId' | 'stop'> | null {
  const run = live.find(({ runId }) => runId === id);
  return run
    ? { runId: run.runId, personId: run.request.startedBy.personId, stop: () => run.abort('user') }
    : null;
}
