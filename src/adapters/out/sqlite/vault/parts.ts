import type { Migration } from '../migrate.ts';
import { first } from './migrations/first.ts';
import { profileBindings } from './migrations/profile-bindings.ts';
import { allSealed } from './migrations/all-sealed.ts';
import { sealedHosts } from './migrations/sealed-hosts.ts';
import { secretSteps } from './secrets.ts';

/** In the order of merging: the version of a schema is the position of its migration in this list. */
export const migrations: readonly Migration[] = [first, profileBindings, sealedHosts, allSealed];

/** What each change of vault.db runs. */
export const steps = secretSteps;

export const kinds = Object.keys(steps) as readonly (keyof typeof steps)[];
