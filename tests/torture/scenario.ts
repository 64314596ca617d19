import type { RequirementId } from '../spec/requirements.ts';
import type { Lab } from './lab.ts';

/** What a scenario needs. `main.ts` checks it and installs what it can. */
export type Need = 'strace' | 'mounts' | 'proc' | 'disk' | 'postgres';

export interface Scenario {
  readonly name: string;
  /** The ids of the promises that it tests. */
  readonly promise: readonly string[];
  /** Requirements that no test proves: they take too long for one, or need a machine of their own. */
  readonly proves?: readonly RequirementId[];
  readonly needs: readonly Need[];
  run(lab: Lab): Promise<Outcome>;
}

export interface Outcome {
  /** What was done, and how often. */
  readonly did: string;
  /** Each broken promise, with how to reproduce it; empty if all held. */
  readonly broken: readonly string[];
  readonly figures: string;
}
