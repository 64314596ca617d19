import type { Migration } from '../migrate.ts';
import { first } from './migrations/first.ts';
import { profileBindings } from './migrations/profile-bindings.ts';
import { allSealed } from './migrations/all-sealed.ts';
import { sealedHosts } from './migrations/sealed-hosts.ts';
import { WITHOUT_DATABASE } from '../without-database.ts';
import type { Db } from '../../sql/vault/schema.ts';
import { vaultSteps } from '../../sql/vault/steps.ts';

/** In the order of merging: the version of a schema is the position of its migration in this list. */
export const migrations: readonly Migration[] = [first, profileBindings, sealedHosts, allSealed];

/** What each change of the vault runs. */
export const stepsOn = vaultSteps;

export const kinds = Object.keys(stepsOn(WITHOUT_DATABASE as unknown as Db)) as readonly (keyof ReturnType<
  typeof stepsOn
>)[];
