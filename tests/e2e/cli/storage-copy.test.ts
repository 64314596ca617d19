// Data moves to PostgreSQL and back by the command alone.
import { beforeAll, expect } from '@jest/globals';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { describeInPostgres } from '../../harness/in-postgres.ts';
import { exited, spawnEngine, spawnSvc, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { startPostgres, type Postgres } from '../../servers/postgres.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf } from '../http/runs.ts';
import { until } from '../http/wire.ts';

describeInPostgres('svc storage copy', () => {
  let server: Postgres;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  const place = () => ({ SVC_STORAGE_URL: server.url, SVC_STORAGE_SCHEMA: `copied${(schemas += 1)}` });

  async function copy(dataDir: string, env: Record<string, string>, from: string, to: string) {
    const args = ['storage', 'copy', '--from', from, '--to', to, '--json'];
    const { code, stdout } = await spawnSvc(args, { SVC_DATA_DIR: dataDir, ...env }).finished;
    return [code, JSON.parse(stdout) as unknown];
  }

  async function used({ client }: SpawnedEngine, fact: string): Promise<void> {
    const { sessionId } = await client['sessions.create']({ body: {} });
    const stream = client['runs.start']({ params: { id: sessionId }, body: { task: `say ${fact}` } });
    expect((await allOf(stream)).at(-1)?.type).toBe('done');
    await client['memory.append']({
      params: { ns: 'knowledge' },
      body: { text: `The cat is called ${fact}.` },
    });
  }

  /** What it answers about all that it has. */
  async function answers({ client }: SpawnedEngine, word: string): Promise<readonly unknown[]> {
    const { threads } = await client['threads.list']({ query: {} });
    return [
      threads,
      await Promise.all(
        threads.map(({ threadId }) => client['threads.messages']({ params: { id: threadId }, query: {} })),
      ),
      await client['memory.read']({ params: { ns: 'knowledge' } }),
      await client['memory.search']({ query: { q: word } }),
      await client['threads.search']({ query: { q: word } }),
    ];
  }

  /** As before, once the indexes for searching are made anew. */
  async function answersAs(engine: SpawnedEngine, word: string, before: readonly unknown[]): Promise<void> {
    await until('all is found again', async () => isDeepStrictEqual(await answers(engine, word), before));
    expect(await answers(engine, word)).toEqual(before);
  }

  const databases = (dataDir: string) => readdirSync(dataDir).filter((name) => name.endsWith('.db'));

  verifies(
    'storage.copy',
    'data moves to PostgreSQL, goes on there, and moves back with what came since',
    async () => {
      const [dataDir, env] = [temporaryDir(), place()];
      const onFiles = await spawnEngine(dataDir);
      await used(onFiles, 'Minka');
      const before = await answers(onFiles, 'Minka');
      await exited(onFiles);

      const there = { copied: true, rows: expect.any(Number), tables: expect.any(Number) };
      expect(await copy(dataDir, env, 'sqlite', 'postgres')).toEqual([0, there]);
      expect(await copy(dataDir, env, 'sqlite', 'postgres')).toEqual([0, { ...there, copied: false }]);

      const onServer = await spawnEngine(dataDir, env);
      await answersAs(onServer, 'Minka', before);
      await used(onServer, 'Mitzi');
      const after = await answers(onServer, 'Mitzi');
      expect(await copy(dataDir, env, 'postgres', 'sqlite')).toEqual([
        expect.any(Number),
        { code: 'storage_in_use' },
      ]);
      await exited(onServer);

      // The files are of the day before.
      expect(await copy(dataDir, env, 'postgres', 'sqlite')).toEqual([
        expect.any(Number),
        { code: 'storage_not_empty' },
      ]);
      for (const name of databases(dataDir)) if (name !== 'lock.db') rmSync(join(dataDir, name));
      expect(await copy(dataDir, env, 'postgres', 'sqlite')).toEqual([0, there]);
      for (const name of databases(dataDir))
        expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
      const again = await spawnEngine(dataDir);
      await answersAs(again, 'Mitzi', after);
      await exited(again);
    },
  );

  verifies(
    'storage.copy',
    'nothing of anybody else is in the way, and what cannot be copied says so',
    async () => {
      const [dataDir, env] = [temporaryDir(), place()];
      const refused = (code: string) => [expect.any(Number), { code }];
      expect(await copy(dataDir, {}, 'sqlite', 'postgres')).toEqual(refused('storage_not_set'));
      expect(await copy(dataDir, env, 'sqlite', 'sqlite')).toEqual([2, { code: 'storage_which' }]);
      expect(await copy(dataDir, env, 'sqlite', 'postgres')).toEqual(refused('storage_not_ready'));
      expect(await copy(dataDir, env, 'postgres', 'sqlite')).toEqual(refused('storage_not_ready'));
      expect(
        server.ask({ sql: 'SELECT to_regnamespace($1) IS NULL', parameters: [env.SVC_STORAGE_SCHEMA] }),
      ).toEqual([['t']]);
      const away = { ...env, SVC_STORAGE_URL: 'postgres://svc@127.0.0.1:9/svc' };
      expect(await copy(dataDir, away, 'postgres', 'sqlite')).toEqual(refused('storage_away'));

      const engine = await spawnEngine(dataDir);
      expect(await copy(dataDir, env, 'sqlite', 'postgres')).toEqual(refused('storage_in_use'));
      await exited(engine);
      const other = { ...env, SVC_STORAGE_SCHEMA: `${env.SVC_STORAGE_SCHEMA}_other` };
      const bills = `${other.SVC_STORAGE_SCHEMA}.bills`;
      server.run(
        `CREATE SCHEMA ${other.SVC_STORAGE_SCHEMA}; CREATE TABLE ${bills} (no INT); INSERT INTO ${bills} VALUES (7)`,
      );
      expect(await copy(dataDir, other, 'sqlite', 'postgres')).toEqual(refused('storage_not_empty'));
      expect(server.ask({ sql: `SELECT no FROM ${bills}`, parameters: [] })).toEqual([['7']]);
    },
  );
});
