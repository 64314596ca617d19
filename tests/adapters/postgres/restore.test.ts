// The exchange of schemas in a restore, whatever dies.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { DiskRestore } from '../../../src/adapters/out/files/backup/restore-disk.ts';
import { DiskRestoresFile } from '../../../src/adapters/out/files/backup/state-files.ts';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { connectPostgres, type Connected } from '../../../src/adapters/out/postgres/connect.ts';
import { keepStaged } from '../../../src/adapters/out/postgres/exchanged-schema.ts';
import { heldIn, Lease } from '../../../src/adapters/out/postgres/lease.ts';
import { SchemaRestore } from '../../../src/adapters/out/postgres/restore-disk.ts';
import { aloneIn } from '../../../src/adapters/out/postgres/schema.ts';
import { beginStaged, keptBeside, restoredBeside } from '../../../src/adapters/out/postgres/staged-schema.ts';
import { RestoreOutcomes } from '../../../src/core/keeping/backups/restore-outcomes.ts';
import { inStorage } from '../../../src/core/keeping/backups/restore-plan.ts';
import { RestoreSwap } from '../../../src/core/keeping/backups/restore-swap.ts';
import { say } from '../../../src/core/keeping/backups/says.ts';
import type { Says } from '../../../src/core/kernel/says.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { describeInPostgres, freshPlaces } from '../../harness/in-postgres.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyDeath } from '../files/faulty-disk.ts';

// Every call to the disk and every query is a run of its own.
jest.setTimeout(180_000);

const OPERATION = '01a20563-0198-706a-a7bb-fd5e086fd994';
const NOT_STARTED = say('restore.not-started', { why: { quoted: 'It fails' } });
const OLD = { words: ['old'], keys: ['of the engine'] };
const RESTORED = { words: ['new'], keys: ['of the engine'] };
/** Its tables go on with the engine, with what numbers their rows. */
const mayStay = new Map([['vault', ['keys']]]);
const KEYS = `CREATE TABLE keys (no BIGINT, key TEXT); CREATE FUNCTION number_keys() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN SELECT count(*) INTO NEW.no FROM keys; RETURN NEW; END';
  CREATE TRIGGER number_keys BEFORE INSERT ON keys FOR EACH ROW EXECUTE FUNCTION number_keys()`;

describeInPostgres('a restore into a schema', () => {
  const fresh = freshPlaces();
  type Place = ReturnType<typeof fresh>;

  async function within<Result>(
    place: Place,
    work: (connected: Connected) => Promise<Result>,
  ): Promise<Result> {
    const connected = await connectPostgres(place, { clock: systemClock, connections: 2 });
    try {
      return await work(connected);
    } finally {
      await connected.close();
    }
  }

  /** What an engine has, and another schema that takes its place. */
  async function begun() {
    const [place, dataDir] = [fresh(), temporaryDir()];
    const made = async (where: Place, word: string, key: string) =>
      await within(where, (connected) =>
        aloneIn(connected, async (client) => {
          await client.query(`CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('${word}')`);
          await client.query(`${KEYS}; INSERT INTO keys (key) VALUES ('${key}')`);
          await client.query("INSERT INTO journals VALUES ('history', 'list', 1), ('vault', 'list', 1)");
        }),
      );
    await made(place, 'old', 'of the engine');
    const next = { ...place, schema: restoredBeside(place.schema) };
    await within(next, async ({ pool }) => {
      const client = await pool.connect();
      await beginStaged(client, next.schema);
      await made(next, 'new', 'of nobody');
      await keepStaged(client, place.schema, OPERATION, ['vault'], mayStay);
      client.release(true);
    });
    mkdirSync(join(dataDir, 'restore-staging', OPERATION), { recursive: true });
    await swapIn(dataDir, place).swap.begin({
      operationId: OPERATION,
      backupId: '20261123T010203456Z',
      safetyBackupId: '20261123T010203457Z',
      startedAt: 0,
      restoredFiles: 1,
      inNoBackup: 0,
      sets: [{ out: [inStorage], in: [inStorage] }],
      problems: [],
    });
    return { dataDir, place };
  }

  /** @param disk each query asks it as well, and dies with it */
  function swapIn(dataDir: string, place: Place, disk: Disk = systemDisk) {
    const deps = { dataDir, gate: new WriteGate(), disk };
    // A lease is renewed by the time of the server.
    const [clock, log] = [systemClock, new RecordingLog()];
    const connect = async () => {
      const connected = await connectPostgres(place, { clock, connections: 2 });
      connected.pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
        Object.assign(client, {
          query: (...given: unknown[]) => {
            const told = given.at(-1);
            const asked = disk.stat(dataDir);
            if (typeof told !== 'function') return asked.then(() => query(...given));
            // The pool waits for its callback.
            return void asked.then(
              () => query(...given),
              (error: unknown) => void told(error),
            );
          },
        });
      });
      return connected;
    };
    const outcomes = new RestoreOutcomes(new DiskRestoresFile(deps));
    const schema = new SchemaRestore({
      files: new DiskRestore(deps),
      connect,
      load: async () => undefined,
      mayStay: async () => mayStay,
      holder: () => 'this engine',
      clock,
      log,
    });
    return { outcomes, disk: schema, swap: new RestoreSwap({ disk: schema, outcomes, clock, log }) };
  }

  async function next(dataDir: string, place: Place, problem: Says | null = null) {
    const { swap, outcomes } = swapIn(dataDir, place);
    if (await swap.goOn(problem)) await swap.confirm();
    return (await outcomes.get(OPERATION))?.status;
  }

  const seen = async (place: Place) =>
    await within(place, async ({ pool }) => {
      const { rows } = await pool.query<{ readonly words: string[]; readonly keys: string[] }>(
        'SELECT ARRAY(SELECT word FROM words) AS words, ARRAY(SELECT key FROM keys) AS keys',
      );
      return rows[0];
    });

  async function nothingLeft(dataDir: string, place: Place): Promise<void> {
    for (const name of ['restore.json', 'restore-staging', 'restore-aside'])
      expect([name, existsSync(join(dataDir, name))]).toEqual([name, false]);
    const beside = [restoredBeside(place.schema), keptBeside(place.schema)];
    await within(place, async ({ pool }) => {
      const { rows } = await pool.query(
        "SELECT nspname, obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = ANY ($1) OR nspname = $2",
        [beside, place.schema],
      );
      expect(rows).toEqual([{ nspname: place.schema, obj_description: null }]);
      // What stayed is whole: its rows get numbers, and its journal is there once.
      await pool.query("INSERT INTO keys (key) VALUES ('another')");
      expect((await pool.query('SELECT name FROM journals ORDER BY name')).rows).toEqual([
        { name: 'history' },
        { name: 'vault' },
      ]);
    });
  }

  verifies(
    ['backups.restore.all-or-nothing', 'storage.restore'],
    'whatever query or call to the disk the process dies at, the schema is whole, and the next start has all of the backup',
    async () => {
      let last = await begun();
      const found = new Set<string>();
      const calls = await everyDeath(async (disk) => {
        last = await begun();
        const { swap } = swapIn(last.dataDir, last.place, disk);
        if (await swap.goOn().catch(() => false)) await swap.confirm().catch(() => undefined);
        const between = await seen(last.place);
        found.add(JSON.stringify(between));
        expect(await next(last.dataDir, last.place)).toBe('completed');
        expect(await seen(last.place)).toEqual(RESTORED);
      });
      await nothingLeft(last.dataDir, last.place);
      expect([...found].toSorted()).toEqual([JSON.stringify(RESTORED), JSON.stringify(OLD)]);
      expect(calls.filter((call) => call === 'stat').length).toBeGreaterThan(30);
    },
  );

  verifies(
    ['backups.restore.all-or-nothing', 'storage.restore'],
    'whatever query or call the process dies at while a restore is undone, the next start has what was there before',
    async () => {
      let last = await begun();
      await everyDeath(async (disk) => {
        last = await begun();
        expect(await swapIn(last.dataDir, last.place).swap.goOn()).toBe(true);
        await swapIn(last.dataDir, last.place, disk)
          .swap.goOn(NOT_STARTED)
          .catch(() => false);
        expect(await next(last.dataDir, last.place, NOT_STARTED)).toBe('undone');
        expect(await seen(last.place)).toEqual(OLD);
      });
      await nothingLeft(last.dataDir, last.place);
    },
  );

  verifies(
    ['storage.restore', 'storage.lease'],
    'an engine that stood still during a restore writes nothing afterwards',
    async () => {
      const { dataDir, place } = await begun();
      await within(place, async (connected) => {
        const deps = { clock: systemClock, log: new RecordingLog(), holder: 'this engine' };
        const lease = await Lease.take(connected, deps);
        const { epoch } = lease;
        expect((await connected.pool.query(heldIn(epoch))).rowCount).toBe(1);
        expect(await next(dataDir, place)).toBe('completed');
        // As an error, which ends a transaction that was sent as a whole.
        await expect(connected.pool.query(heldIn(epoch))).rejects.toMatchObject({ code: '22012' });
        expect((await connected.pool.query('SELECT epoch FROM epochs')).rows).toEqual([{ epoch: epoch + 1 }]);
        await lease.release();
      });
    },
  );

  test('without the staged schema nothing is exchanged', async () => {
    const { dataDir, place } = await begun();
    await swapIn(dataDir, place).disk.clear();
    expect(await next(dataDir, place)).toBe('failed');
    expect(await seen(place)).toEqual(OLD);
    await nothingLeft(dataDir, place);
  });

  test('a schema that is another one is neither dropped nor taken', async () => {
    const { dataDir, place } = await begun();
    await within(place, async ({ pool }) => {
      await pool.query(`COMMENT ON SCHEMA ${restoredBeside(place.schema)} IS 'of somebody'`);
      await pool.query(`CREATE SCHEMA ${keptBeside(place.schema)}`);
    });
    expect(await next(dataDir, place)).toBe('failed');
    expect(await seen(place)).toEqual(OLD);
    await within(place, async ({ pool }) => {
      const beside = [restoredBeside(place.schema), keptBeside(place.schema)];
      const { rows } = await pool.query('SELECT FROM pg_namespace WHERE nspname = ANY ($1)', [beside]);
      expect(rows).toHaveLength(2);
    });
  });
});
