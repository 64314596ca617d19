// An erasure of data that a server has.
import { beforeAll, expect } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { describeInPostgres } from '../../harness/in-postgres.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { exited, spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { holdingBack, startPostgres, type Postgres } from '../../servers/postgres.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { NEEDLE, plantRows } from './planted.ts';

const confirm = 'DELETE_ALL_DATA';

describeInPostgres('an erasure of data in PostgreSQL', () => {
  let server: Postgres;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  const place = () => ({ SVC_STORAGE_URL: server.url, SVC_STORAGE_SCHEMA: `erased${(schemas += 1)}` });

  /** Tables of a schema, and of those beside it, that contain the needle. */
  function holding(schema: string): readonly string[] {
    const tables = server.ask({
      sql: "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname LIKE $1 || '%'",
      parameters: [schema],
    });
    return tables.flat().filter((table) => {
      const sql = `SELECT 1 FROM ${table} AS t WHERE lower(CAST(t AS TEXT)) LIKE lower('%${NEEDLE}%') LIMIT 1`;
      return server.ask({ sql, parameters: [] }).length > 0;
    }) as readonly string[];
  }

  verifies(
    ['data.delete', 'storage.erasure'],
    'leaves nothing in the schema, counts what was there, and the engine serves, empty',
    async () => {
      const env = place();
      const model = new ScriptedModel([[text(`I know ${NEEDLE}.`)], [text(`Read ${NEEDLE}.`)]]);
      const engine = await startRestartable({ env, model });
      await plantRows(engine, temporaryDir(), 25);
      expect(holding(env.SVC_STORAGE_SCHEMA).length).toBeGreaterThan(10);
      const { deleted, stores } = await engine.client['data.erase']({ body: { confirm } });
      expect(deleted).toBe(true);
      const rows = Object.fromEntries(stores.map((store) => [store.name, store.rows]));
      expect(rows['history.db']).toBeGreaterThan(25);
      for (const name of ['memory.db', 'engine.db', 'datastore.db', 'vault.db'])
        expect([name, rows[name]]).toEqual([name, expect.any(Number)]);
      expect(holding(env.SVC_STORAGE_SCHEMA)).toEqual([]);
      expect(await engine.client['threads.list']()).toMatchObject({ threads: [] });
      expect(await engine.client['secrets.list']()).toMatchObject({ secrets: [] });
      expect(engine.log.events('error')).toEqual([]);
      await engine.stop();
    },
  );

  const titles = async ({ client }: SpawnedEngine) =>
    (await client['threads.list']({ query: {} })).threads.map(({ title }) => title);

  async function threadCalled({ client }: SpawnedEngine, title: string): Promise<void> {
    const { threadId } = await client['sessions.create']({ body: {} });
    await client['threads.set']({ params: { id: threadId }, body: { title } });
  }

  verifies(
    'storage.erasure',
    'goes on after kill -9 before an engine serves, and touches nothing that is new then',
    async () => {
      const [dataDir, env] = [temporaryDir(), place()];
      let engine = await spawnEngine(dataDir, env);
      await threadCalled(engine, 'before');
      // It waits for its turn in the schema, so that the schema is still there.
      const letGo = await holdingBack(server, env.SVC_STORAGE_SCHEMA);
      void engine.client['data.erase']({ body: { confirm } }).catch(() => undefined);
      const record = join(dataDir, 'erasure.json');
      await until(
        'it is about to drop the schema',
        () => existsSync(record) && readFileSync(record, 'utf8').includes('"phase": "aside"'),
      );
      await exited(engine, 'SIGKILL');
      await letGo();
      engine = await spawnEngine(dataDir, env);
      expect(await titles(engine)).toEqual([]);
      await threadCalled(engine, 'new');
      expect(await exited(engine)).toMatchObject({ code: 0 });
      engine = await spawnEngine(dataDir, env);
      expect(await titles(engine)).toEqual(['new']);
      expect(await exited(engine)).toMatchObject({ code: 0 });
    },
  );
});
