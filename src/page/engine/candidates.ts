import { ProblemError } from '../../contract/client.ts';

/** One of several that a name may mean. */
export interface Candidate {
  readonly entityId: string;
  readonly name: string;
  readonly kind: string;
  /** What tells it apart. */
  readonly says: string;
}

/** Those that a refused name may mean; empty if that is not why the engine refused. */
export function candidatesOf(error: unknown): readonly Candidate[] {
  const found = error instanceof ProblemError ? error.problem['candidates'] : undefined;
  return Array.isArray(found) ? (found as Candidate[]) : [];
}
