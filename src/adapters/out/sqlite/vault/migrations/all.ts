import type { Migration } from '../../migrate.ts';
import { first } from './0001-first.ts';
import { profileBindings } from './0002-profile-bindings.ts';

export const migrations: readonly Migration[] = [first, profileBindings];
