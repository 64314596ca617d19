import type { Journal } from '../../../../core/ports/journal.ts';
import type { VaultChange } from '../../../../core/secrets/changes.ts';
import type { VaultStore } from '../../../../core/secrets/store.ts';
import { closeUntouched, refuseEmptied } from '../damaged.ts';
import { SqliteJournal } from '../journal.ts';
import { migrate, refuseNewer } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations, steps } from './parts.ts';
import { SqliteVault } from './vault.ts';

export interface VaultDatabase {
  readonly journal: Journal<VaultChange>;
  readonly store: VaultStore;
  /** From now on nothing is written, and `close` leaves the files as they are. */
  leave(): void;
  close(): Promise<void>;
}

/** Opens vault.db (`:memory:` for a fast one), brought to the latest schema; `isBesideUsed` as in damaged.ts. */
export function openVault(file: string, isBesideUsed: boolean = false): VaultDatabase {
  refuseEmptied(file, 'vault.db', isBesideUsed);
  refuseNewer(file, 'vault.db', migrations);
  const { connection, leave, close } = openDatabase<object>(file);
  try {
    migrate(connection, 'vault.db', migrations);
    return {
      journal: new SqliteJournal(connection, steps),
      store: new SqliteVault(connection),
      leave,
      close,
    };
  } catch (error) {
    closeUntouched(connection);
    throw error;
  }
}
