import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { ThreadStore } from '../threads/store.ts';
import type { EffectInFlight, Piece } from './in-flight.ts';
import { mayControl, type Controls } from './model.ts';
import type { InFlight, RunsToStop } from './port.ts';

/** Something that is in progress now. */
export interface Running {
  /** `run`: a conversation that its owner, a queue or an agent host started; `replay`: an earlier run once more. */
  readonly of: 'task' | 'trigger' | 'workflow' | 'run' | 'replay';
  /** Of the task, the trigger, the run of the workflow or the run; a stop takes it. */
  readonly id: string;
  readonly title: string;
  readonly effect: EffectInFlight;
  readonly runId: RunId | null;
  readonly threadId: ThreadId | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** It waits for an answer of its owner. */
  readonly waiting: boolean;
  readonly stoppable: boolean;
}

export interface RunningWorkDeps {
  readonly inFlight: InFlight;
  readonly runs: RunsToStop;
  readonly threads: Pick<ThreadStore, 'get' | 'activity'>;
}

/** Everything that this process works on now, whatever has started it. */
export class RunningWork {
  readonly #deps: RunningWorkDeps;

  constructor(deps: RunningWorkDeps) {
    this.#deps = deps;
  }

  /** The longest in progress first; only what the asker may stop. */
  async list(asker: Controls): Promise<readonly Running[]> {
    const { inFlight, runs, threads } = this.#deps;
    const pieces = inFlight.all().filter((piece) => mayControl(piece, asker));
    const live = runs.all().filter(({ request }) => mayControl(request.startedBy, asker));
    // Without runs the store is not asked: it may be damaged, and that is told elsewhere.
    const activity = live.length === 0 ? null : await threads.activity(live.map(({ threadId }) => threadId));
    const isWaiting = (threadId: ThreadId | null): boolean =>
      threadId !== null && (activity?.get(threadId)?.pendingPrompt ?? null) !== null;

    const ofPieces = pieces.map((piece): Running => {
      const threadId = live.find(({ runId }) => runId === piece.runId)?.threadId ?? null;
      const { of, id, effect, runId, startedAt, parts } = piece;
      // Others' work is a line without their words.
      const title = piece.personId === asker.person ? piece.title : '';
      const ofParts = live.filter((run) => parts?.().includes(run.runId));
      const waiting = [threadId, ...ofParts.map((run) => run.threadId)].some(isWaiting);
      const stoppable = piece.stop !== null;
      return { of, id, title, effect, runId, threadId, startedAt, waiting, stoppable };
    });
    const isPart = (runId: RunId, { runId: own, parts }: Piece): boolean =>
      own === runId || parts?.().includes(runId) === true;
    const others = live.filter(({ runId }) => !pieces.some((piece) => isPart(runId, piece)));
    const ofRuns = others.map(async ({ runId, threadId, startedAt, isReplay }): Promise<Running> => {
      const title = (await threads.get(asker.person, threadId))?.title ?? '';
      // The question of its thread is not one of a replay.
      const waiting = !isReplay && isWaiting(threadId);
      return {
        of: isReplay ? 'replay' : 'run',
        id: runId,
        title,
        effect: 'run_agent',
        runId,
        threadId,
        startedAt,
        waiting,
        stoppable: true,
      };
    });
    return [...ofPieces, ...(await Promise.all(ofRuns))].toSorted((a, b) => a.startedAt - b.startedAt);
  }
}
