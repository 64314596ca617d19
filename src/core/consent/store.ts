import type { GrantId } from '../kernel/ids.ts';
import type { Grant } from './model.ts';

/** Reads only: what changes goes through `Journal.commit`. Every method may be repeated. */
export interface GrantStore {
  get(grantId: GrantId): Promise<Grant | null>;
  /**
   * Those that count at this time, those given last first: given, neither over nor revoked. One that seems to have been given
   * later than now does not count: the clock has been set back, and how long it has been is not known.
   */
  inForce(now: number): Promise<readonly Grant[]>;
}
