import type { Migration } from '../../migrate.ts';
import { first } from './0001-first.ts';
import { prompts } from './0002-prompts.ts';

export const migrations: readonly Migration[] = [first, prompts];
