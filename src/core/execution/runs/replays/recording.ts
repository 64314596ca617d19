import type { Masked } from '../../../ports/log.ts';
import type { Whose } from '../../../trust/people/model.ts';
import type { RunId } from '../../../kernel/ids.ts';
import type { ThreadStore } from '../../../conversation/threads/store.ts';
import type { TurnVersions } from '../port.ts';
import { isWithin } from '../../../conversation/versions/model.ts';
import { refuse } from '../errors.ts';
import type { LiveRuns } from '../live-runs.ts';
import type { Run } from '../model.ts';
import type { RunStore } from '../store.ts';
import { messagesAfter, type Conversation } from '../window/conversation.ts';
import { inert, recordedCalls } from './recorded-calls.ts';
import type { Replayed } from './replayed.ts';

export interface RecordingsDeps {
  readonly runs: Pick<RunStore, 'get' | 'toolCalls' | 'resumable' | 'given'>;
  readonly threads: Pick<ThreadStore, 'messages' | 'compactions'>;
  readonly versions: Pick<TurnVersions, 'pathTo'>;
  readonly live: Pick<LiveRuns, 'isLive'>;
  /** Masks the values of secrets. */
  readonly masked: Masked;
}

/** Reads what was recorded of runs, for their replays. */
export class Recordings {
  readonly #deps: RecordingsDeps;

  constructor(deps: RecordingsDeps) {
    this.#deps = deps;
  }

  /**
   * The run and its recording. Of a replay, those of the run that it repeats: nothing else was recorded.
   * @throws Refusal run_not_found, run_not_ended, recording_incomplete
   */
  async of(whose: Whose, runId: RunId): Promise<{ readonly run: Run; readonly replayed: Replayed }> {
    const { runs, live, masked } = this.#deps;
    const named = await runs.get(whose, runId);
    const run = named?.replayOf == null ? named : await runs.get(whose, named.replayOf);
    if (!run || run.threadId === null) throw refuse.run_not_found();
    if (run.status === 'running' || live.isLive(run.runId)) throw refuse.run_not_ended({ runId: run.runId });
    const [calls, resumable] = await Promise.all([runs.toolCalls(run.runId), runs.resumable(run.runId)]);
    if (calls.length < run.toolCallCount) throw refuse.recording_incomplete();
    const background = resumable?.resumption.background ?? null;
    const only = background?.only ?? null;
    const isAlone = background !== null || IN_BACKGROUND.includes(run.startedBy.kind);
    return {
      run,
      replayed: {
        of: run.runId,
        ...(await runs.given(run.runId)),
        conversation: await this.#conversationAt(run, isAlone),
        // Sub-agents are not started again: the result of the call that started them was recorded.
        calls: recordedCalls(
          calls.filter(({ agent }) => agent === null),
          (text) => masked(text, run.startedBy.personId),
        ),
        before: run.createdAt,
        offered: (all) => inert(only === null ? all : all.filter(({ name }) => only.includes(name))),
      },
    };
  }

  /** What the model was sent when the run began. Background work is sent its task alone. */
  async #conversationAt(run: Run, isAlone: boolean): Promise<Conversation> {
    const { threads, versions } = this.#deps;
    const { threadId, runId, createdAt } = run;
    if (threadId === null) throw refuse.run_not_found();
    const path = await versions.pathTo(threadId, runId);
    const task = path?.at(-1)?.to;
    if (path === null || task === undefined) throw refuse.recording_incomplete();
    const within = isAlone ? [{ from: task, to: task }] : path;
    const summary = (await threads.compactions(threadId)).findLast(
      (one) => one.createdAt <= createdAt && isWithin(within, one.uptoSeq) && one.uptoSeq < task,
    );
    const messages = await messagesAfter(summary?.uptoSeq ?? 0, threadId, threads, within);
    return { compaction: summary ?? null, messages };
  }
}

/** What starts work beside conversations. */
const IN_BACKGROUND: readonly Run['startedBy']['kind'][] = ['task', 'trigger', 'workflow'];
