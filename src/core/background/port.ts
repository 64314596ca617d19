import type { RunId, ThreadId } from '../kernel/ids.ts';

/** Runs in progress in this process. */
export interface RunsToStop {
  all(): readonly {
    readonly runId: RunId;
    readonly threadId: ThreadId;
    /** Milliseconds since the epoch. */
    readonly startedAt: number;
    readonly request: { readonly startedBy: string };
    abort(cause: 'user'): void;
  }[];
}

/** Ids of one kind of work, stored. */
export interface IdsOfWork {
  /** At most `limit` ids that begin with this text, in no order. */
  idsLike(prefix: string, limit: number): Promise<readonly string[]>;
}

export type { InFlight } from './in-flight.ts';
