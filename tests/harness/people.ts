import type { PersonId } from '../../src/core/kernel/ids.ts';
import { personId } from '../../src/core/kernel/ids.ts';
import { scopes, type Person, type Proof } from '../../src/core/trust/people/model.ts';
import { databaseTokens, processTokens } from '../../src/main/tokens.ts';
import { directSurface } from '../../src/main/serving/http-surface.ts';
import type { TestEngine } from './in-process-engine.ts';

/** A second person in the store of an engine, who was let in. */
export async function planted({ engine }: TestEngine, more: Partial<Person> = {}): Promise<Person> {
  const person: Person = {
    personId: personId(engine.get(processTokens.ids).next()),
    name: 'Ada',
    role: 'member',
    createdAt: 1,
    lastSeenAt: null,
    disabled: false,
    dailyLimitUsd: 1,
    proxyUser: null,
    handoverTo: null,
    ...more,
  };
  await engine.get(databaseTokens.journal).commit([{ change: 'person.add', person }]);
  return person;
}

export const proofOf = (person: PersonId): Proof => ({ person, signedIn: 'login', scopes });

/** What the engine serves to one who shows this, over the way without a connection. */
export const askingWith = ({ engine }: TestEngine, proof: Proof | null) =>
  directSurface({ engine, reason: 'starting' }, engine.get(processTokens.platform), { strict: true, proof })
    .client;
