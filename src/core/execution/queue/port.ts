import type { ThreadId } from '../../kernel/ids.ts';
import type { RunsOfThreads } from '../../conversation/threads/port.ts';

/** The places of runs: a thread has one. */
export interface PlacesOfRuns extends Pick<RunsOfThreads, 'runningIn'> {
  /** The engine is stopping: no run may start. */
  readonly draining: boolean;
  /** Calls `listener`, which must not throw, whenever the place of a thread has become free. One listener. */
  whenFree(listener: (threadId: ThreadId) => void): void;
}
