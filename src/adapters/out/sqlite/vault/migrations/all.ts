import type { Migration } from '../../migrate.ts';
import { first } from './0001-first.ts';

export const migrations: readonly Migration[] = [first];
