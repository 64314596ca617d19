import type { Out, Starter, Whose } from '../../trust/people/model.ts';
import type { RunId, ThreadId } from '../../kernel/ids.ts';

/** Runs in progress in this process. */
export interface RunsToStop {
  all(): readonly {
    readonly runId: RunId;
    readonly threadId: ThreadId;
    /** Milliseconds since the epoch. */
    readonly startedAt: number;
    /** It repeats an earlier run, and asks nothing. */
    readonly isReplay: boolean;
    readonly request: { readonly startedBy: Pick<Starter, 'personId'> };
    abort(cause: 'user' | Out): void;
  }[];
}

/** Ids of one kind of work, stored. */
export interface IdsOfWork {
  /** At most `limit` ids that begin with this text, in no order. */
  idsLike(whose: Whose, prefix: string, limit: number): Promise<readonly string[]>;
}

/** Work that is unfinished while this process does not do it. */
export interface PausedWork {
  /** Ends it. `id`: in full. @returns false if it is nothing like that */
  stopPaused(id: string): Promise<boolean>;
}

export type { InFlight } from './in-flight.ts';
