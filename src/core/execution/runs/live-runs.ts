import { usableFor } from './offered-tools.ts';
import type { Standing } from '../../conversation/consent/port.ts';
import { isOf, type Whose } from '../../trust/people/model.ts';
import type { GivenInstructions } from '../../instance/instructions/model.ts';
import { notSwitchedOff, type ToolSwitches } from '../../instance/tool-switches/model.ts';
import type { RunId, SessionId, ThreadId } from '../../kernel/ids.ts';
import type { RunOf, RunsOfThreads } from '../../conversation/threads/port.ts';
import type { Model, PriceKnown } from '../../ports/model.ts';
import type { Worker } from './loop/worker.ts';
import type { AbortCause } from './model.ts';
import type { Tool } from './port.ts';
import type { Earlier } from './resume/earlier.ts';
import type { RunRequest } from './request.ts';
import type { RunLog } from './run-log.ts';

/** What this process holds of a run while it lasts. The store is authoritative, not this. */
export class LiveRun implements Worker {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly threadId: ThreadId;
  readonly request: RunRequest;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly log: RunLog;
  readonly agent = null;
  readonly caller: Worker['caller'];
  readonly #controller = new AbortController();
  #cause: AbortCause | null = null;
  /** Milliseconds spent waiting for a person. */
  waitMs = 0;
  spentUsd = 0;
  agentsUsd = 0;
  /** Whether the cost of the run and its sub-agents is exact; see `PriceKnown`. */
  priceKnown: PriceKnown = true;
  /** What an earlier process did of it; null if this one began it. */
  earlier: Earlier | null = null;
  /** Part of the memory or of the registered APIs in its prompt is not from the owner. */
  hasUntrustedContent = false;
  /** The owner's instructions that it was given; set with its first model call. */
  instructions: readonly GivenInstructions[] = [];
  /** The profile of its thread, if that is gone: the model of the settings answers in its place. */
  goneProfile: string | null = null;
  /** The tools that are switched on or off in it and its sub-agents. */
  switches: ToolSwitches | null = null;
  /** Chosen once for the run and its sub-agents. */
  model: Model | null = null;
  /** Calls that have sub-agents at work. Each resolves once all of them have ended; none rejects. */
  readonly agents = new Set<Promise<unknown>>();
  agentsAtWork = 0;
  /** What the sub-agents at work may cost together. */
  agentBudgetsUsd = 0;
  /** Resolves when the run and its task are on disk; rejects if they could not be written. */
  started: Promise<void> = Promise.resolve();
  /** Resolves when the run has ended and its end is on disk or could not be written; never rejects. */
  ended: Promise<void> = Promise.resolve();

  constructor(
    run: Pick<LiveRun, 'runId' | 'sessionId' | 'threadId' | 'request' | 'startedAt'>,
    log: (live: LiveRun) => RunLog,
  ) {
    this.runId = run.runId;
    this.caller = { callerId: run.runId, sideCall: null };
    this.sessionId = run.sessionId;
    this.threadId = run.threadId;
    this.request = run.request;
    this.startedAt = run.startedAt;
    this.log = log(this);
  }

  get standing(): Standing {
    const { startedBy, background, isAttended = startedBy.kind === 'person' && !background } = this.request;
    const { triggerId = null, workflowId = null } = background ?? {};
    const canAsk = isAttended || background !== undefined;
    return { personId: startedBy.personId, isAttended, canAsk, triggerId, workflowId };
  }

  /** The tools that it and its sub-agents may choose from. */
  offered(all: readonly Tool[]): readonly Tool[] {
    const { only = null, tools } = this.request.background ?? {};
    const usable = usableFor(this.request.startedBy.personId, all);
    const left = notSwitchedOff(usable, this.switches);
    const named = only === null ? left : left.filter(({ name }) => only.includes(name));
    const { replay } = this.request;
    return replay ? replay.offered(left) : tools ? tools(named) : named;
  }

  get isReplay(): boolean {
    return this.request.replay !== undefined;
  }

  get suspends(): boolean {
    return this.#cause === 'shutdown' && this.request.resume === true;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get abortCause(): AbortCause | null {
    return this.#cause;
  }

  /** Keeps the first cause; may be called repeatedly. */
  abort(cause: AbortCause): void {
    this.#cause ??= cause;
    this.#controller.abort();
  }
}

/**
 * The runs of this process. A thread has at most one, besides replays, which take no place in it: it is added
 * synchronously, so two requests cannot both win.
 */
export class LiveRuns implements RunsOfThreads {
  readonly #byId = new Map<RunId, LiveRun>();
  #draining = false;
  #onFree: (threadId: ThreadId) => void = () => undefined;

  /** The engine is stopping: no run may start. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Of those that act for one person, or of all. */
  countOf(whose: Whose): number {
    return this.all().filter(({ request }) => isOf(whose, request.startedBy.personId)).length;
  }

  get liveCount(): number {
    return this.#byId.size;
  }

  add(run: LiveRun): void {
    this.#byId.set(run.runId, run);
  }

  remove(run: LiveRun): void {
    this.#byId.delete(run.runId);
    if (!run.isReplay) this.#onFree(run.threadId);
  }

  /** Calls `listener`, which must not throw, whenever the place of a thread has become free. One listener. */
  whenFree(listener: (threadId: ThreadId) => void): void {
    this.#onFree = listener;
  }

  get(runId: RunId): LiveRun | undefined {
    return this.#byId.get(runId);
  }

  inThread(threadId: ThreadId): LiveRun | undefined {
    return this.all().find((run) => run.threadId === threadId && !run.isReplay);
  }

  inSession(sessionId: SessionId): LiveRun | undefined {
    return this.all().find((run) => run.sessionId === sessionId && !run.isReplay);
  }

  runningIn(threadId: ThreadId): RunId | null {
    return this.inThread(threadId)?.runId ?? null;
  }

  /** Whether it is in progress, from the moment when it takes its place until its end is on disk. */
  isLive(runId: RunId): boolean {
    return this.#byId.has(runId);
  }

  /** Resolves when this run is not in progress; never rejects. */
  async ended(runId: RunId): Promise<void> {
    await this.get(runId)?.ended;
  }

  /** Stops this run. Resolves after it has ended with all of its effects; never rejects. */
  async stopRun(runId: RunId): Promise<void> {
    const live = this.get(runId);
    live?.abort('user');
    await live?.ended;
  }

  async stop({ threadId, sessionId }: RunOf): Promise<void> {
    const stopped =
      sessionId === undefined
        ? this.all().filter((run) => run.threadId === threadId)
        : [this.inSession(sessionId)].filter((run) => run !== undefined);
    for (const run of stopped) run.abort('user');
    await Promise.all(stopped.map((run) => run.ended));
  }

  /** Prevents new runs and stops all live ones. Resolves once they have ended; never rejects. */
  async drain(): Promise<void> {
    this.#draining = true;
    const live = this.all();
    for (const run of live) run.abort('shutdown');
    await Promise.all(live.map(({ ended }) => ended));
  }

  all(): readonly LiveRun[] {
    return [...this.#byId.values()];
  }
}
