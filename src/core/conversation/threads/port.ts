import type { RunId, SessionId, ThreadId } from '../../kernel/ids.ts';

/** The run of a thread; with a session, only if that session started it. */
export interface RunOf {
  readonly threadId: ThreadId;
  readonly sessionId?: SessionId;
}

/** The runs in progress in this process. */
export interface RunsOfThreads {
  /** Null if there is none. */
  runningIn(threadId: ThreadId): RunId | null;
  /** Stops the run, if there is one, and of a whole thread the replays of its runs, too. Resolves after it has ended with all of its effects; never rejects. */
  stop(of: RunOf): Promise<void>;
}

/** The unreviewed changes of a thread's runs. */
export interface ChangesOfThreads {
  /** @throws Refusal changes_pending, with the run and the number of files */
  confirmReviewed(threadId: ThreadId): Promise<void>;
  /**
   * Keeps or undoes the changes, and calls `drop`, which removes the thread.
   * @throws Refusal changes_not_undone, and the errors of `drop`; what could not be undone then stays pending
   */
  dissolve(threadId: ThreadId, how: 'keep' | 'undo', drop: () => Promise<void>): Promise<void>;
}

/** The search index of the threads. */
export interface IndexOfThreads {
  /**
   * Takes the words of the thread out of the index, in small steps, and calls `drop`, which removes the thread. If it does
   * not, its words return.
   * @throws the errors of the journal and of `drop`
   */
  dropping(threadId: ThreadId, drop: () => Promise<void>): Promise<void>;
}

/** Lets work use a thread that does not change meanwhile. */
export interface HoldsIdleThreads {
  /**
   * Calls `work` and holds the thread meanwhile: new runs wait. If a run is in progress, `work` gets its id and nothing is
   * held. Work on one thread is serialised.
   */
  holdUnlessRunning<T>(threadId: ThreadId, work: (running: RunId | null) => Promise<T>): Promise<T>;
}

/** Stops runs before their thread or session is deleted. */
export interface StopsRuns {
  /**
   * Stops the run of a thread, or only the run that one session started, waits until it has ended with all of its
   * effects, and calls `work` before another run can begin.
   */
  stopRunAndHold<T>(of: RunOf, work: () => Promise<T>): Promise<T>;
}

/** The threads in which no run may begin now. */
export interface HeldThreads {
  isHeld(threadId: ThreadId): boolean;
  /**
   * Resolves when the work that holds the thread now has ended. Other work may hold it right afterwards: check again, and
   * take the thread without an await after the last check.
   */
  released(threadId: ThreadId): Promise<void>;
}
