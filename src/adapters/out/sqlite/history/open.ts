import type { Journal } from '../../../../core/ports/journal.ts';
import { closeUntouched, refuseEmptied } from '../damaged.ts';
import { storedIds, type StoredIds } from '../highest-id.ts';
import { SqliteJournal } from '../journal.ts';
import { migrate, refuseNewer } from '../migrate.ts';
import { openDatabase } from '../open.ts';
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
  /** From now on nothing is written, and `close` leaves the files as they are. */
  leave(): void;
  close(): Promise<void>;
}

/** Opens history.db (`:memory:` for a fast one), brought to the latest schema; `isBesideUsed` as in damaged.ts. */
export function openHistory(file: string, isBesideUsed: boolean = false): HistoryDatabase {
  refuseEmptied(file, 'history.db', isBesideUsed);
  refuseNewer(file, 'history.db', migrations);
  const { connection, queries, leave, close } = openDatabase<HistorySchema>(file);
  try {
    migrate(connection, 'history.db', migrations);
    return {
      ...readsOn(queries),
      journal: new SqliteJournal(connection, stepsOn(queries)),
      ids: storedIds(connection, ids),
      leave,
      close,
    };
  } catch (error) {
    closeUntouched(connection);
    throw error;
  }
}
