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
  readonly isRun: (id: string) => Promise<boolean>;
}

/** Stops what is in flight, whichever of its ids is named. */
export class StopService {
  readonly #deps: StopServiceDeps;

  constructor(deps: StopServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Asks the work of a task or a trigger, or a run, to stop: `text` is its id, or the beginning of it. The work of one
   * that was deleted can be stopped, too. A request that is repeated while the work ends is the same request.
   * @returns the run that was told to stop; null if no run does the work. It may still finish on its own.
   * @throws Refusal task_not_found, id_too_short, ambiguous_id, not_running, unstoppable, forbidden
   */
  async stop(text: string, asker: Controls): Promise<RunId | null> {
    const typed = text.toLowerCase();
    const { inFlight, runs, stored } = this.#deps;
    const limit = backgroundLimits.candidates + 1;
    const known = await Promise.all(stored.map((ids) => ids.idsLike(typed, limit)));
    const pieces = inFlight.all();
    const live = runs.all();
    // A run and the task that it works on are one thing, and either id means it.
    const id = idMeant(typed, [
      ...known.flat(),
      ...pieces.map((piece) => piece.id),
      ...live.map(({ runId }) => runId),
    ]);
    if (id === null) throw (await this.#deps.isRun(typed)) ? refuse.not_running() : refuse.task_not_found();
    const piece = pieces.find((one) => one.id === id || one.runId === id) ?? runPiece(live, id);
    if (!piece) {
      // Whether it runs is not told to those who may not stop it.
      if (asker.role !== 'owner') throw refuse.forbidden();
      if (await this.#deps.paused.stopPaused(id)) return null;
      throw refuse.not_running();
    }
    if (!mayControl(piece, asker)) throw refuse.forbidden();
    if (!piece.stop) throw refuse.unstoppable();
    await piece.stop();
    return piece.runId;
  }
}

function runPiece(
  live: ReturnType<RunsToStop['all']>,
  id: string,
): Pick<Piece, 'runId' | 'personId' | 'stop'> | null {
  const run = live.find(({ runId }) => runId === id);
  return run
    ? { runId: run.runId, personId: run.request.startedBy.personId, stop: () => run.abort('user') }
    : null;
}
