import type { RunId, SessionId, ThreadId } from '../kernel/ids.ts';

/** The run of a thread; with a session, only if that session started it. */
export interface RunOf {
  readonly threadId: ThreadId;
  readonly sessionId?: SessionId;
}

/** The runs that are in progress in this process. */
export interface RunsOfThreads {
  /** Null when none is in progress there. */
  runningIn(threadId: ThreadId): RunId | null;
  /** Stops it, if there is one. Resolves, and never rejects, when it has ended with all of its effects. */
  stop(of: RunOf): Promise<void>;
}

/** The sessions on threads. */
export interface SessionsOfThreads {
  get(sessionId: SessionId): Promise<SessionOfThread | null>;
}

interface SessionOfThread {
  readonly sessionId: SessionId;
  readonly threadId: ThreadId;
}

/** Files that the runs of a thread have changed and that wait for review. */
export interface ChangesOfThreads {
  /** @throws Refusal changes_pending, with the run and the number of files */
  confirmReviewed(threadId: ThreadId): Promise<void>;
  /**
   * Keeps the changes, or undoes them, and does `drop`, which removes the thread.
   * @throws Refusal changes_not_undone, and what `drop` throws; then what could not be undone still waits for review
   */
  dissolve(threadId: ThreadId, how: 'keep' | 'undo', drop: () => Promise<void>): Promise<void>;
}

/** Lets work see a thread that does not change meanwhile. */
export interface HoldsIdleThreads {
  /**
   * Does `work` and holds the thread meanwhile: a run that is asked for waits. If a run is in progress, `work` gets its
   * id and nothing is held. Work on one thread is done one at a time.
   */
  holdUnlessRunning<T>(threadId: ThreadId, work: (running: RunId | null) => Promise<T>): Promise<T>;
}

/** Ends the runs of what goes. */
export interface StopsRuns {
  /**
   * Stops the run of a thread, or only the run that one session started, waits until it has ended with all of its
   * effects, and does `work` before another run can begin.
   */
  stopRunAndHold<T>(of: RunOf, work: () => Promise<T>): Promise<T>;
}

/** Says where no run may begin. */
export interface HeldThreads {
  isHeld(threadId: ThreadId): boolean;
  /**
   * Resolves when the work that holds the thread now has ended. Other work may take the thread right after it: look
   * again, and take what was waited for without an await after the last look.
   */
  released(threadId: ThreadId): Promise<void>;
}
