import type { Change } from '../../core/features.ts';
import type { Journal } from '../../core/ports/journal.ts';
import type { Stores } from '../stores.ts';
import { token } from '../token.ts';

export const databaseTokens = {
  databases: token<Stores>('databases'),
  journal: token<Journal<Change>>('journal'),
};
