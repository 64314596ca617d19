import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { Connected } from './connect.ts';
import { aloneIn } from './schema.ts';

/** How long a schema is an engine's that does not say that it still is. */
const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;
/** What has no answer by then has none: the connections are cut. */
const ANSWER_MS = 5_000;
/** How often a waiting engine checks whether the lease was renewed or has expired. */
const LOOK_MS = 500;

/** Another engine has this schema. */
export class StorageInUse extends Error {
  readonly code = 'storage_in_use';

  constructor() {
    super('another engine uses this schema');
    this.name = 'StorageInUse';
  }
}

export interface LeaseDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /**
   * Identifies this engine's data directory. A lease of the same holder is taken over at once: the directory lock proves that
   * the engine before has ended. Null: a holder that is never recognised again.
   */
  readonly holder: string | null;
}

/** The times of a lease are those of the server's clock. */
const LATER = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/**
 * One engine has a schema. Each take-over is an epoch of its own, whose number every commit looks for, so that one which lost the
 * schema while it stood still writes nothing when it goes on.
 */
export class Lease {
  readonly epoch: number;
  readonly #connected: Connected;
  readonly #deps: LeaseDeps;
  readonly #over = new AbortController();
  #renewing: Promise<void> = Promise.resolve();
  #isTaken = false;

  private constructor(connected: Connected, deps: LeaseDeps, epoch: number) {
    this.#connected = connected;
    this.#deps = deps;
    this.epoch = epoch;
  }

  /**
   * Waits for the end of a lease that its holder does not renew any more.
   * @throws StorageInUse; errors of the ports
   */
  static async take(connected: Connected, deps: LeaseDeps): Promise<Lease> {
    const holder = deps.holder ?? randomUUID();
    let seen: string | null = null;
    for (;;) {
      const found = await aloneIn(connected, async (client) => await taken(client, holder));
      if ('epoch' in found) {
        const lease = new Lease(connected, deps, found.epoch);
        lease.#renewing = lease.#renew();
        return lease;
      }
      if (seen !== null && found.until !== seen) throw new StorageInUse();
      seen = found.until;
      await deps.clock.sleep(LOOK_MS);
    }
  }

  /** Whether another engine has the schema now. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** The next engine need not wait. Repeatable. */
  async release(): Promise<void> {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    await this.#renewing;
    if (this.#connected.reach.isAway) return;
    await this.#connected.pool
      .query('UPDATE lease SET until = clock_timestamp() WHERE epoch = $1', [this.epoch])
      .catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { clock, log } = this.#deps;
    const { reach, cut } = this.#connected;
    const { signal } = this.#over;
    while (!signal.aborted && !this.#isTaken) {
      await clock.sleep(reach.isAway ? LOOK_MS : RENEW_MS, signal);
      if (signal.aborted) return;
      const before = reach.failures;
      const late = clock.deadline(ANSWER_MS);
      late.signal.addEventListener('abort', cut, { once: true });
      try {
        this.#isTaken = !(await this.#isRenewed());
        reach.reached();
      } catch (error) {
        reach.lost(error, before);
      } finally {
        late.cancel();
      }
    }
    if (this.#isTaken) log.error('another engine has taken this schema: nothing is written any more', {});
  }

  async #isRenewed(): Promise<boolean> {
    const sql = `UPDATE lease SET until = ${LATER} WHERE epoch = $1`;
    const { rowCount } = await this.#connected.pool.query(sql, [this.epoch]);
    return rowCount === 1;
  }
}

interface Stored {
  readonly holder: string;
  readonly until: string;
  readonly held: boolean;
}

/** The numbers and the lease have a row of their own each: commits share the number for as long as they take. */
async function taken(
  client: PoolClient,
  holder: string,
): Promise<{ readonly epoch: number } | { readonly until: string }> {
  const { rows } = await client.query<Stored>(
    'SELECT holder, CAST(until AS TEXT) AS until, until > clock_timestamp() AS held FROM lease FOR UPDATE',
  );
  const [last] = rows;
  if (last?.held && last.holder !== holder) return { until: last.until };
  const moved = await client.query<{ readonly epoch: number }>(
    'UPDATE epochs SET epoch = epoch + 1 RETURNING epoch',
  );
  const epoch = moved.rows[0]?.epoch ?? 0;
  await client.query(`UPDATE lease SET holder = $1, epoch = $2, until = ${LATER}`, [holder, epoch]);
  return { epoch };
}

/** The condition of a commit, before its changes: it fails where another engine has the schema. */
export const heldIn = (epoch: number): string =>
  `SELECT 1 / count(*) FROM (SELECT 1 FROM epochs WHERE epoch = ${epoch} FOR SHARE) AS held`;

/** Whether this is how it fails. */
export const isLeaseLost = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | null)?.code === '22012';
