import type { Journal } from '../../../../core/ports/journal.ts';
import { storedIds, type StoredIds } from '../highest-id.ts';
import { SqliteJournal } from '../journal.ts';
import { openMigrated, type OpenOptions } from '../open-migrated.ts';
import type { OpenDatabase } from '../open.ts';
import {
  ids,
  migrations,
  readsOn,
  stepsOn,
  type HistoryChange,
  type HistoryReads,
  type HistorySchema,
} from './parts.ts';

export interface HistoryStores extends HistoryReads {
  readonly journal: Journal<HistoryChange>;
  readonly ids: StoredIds;
}

export interface HistoryDatabase extends HistoryStores {
  /** After this, nothing is written, and `close` leaves the files unchanged. */
  leave(): void;
  close(): Promise<void>;
}

export const openHistory = (file: string, options: OpenOptions = {}): HistoryDatabase =>
  openMigrated(file, { name: 'history.db', migrations, serve }, options);

const serve = (database: OpenDatabase<HistorySchema>): HistoryDatabase => ({
  ...readsOn(database),
  journal: new SqliteJournal(database, stepsOn(database.queries)),
  ids: storedIds(database.connection, ids),
  leave: database.leave,
  close: database.close,
});
