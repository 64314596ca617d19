import { EVERYONE } from '../../trust/people/model.ts';
import type { InFlight } from '../../conversation/background/port.ts';
import { runId as asRunId, type RunId, type SessionId, type TaskId } from '../../kernel/ids.ts';
import { shortened } from '../../kernel/quoted.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { becauseOf, worded } from '../../kernel/worded.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import type { Words } from '../../ports/words.ts';
import type { RunService } from '../../execution/runs/service.ts';
import type { SessionChange } from '../../conversation/sessions/store.ts';
import { newConversation, NOT_FOLLOWED } from '../../conversation/background/model.ts';
import type { ThreadChange } from '../../conversation/threads/store.ts';
import type { TaskChange, TaskStore } from './store.ts';
import { taskLimits } from './limits.ts';
import { afterRun, AGENT, type Task } from './model.ts';

export interface AgentWorkDeps {
  readonly journal: Journal<TaskChange | ThreadChange | SessionChange>;
  readonly store: TaskStore;
  readonly inFlight: InFlight;
  readonly runs: Pick<RunService, 'start' | 'get'>;
  readonly live: { ended(runId: RunId): Promise<void>; stopRun(runId: RunId): Promise<void> };
  readonly abortRun: (runId: RunId) => void;
  /** What a run that has ended said. */
  readonly answerOf: (runId: RunId) => Promise<string>;
  /** Masks the values of secrets in texts before they are stored. */
  readonly masked: Masked;
  /** `worker_profile` */
  readonly workerProfile: () => string | null;
  readonly words: Words;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** The work of the agent on tasks: in the background, each in a conversation of its own. */
export class AgentWork {
  readonly #deps: AgentWorkDeps;
  readonly #ending = new Map<TaskId, Promise<void>>();
  /** Tasks whose outcome is still to be stored, because the disk failed. */
  readonly #late = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** Tasks whose run has ended, but whose outcome is not on disk yet. */
  readonly #over = new Set<TaskId>();

  constructor(deps: AgentWorkDeps) {
    this.#deps = deps;
  }

  /**
   * Begins the work on a task; resolves once that is on disk, or its refusal is in the task. Does nothing while the agent
   * works on it.
   * @throws the errors of the journal
   */
  async begin(task: Task): Promise<void> {
    const { inFlight, ids, clock, abortRun, log } = this.#deps;
    const { taskId, title, personId } = task;
    const runId = asRunId(ids.next());
    let wasStopped = false;
    const stop = () => {
      wasStopped = true;
      abortRun(runId);
    };
    const startedAt = clock.now();
    const leave = inFlight.begin({
      of: 'task',
      id: taskId,
      runId,
      title,
      effect: 'run_agent',
      startedAt,
      personId,
      stop,
    });
    if (!leave) return;
    const starting = this.#started(task, runId);
    const ended = async (): Promise<void> => {
      if (!(await starting)) return;
      // A stop that came before there was a run.
      if (wasStopped) abortRun(runId);
      await this.#ended(taskId, runId);
    };
    const ending = ended()
      .catch((error: unknown) => {
        log.error('what became of a task could not be kept; it is tried again', { taskId, error });
        this.#endLater(taskId, runId);
      })
      .finally(() => {
        this.#ending.delete(taskId);
        this.#over.delete(taskId);
        leave();
      });
    this.#ending.set(taskId, ending);
    // Refused, it is not at work any more when the caller looks.
    if (!(await starting.catch(() => false))) await ending;
    await starting;
  }

  /** Stops the work on a task, and resolves when it has ended; never rejects. Repeatable. */
  async stop(taskId: TaskId): Promise<void> {
    await this.#deps.inFlight.of(taskId)?.stop?.();
    await this.#ending.get(taskId);
  }

  /** Its end can be read a moment before it is on disk. Resolves then; does not wait for work in progress. Never rejects. */
  async settled(taskId: TaskId): Promise<void> {
    if (this.#over.has(taskId)) await this.#ending.get(taskId);
  }

  /**
   * The engine stops: what the disk refused waits for the next start. Resolves when no work is in progress; never rejects.
   */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#ending.values(), ...this.#late]);
  }

  /** For startup, after runs were recovered: what the last process worked on says how it ended. */
  async recover(): Promise<void> {
    for (const { taskId, runId } of await this.#deps.store.inProgress())
      if (runId !== null) await this.#end(taskId, runId);
  }

  /** False if it was refused, which the task then says. */
  async #started(task: Task, runId: RunId): Promise<boolean> {
    const { runs, journal, workerProfile, words, clock } = this.#deps;
    const { taskId, personId } = task;
    const { sessionId, threadId } = await this.#conversation(task);
    const at = clock.now();
    try {
      await runs.start(sessionId, {
        runId,
        task: promptOf(task),
        profile: workerProfile(),
        idempotencyKey: null,
        startedBy: { kind: 'task', personId, id: taskId },
        background: {
          triggerId: null,
          ceilingUsd: Infinity,
          isTaskOfAgent: task.isOfAgent,
          alongside: [{ change: 'task.begin', taskId, runId, threadId, at }],
        },
      });
      return true;
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'storage' || error.kind === 'storage_full') throw error;
      await journal.commit([
        {
          change: 'task.status',
          taskId,
          status: 'failed',
          problem: worded(becauseOf(error).says, words),
          by: AGENT,
          at,
        },
      ]);
      return false;
    }
  }

  async #conversation({
    title,
    personId,
  }: Task): Promise<{ sessionId: SessionId; threadId: Task['threadId'] & string }> {
    const { journal, ids, clock } = this.#deps;
    const { sessionId, threadId, changes } = newConversation(title, {
      person: personId,
      ids,
      createdAt: clock.now(),
    });
    await journal.commit(changes);
    return { sessionId, threadId };
  }

  /** What the disk refused may be stored nevertheless: then the task says how that run ended, once the disk works again. */
  #endLater(taskId: TaskId, runId: RunId): void {
    const late = this.#endedLate(taskId, runId).finally(() => this.#late.delete(late));
    this.#late.add(late);
  }

  /** Never rejects. */
  async #endedLate(taskId: TaskId, runId: RunId): Promise<void> {
    const { clock, log } = this.#deps;
    for (;;) {
      await clock.sleep(taskLimits.againMs, this.#closing.signal);
      if (this.#closing.signal.aborted) return;
      try {
        await this.#end(taskId, runId);
        return;
      } catch (error) {
        log.error('what became of a task could not be kept; it is tried again', { taskId, error });
      }
    }
  }

  async #ended(taskId: TaskId, runId: RunId): Promise<void> {
    await this.#deps.live.ended(runId);
    this.#over.add(taskId);
    await this.#end(taskId, runId);
  }

  async #end(taskId: TaskId, runId: RunId): Promise<void> {
    const { runs, journal, answerOf, masked, words, clock } = this.#deps;
    const run = await runs.get(EVERYONE, runId);
    const answer = run?.status === 'completed' ? (await answerOf(runId)).trim() : '';
    const report =
      answer === '' || run === null
        ? null
        : masked(shortened(answer, taskLimits.reportChars), run.startedBy.personId);
    const { status, problem: why } = afterRun(run);
    const problem = why && worded(why, words);
    await journal.commit([{ change: 'task.end', taskId, runId, status, problem, report, at: clock.now() }]);
  }
}

const promptOf = ({ taskId, title, description }: Task): string =>
  `${title}${description === null ? '' : `\n\n${description}`}\n\n[Background work on the task ${taskId}. ${NOT_FOLLOWED} End with a short report of what you have done.]`;
