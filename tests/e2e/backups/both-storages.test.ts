// What was backed up on one storage is restored on the other, with a real server.
import { beforeAll, expect } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteRows } from '../../../src/adapters/out/sqlite/copied-rows.ts';
import { openReader } from '../../../src/adapters/out/sqlite/open.ts';
import { differencesIn, sumsIn, type CopySums } from '../../../src/main/storage-copy/copied.ts';
import { copiedDatabases } from '../../../src/main/storage-copy/databases.ts';
import { momentOf } from '../../../src/main/storage-copy/in-postgres.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { describeInPostgres } from '../../harness/in-postgres.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { exited, spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { holdingBack, startPostgres, type Postgres } from '../../servers/postgres.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf } from '../http/runs.ts';
import { until } from '../http/wire.ts';
import { backedUp, restored } from './backups.ts';
import { fill, logical } from './logical.ts';

const databases = copiedDatabases();
/** What an engine learns of finished runs by itself, whenever it comes to it. */
const LEARNT = ['insight_state', 'insight_weights', 'pattern_evidence', 'patterns', 'thread_tallies'];
const differences = (expected: CopySums, found: CopySums) =>
  differencesIn(expected, found).filter((name) => !LEARNT.some((table) => name === `memory.db/${table}`));
const ON_FILES = { SVC_STORAGE_URL: '', SVC_STORAGE_SCHEMA: '' };

describeInPostgres('a backup of one storage', () => {
  let server: Postgres;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  const place = () => ({ SVC_STORAGE_URL: server.url, SVC_STORAGE_SCHEMA: `backed${(schemas += 1)}` });

  async function rowsOfFiles(dataDir: string): Promise<CopySums> {
    const open = new Map(databases.map(({ name }) => [name, openReader(join(dataDir, name))]));
    for (const connection of open.values()) connection.exec('BEGIN');
    try {
      return await sumsIn(
        databases,
        ({ name }) => sqliteRows(open.get(name)!),
        () => undefined,
      );
    } finally {
      for (const connection of open.values()) connection.close();
    }
  }

  async function rowsOfSchema(env: ReturnType<typeof place>): Promise<CopySums> {
    const moment = await momentOf({ url: server.url, schema: env.SVC_STORAGE_SCHEMA }, databases);
    try {
      return await sumsIn(databases, moment.sources, () => undefined);
    } finally {
      await moment.close();
    }
  }

  const schemasBeside = (env: ReturnType<typeof place>) =>
    server
      .ask({
        sql: "SELECT nspname FROM pg_namespace WHERE nspname LIKE $1 || '%'",
        parameters: [env.SVC_STORAGE_SCHEMA],
      })
      .flat();

  /** Each has what both storages must keep alike: texts, numbers, contents of files, sealed values. */
  async function used(engine: RestartableEngine, word: string): Promise<void> {
    await fill(engine, word);
    const { sessionId } = await engine.client['sessions.create']({ body: {} });
    await allOf(engine.client['runs.start']({ params: { id: sessionId }, body: { task: `say ${word}` } }));
  }

  verifies(
    ['storage.backup', 'storage.restore', 'backups.restore.everything'],
    'is restored on the other one, row for row, in both directions',
    async () => {
      const [dataDir, env] = [temporaryDir(), place()];
      const onServer = await startRestartable({ dataDir, env });
      await used(onServer, 'FIRST');
      const first = await backedUp(onServer);
      const rows = await rowsOfSchema(env);
      const wanted = await logical(onServer);
      await onServer.stop();

      const onFiles = await startRestartable({ dataDir, env: ON_FILES });
      expect(await restored(onFiles, first)).toMatchObject({ status: 'completed', problems: [] });
      expect(await logical(onFiles)).toEqual(wanted);
      await onFiles.stop();
      expect(differences(rows, await rowsOfFiles(dataDir))).toEqual([]);

      const again = await startRestartable({ dataDir, env: ON_FILES });
      await used(again, 'SECOND');
      const second = await backedUp(again);
      const rowsOfBoth = await rowsOfFiles(dataDir);
      const both = await logical(again);
      await again.stop();
      // The engine on the server has the first one only.
      const back = await startRestartable({ dataDir, env });
      expect(await restored(back, second)).toMatchObject({ status: 'completed', problems: [] });
      expect(await logical(back)).toEqual(both);
      const found = await back.client['threads.search']({ query: { q: 'SECOND' } });
      expect(found).toBeDefined();
      await back.stop();
      expect(differences(rowsOfBoth, await rowsOfSchema(env))).toEqual([]);
      expect(schemasBeside(env)).toEqual([env.SVC_STORAGE_SCHEMA]);
      expect(existsSync(join(dataDir, 'restore-staging'))).toBe(false);
    },
  );

  const titles = async ({ client }: SpawnedEngine) =>
    (await client['threads.list']({ query: {} })).threads.map(({ title }) => title).toSorted();

  async function threadCalled({ client }: SpawnedEngine, title: string): Promise<void> {
    const { threadId } = await client['sessions.create']({ body: {} });
    await client['threads.set']({ params: { id: threadId }, body: { title } });
  }

  verifies(
    ['storage.restore', 'backups.restore.all-or-nothing'],
    'is not there half after kill -9: before all of it is loaded nothing has happened, afterwards the next start goes on',
    async () => {
      const [dataDir, env] = [temporaryDir(), place()];
      let engine = await spawnEngine(dataDir, env);
      await threadCalled(engine, 'before');
      const id = await backedUp(engine);
      await threadCalled(engine, 'after');

      // While it is loaded.
      const letLoad = await holdingBack(server, `${env.SVC_STORAGE_SCHEMA}_next`);
      void engine.client['backups.restore']({ params: { id }, body: {} }).catch(() => undefined);
      await until('it loads', () => schemasBeside(env).length > 1);
      await exited(engine, 'SIGKILL');
      await letLoad();
      engine = await spawnEngine(dataDir, env);
      expect(await titles(engine)).toEqual(['after', 'before']);
      await until('nothing is left over', () => schemasBeside(env).length === 1);

      // While it is exchanged, which the next engine of this directory does.
      const letExchange = await holdingBack(server, env.SVC_STORAGE_SCHEMA);
      void engine.client['backups.restore']({ params: { id }, body: {} }).catch(() => undefined);
      await until('it is on disk that it happens', () => existsSync(join(dataDir, 'restore.json')));
      await until('it waits', () =>
        server
          .ask({ sql: "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted", parameters: [] })
          .some(() => true),
      );
      await exited(engine, 'SIGKILL');
      await letExchange();
      engine = await spawnEngine(dataDir, env);
      expect(await titles(engine)).toEqual(['before']);
      await until('nothing is left over', () => schemasBeside(env).length === 1);
      expect(existsSync(join(dataDir, 'restore.json'))).toBe(false);
      expect(await exited(engine)).toMatchObject({ code: 0 });
    },
  );
});
