import { personId } from '../../src/core/kernel/ids.ts';
import { byAgentOf, byPerson, type Person, type Starter } from '../../src/core/trust/people/model.ts';
import type { Controls } from '../../src/core/conversation/background/model.ts';

/** The owner of an engine that has no store of people. */
export const OWNER_ID = personId('01900000-0000-7000-8000-0000000000aa');
export const BY_OWNER = byPerson(OWNER_ID);
export const BY_AGENT_OF_OWNER = byAgentOf(OWNER_ID);
export const OWNER: Controls = { person: OWNER_ID, role: 'owner' };

/** A host that acts for the owner. */
export const HOST_OF_OWNER = { person: OWNER_ID, principal: 'stdio' } as const;

/** What works for the owner. */
export const startedBy = (kind: Starter['kind'], id: string | null = null): Starter => ({
  kind,
  personId: OWNER_ID,
  id,
});

/** Where nobody's day has a ceiling. */
export const DEEP_PURSES = { dailyLimitOf: async () => Infinity, isOwner: () => true };

export const THE_OWNER: Person = {
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
