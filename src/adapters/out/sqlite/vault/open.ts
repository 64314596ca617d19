import type { Journal } from '../../../../core/ports/journal.ts';
import type { VaultChange, VaultStore } from '../../../../core/trust/secrets/store.ts';
import { SqliteJournal } from '../journal.ts';
import { openMigrated, type OpenOptions } from '../open-migrated.ts';
import type { OpenDatabase } from '../open.ts';
import { migrations, stepsOn } from './parts.ts';
import type { VaultSchema } from '../../sql/vault/schema.ts';
import { SqliteVault } from './vault.ts';

export interface VaultDatabase {
  readonly journal: Journal<VaultChange>;
  readonly store: VaultStore;
  /** After this, nothing is written, and `close` leaves the files unchanged. */
  leave(): void;
  close(): Promise<void>;
}

export const openVault = (file: string, options: OpenOptions = {}): VaultDatabase =>
  openMigrated(file, { name: 'vault.db', migrations, serve }, options);

const serve = (database: OpenDatabase<VaultSchema>): VaultDatabase => ({
  journal: new SqliteJournal(database, stepsOn(database.queries)),
  store: new SqliteVault(database.prepare),
  leave: database.leave,
  close: database.close,
});
