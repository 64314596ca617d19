import type { Migration } from '../migrate.ts';
import { first } from './migrations/first.ts';
import { profileBindings } from './migrations/profile-bindings.ts';

/** In the order in which they were merged: the version of a schema is the place of its migration in this list. */
export const migrations: readonly Migration[] = [first, profileBindings];
