import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect } from '@jest/globals';
import { migrations } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { describeInPostgres } from '../../harness/in-postgres.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { exited, spawnSvc } from '../../harness/spawned-engine.ts';
import { startPostgres, type Postgres } from '../../servers/postgres.ts';
import { verifies } from '../../spec/verifies.ts';
import { restored } from '../backups/backups.ts';
import { until } from '../http/wire.ts';

let engine: TestEngine | undefined;

/** A data directory whose history.db an older version has written. */
async function olderDirectory(): Promise<string> {
  engine = await startTestEngine();
  const { dataDir } = engine;
  await engine.client['secrets.put']({ params: { name: 'A_KEY' }, body: { value: 'a value' } });
  await engine.stop();
  engine = undefined;
  writeFileSync(join(dataDir, 'history.db'), '');
  const older = new Database(join(dataDir, 'history.db'));
  migrate(older, 'history.db', migrations.slice(0, -1));
  older.pragma('journal_mode = WAL');
  older.close();
  return dataDir;
}

const versionOf = (dataDir: string): number => {
  const database = new Database(join(dataDir, 'history.db'), { readonly: true });
  try {
    return database.pragma('user_version', { simple: true }) as number;
  } finally {
    database.close();
  }
};

verifies(
  'backups.before-migration',
  'before an older database is migrated there is a complete, encrypted backup of it, and only then',
  async () => {
    const dataDir = await olderDirectory();
    engine = await startTestEngine({ dataDir });
    const { backups } = await engine.client['backups.list']();
    expect(backups).toMatchObject([
      { kind: 'before_migration', status: 'complete', encrypted: true, own: true },
    ]);
    const manifest = JSON.parse(
      readFileSync(join(dataDir, 'backups', backups[0]!.backupId, 'manifest.json'), 'utf8'),
    ) as { readonly databases: readonly { readonly path: string; readonly schemaVersion: number }[] };
    expect(manifest.databases.find(({ path }) => path === 'history.db')?.schemaVersion).toBe(
      migrations.length - 1,
    );
    expect(await engine.client['backups.verify']({ params: { id: backups[0]!.backupId } })).toMatchObject({
      ok: true,
      problems: [],
      keyMissing: false,
    });
    await engine.stop();
    engine = await startTestEngine({ dataDir });
    expect((await engine.client['backups.list']()).backups).toHaveLength(1);
  },
);

verifies(
  'backups.before-migration',
  'if that backup fails nothing is migrated, and the message names the flag that goes on without',
  async () => {
    const dataDir = await olderDirectory();
    // A file where the folder is due.
    writeFileSync(join(dataDir, 'backups'), '');
    const env = { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' };
    const refused = await spawnSvc(['--http-api'], env).finished;
    expect(refused.code).toBe(78);
    expect(refused.stderr).toMatch(/the backup before that failed.*--migrate-without-backup/u);
    expect(versionOf(dataDir)).toBe(migrations.length - 1);
    const going = spawnSvc(['--http-api', '--migrate-without-backup'], env);
    while (!going.output.stderr.includes('listening'))
      await new Promise((resolve) => going.process.stderr?.once('data', resolve));
    going.process.kill('SIGTERM');
    expect((await going.finished).code).toBe(0);
    expect(versionOf(dataDir)).toBe(migrations.length);
  },
);

verifies('backups.before-migration', 'a fresh directory and one of this version get none', async () => {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  for (let start = 0; start < 2; start += 1) {
    engine = await startTestEngine({ dataDir });
    await engine.stop();
  }
  engine = undefined;
  expect(readdirSync(dataDir)).not.toContain('backups');
});

describeInPostgres('where a server has the data', () => {
  let server: Postgres;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });

  /** Since then a version of history.db has only made tables. */
  const before = migrations.findIndex(({ name }) => name === 'faces');
  const since = migrations
    .slice(before)
    .flatMap(({ sql }) => [...sql.matchAll(/CREATE TABLE (\w+)/gu)].map(([, table]) => table));

  /** What a version of history.db lacked is gone again. @returns a directory and its schema, which has a thread and a secret */
  async function olderSchema() {
    const [dataDir, schema] = [temporaryDir(), `older${(schemas += 1)}`];
    const env = { SVC_STORAGE_URL: server.url, SVC_STORAGE_SCHEMA: schema };
    const first = await startRestartable({ dataDir, env });
    const { threadId } = await first.client['sessions.create']({ body: {} });
    await first.client['threads.set']({ params: { id: threadId }, body: { title: 'of an older version' } });
    await first.client['secrets.put']({ params: { name: 'A_KEY' }, body: { value: 'a value' } });
    await first.stop();
    server.run(`DROP TABLE ${since.map((table) => `${schema}.${table}`).join(', ')};
      UPDATE ${schema}.journals SET version = ${before} WHERE name = 'history'`);
    return { dataDir, env, threadId };
  }
  type Older = Awaited<ReturnType<typeof olderSchema>>;

  const told = (sql: string) => server.ask({ sql, parameters: [] }).flat()[0];
  const migrated = ({ env: { SVC_STORAGE_SCHEMA: schema } }: Older) => [
    Number(told(`SELECT version FROM ${schema}.journals WHERE name = 'history'`)),
    told(`SELECT to_regclass('${schema}.faced_threads') IS NOT NULL`),
  ];
  const OLDER = [before, 'f'];
  const NEWEST = [migrations.length, 't'];
  const made = ({ dataDir }: Older) =>
    readdirSync(join(dataDir, 'backups')).filter((name) => !name.startsWith('.'));

  verifies(
    ['backups.before-migration', 'storage.backup'],
    'there is a complete, encrypted backup of the older tables, which a restore brings to this version; and no other',
    async () => {
      const older = await olderSchema();
      const { dataDir, env, threadId } = older;
      const after = await startRestartable({ dataDir, env });
      expect(migrated(older)).toEqual(NEWEST);
      const { backups } = await after.client['backups.list']();
      expect(backups).toMatchObject([
        { kind: 'before_migration', status: 'complete', encrypted: true, own: true },
      ]);
      const { backupId } = backups[0]!;
      const manifest = JSON.parse(
        readFileSync(join(dataDir, 'backups', backupId, 'manifest.json'), 'utf8'),
      ) as { readonly databases: readonly { readonly path: string; readonly schemaVersion: number }[] };
      expect(manifest.databases).toHaveLength(5);
      expect(manifest.databases.find(({ path }) => path === 'history.db')?.schemaVersion).toBe(before);
      await after.client['threads.set']({ params: { id: threadId }, body: { title: 'changed since' } });
      expect(await restored(after, backupId)).toMatchObject({ status: 'completed', problems: [] });
      expect(migrated(older)).toEqual(NEWEST);
      expect(await after.client['threads.get']({ params: { id: threadId } })).toMatchObject({
        title: 'of an older version',
      });
      expect((await after.client['secrets.list']()).secrets.map(({ name }) => name)).toEqual(['A_KEY']);
      await after.stop();
      const kinds = async () => {
        const again = await startRestartable({ dataDir, env });
        const all = (await again.client['backups.list']()).backups.map(({ kind }) => kind);
        await again.stop();
        return all.filter((kind) => kind === 'before_migration');
      };
      expect(await kinds()).toEqual(['before_migration']);
    },
  );

  verifies(
    'backups.before-migration',
    'if that backup fails no table is changed there either, and the flag goes on without',
    async () => {
      const older = await olderSchema();
      // A file where the folder is due.
      writeFileSync(join(older.dataDir, 'backups'), '');
      const env = { SVC_DATA_DIR: older.dataDir, SVC_HTTP_PORT: '0', ...older.env };
      const refused = await spawnSvc(['--http-api'], env).finished;
      expect(refused.code).toBe(78);
      expect(refused.stderr).toMatch(/the backup before that failed.*--migrate-without-backup/u);
      expect(migrated(older)).toEqual(OLDER);
      const going = spawnSvc(['--http-api', '--migrate-without-backup'], env);
      while (!going.output.stderr.includes('listening'))
        await new Promise((resolve) => going.process.stderr?.once('data', resolve));
      expect(await exited(going)).toMatchObject({ code: 0 });
      expect(migrated(older)).toEqual(NEWEST);
    },
  );

  verifies(
    'backups.before-migration',
    'after kill -9 in the middle of the migration no table is changed, the backup is there, and the next start goes on',
    async () => {
      const older = await olderSchema();
      const { dataDir, env, threadId } = older;
      const { default: pg } = await import('pg');
      const writer = new pg.Client({ connectionString: server.url });
      writer.on('error', () => undefined);
      await writer.connect();
      afterwards(async () => await writer.end());
      // A statement that refers to the table waits for this, one that reads it does not.
      await writer.query(`BEGIN; LOCK TABLE ${env.SVC_STORAGE_SCHEMA}.threads IN ROW EXCLUSIVE MODE`);
      const killed = spawnSvc(['--http-api'], { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0', ...env });
      await until('it migrates', () => told('SELECT count(*) FROM pg_locks WHERE NOT granted') !== '0');
      expect(made(older)).toHaveLength(1);
      await exited(killed, 'SIGKILL');
      await writer.query('ROLLBACK');
      await until('the server knows', () => told('SELECT count(*) FROM pg_locks WHERE NOT granted') === '0');
      expect(migrated(older)).toEqual(OLDER);
      const after = await startRestartable({ dataDir, env });
      expect(migrated(older)).toEqual(NEWEST);
      expect((await after.client['threads.list']({})).threads.map((one) => one.threadId)).toEqual([threadId]);
      const { backups } = await after.client['backups.list']();
      expect(backups.map(({ kind, status }) => [kind, status])).toEqual([
        ['before_migration', 'complete'],
        ['before_migration', 'complete'],
      ]);
    },
  );
});
