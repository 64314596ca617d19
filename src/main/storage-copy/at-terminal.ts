import type { CopyStorage, StorageRefused } from '../../adapters/in/cli/verb-deps.ts';
import { connectPostgres, type PostgresPlace } from '../../adapters/out/postgres/connect.ts';
import { Lease } from '../../adapters/out/postgres/lease.ts';
import { isConnectionLost } from '../../adapters/out/sql/postgres-errors.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Ids } from '../../core/ports/ids.ts';
import type { Log } from '../../core/ports/log.ts';
import { copyStorage } from './copy-storage.ts';
import { copiedDatabases } from './databases.ts';
import { makeSchema } from './make-schema.ts';

interface Around {
  readonly dataDir: string;
  readonly place: PostgresPlace;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

const REFUSED: Readonly<Record<string, StorageRefused>> = {
  StorageNotEmpty: 'storage_not_empty',
  SchemaInUse: 'storage_not_empty',
  SourceNotReady: 'storage_not_ready',
  DirectoryInUse: 'storage_in_use',
  StorageInUse: 'storage_in_use',
  CopyDiffers: 'storage_differs',
  DriverMissing: 'storage_package',
};

/** The copy as the terminal has it: what is refused has a code. */
export const storageCopyOver =
  (around: Around): CopyStorage =>
  async (to, onProgress) => {
    const { dataDir, place } = around;
    const databases = copiedDatabases();
    // Waiting for the server alone would not keep this process alive.
    const awake = setInterval(() => undefined, 60_000);
    try {
      const { sums, isNew } = await copyStorage({
        to,
        dataDir,
        place,
        databases,
        make: async (staged) => await makeSchema(staged, { ...around, newId: () => around.ids.next() }),
        hold: async (held) => await hold(held, around),
        onProgress,
      });
      const all = sums.flatMap((one) => one.sums);
      return { isNew, tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
    } catch (error) {
      const { name, code } = error as { readonly name?: string; readonly code?: unknown };
      if (code === 'storage_unavailable' || isConnectionLost(error)) return { refused: 'storage_away' };
      const refused = name === undefined ? undefined : REFUSED[name];
      if (refused === undefined) throw error;
      return { refused };
    } finally {
      clearInterval(awake);
    }
  };

/** Keeps engines from a schema. @returns lets them in again */
async function hold(place: PostgresPlace, { clock, log }: Around): Promise<() => Promise<void>> {
  const connected = await connectPostgres(place, { clock, log });
  try {
    // Fail at once if the server is away.
    await connected.pool.query('SELECT 1');
    const lease = await Lease.take(connected, { clock, log, holder: null });
    return async () => {
      await lease.release();
      await connected.close();
    };
  } catch (error) {
    await connected.close();
    throw error;
  }
}
