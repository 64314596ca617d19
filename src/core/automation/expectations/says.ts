import { saying, type Plain, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

/** What success is, and what the engine asks of others to know it. */
export interface ExpectationSays {
  /** What each run is to come to. */
  'expectation.file': { path: Quoted; isChanged: boolean };
  'expectation.words': { text: Quoted };
  'expectation.pattern': { pattern: Quoted };
  /** The engine itself requests it. */
  'expectation.http': { url: Quoted; status: number };
  'expectation.artifact': { type: string | null };
  'expectation.record': { collection: string; filter: QuotedValue | null };
  /** How it was not met. */
  'expected.no-file': { path: Quoted };
  'expected.same-file': { path: Quoted };
  'expected.words': { text: Quoted };
  'expected.pattern': { pattern: Quoted };
  'expected.status': { address: Quoted; answered: number; status: number };
  'expected.unreadable': { address: Quoted; why: readonly Says[] };
  'expected.no-artifact': { type: string | null };
  'expected.no-record': { collection: string };
  'expected.no-collection': { collection: string; why: readonly Says[] };
}

/** Why something is refused. */
export interface ExpectationProblems extends Plain<
  'expectations.one_of_two' | 'expectations.no_collection' | 'expectations.for_the_agent'
> {
  'expectations.invalid_pattern': { pattern: Quoted; why: Quoted };
  'expectations.file': { why: readonly Says[] };
  'expectations.address': { why: readonly Says[] };
  'expectations.allow_host': { host: string };
}

export const say = saying<ExpectationSays & ExpectationProblems>();
