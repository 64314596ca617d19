import type { GrantId } from '../../kernel/ids.ts';
import type { Grant } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface GrantStore {
  get(grantId: GrantId): Promise<Grant | null>;
  /**
   * The grants in force at this time, newest first: neither expired nor revoked. A grant dated later than `now` does not
   * count: the clock was set back, so its age is unknown.
   */
  inForce(now: number): Promise<readonly Grant[]>;
}
