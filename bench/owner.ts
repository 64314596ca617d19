import { personId } from '../src/core/kernel/ids.ts';
import { byPerson, type Person } from '../src/core/trust/people/model.ts';

/** The owner of the data directories that benchmarks fill. */
export const OWNER_ID = personId('01900000-0000-7000-8000-0000000000aa');
export const BY_OWNER = byPerson(OWNER_ID);
export const owner: Person = {
  personId: OWNER_ID,
  name: null,
  role: 'owner',
  createdAt: 1,
  lastSeenAt: null,
  disabled: false,
  dailyLimitUsd: null,
  proxyUser: null,
  handoverTo: null,
};
