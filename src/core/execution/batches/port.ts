import type { PersonId, RunId } from '../../kernel/ids.ts';
import type { Billed, Model, ModelEnd, ModelRequest, Price } from '../../ports/model.ts';
import type { CeilingName, RunFailure, SideCall } from '../runs/model.ts';
import type { BatchWrite } from './store.ts';

export interface RefusedBy {
  readonly refused: {
    readonly ceiling: CeilingName;
    readonly spentUsd: number;
    readonly limitUsd: number;
  } | null;
}

/** What may still be spent. */
export interface BatchSpending {
  /** Reserves for calls that are made together: each counts for the ceiling of one run, all of them for the others. */
  reserveAll(person: PersonId, id: RunId, worstUsd: readonly number[]): Promise<RefusedBy>;
  /** Sets what is reserved, whatever the ceilings say: it may already be spent. 0 releases it. */
  hold(person: PersonId, id: RunId, usd: number): void;
  /** `spentUsd` is on disk as a cost now, and `leftUsd` stays reserved. */
  book(person: PersonId, id: RunId, leftUsd: number, spentUsd: number): void;
}

type About = Pick<SideCall, 'purpose' | 'threadId' | 'runId' | 'personId'>;

export interface CallOutcome {
  readonly spent: Billed;
  readonly outcome: SideCall['outcome'];
  readonly error: RunFailure | null;
  readonly changes: readonly BatchWrite[];
}

/** Makes single model calls under the ceilings, each with a record of its cost. */
export interface BookedCalls {
  /** The changes of the outcome are committed with its cost. @returns null if it could exceed a ceiling */
  make(
    about: About,
    model: Model,
    worstUsd: number,
    make: (affords: NonNullable<ModelRequest['affords']>) => Promise<CallOutcome>,
  ): Promise<{ readonly made: CallOutcome } | null>;
}

/** One model call with exactly one typed end; never throws. */
export type Ask = (
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly end: ModelEnd }>;

/** What a request could cost at most, in US dollars, and the tokens of its prompt; both estimated high. */
export type Estimate = (
  request: ModelRequest,
  model: { readonly price: Price; readonly contextWindow: number; readonly outputLimit: number },
) => { readonly promptTokens: number; readonly worstUsd: number };

/** The runs of this process. */
export interface RunsInProgress {
  readonly liveCount: number;
  /** The engine is stopping. */
  readonly draining: boolean;
}
