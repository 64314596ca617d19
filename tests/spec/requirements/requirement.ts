import type { Heading } from './headings.ts';
import type { PromiseId } from './promises.ts';

/**
 * A heading of the specification, or one of ours: a promise, what the contract says beyond the specification, or how the
 * engine behaves where neither says it. `make promises` writes all of ours as a page.
 */
export type Source = Heading | `ours: promise ${PromiseId}` | 'ours: contract' | 'ours: behaviour';

/** What later work will build: one word for why a statement has no proof yet. */
export type Later = 'cloud-drive' | 'exec' | 'export' | 'hosted' | 'load' | 'mail' | 'migration' | 'users';

/**
 * The first of our runs that proves a statement: `make test` (quick), the rest of `make test-all` (long, browser), or
 * `make torture`. `coverage.test.ts` compares it with the tests that cite it, so nothing becomes later unnoticed.
 */
export type Run = 'quick' | 'long' | 'browser' | 'torture';

export interface Requirement {
  /** The statement, in one sentence. */
  readonly says: string;
  /** Where the statement stands. It may stand in several places. */
  readonly from: readonly Source[];
  readonly provenIn: Run;
  /** Belongs to later work, for the reason named; no test cites it. */
  readonly deferred?: Later;
}

/** The statements of one part, by id, in groups of the same place and run. */
export type Requirements = readonly Readonly<Record<string, Requirement>>[];

export const requirement = (
  from: Source | readonly Source[],
  says: string,
  provenIn: Run = 'quick',
): Requirement => ({ says, from: typeof from === 'string' ? [from] : from, provenIn });

const group =
  (made: (from: Source | readonly Source[], says: string) => Requirement) =>
  <Id extends string>(
    from: Source | readonly Source[],
    says: Readonly<Record<Id, string>>,
  ): Readonly<Record<Id, Requirement>> =>
    Object.fromEntries(
      Object.entries<string>(says).map(([id, sentence]) => [id, made(from, sentence)]),
    ) as Record<Id, Requirement>;

/** Statements that stand in the same place, and that the run of this name proves first. */
const provenIn = (run: Run) => group((from, says) => requirement(from, says, run));
export const quick = provenIn('quick');
export const long = provenIn('long');
export const browser = provenIn('browser');
export const torture = provenIn('torture');

/** Statements that later work will prove. */
export const deferred = (until: Later) =>
  group((from, says) => ({ ...requirement(from, says), deferred: until }));
