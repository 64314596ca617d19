// PostgreSQL as the storage of a whole engine: real processes, a real server.
import { beforeAll, describe, expect } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { describeInPostgres } from '../../harness/in-postgres.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine, spawnSvc, type Finished } from '../../harness/spawned-engine.ts';
import { cuttingProxy } from '../../servers/cutting-proxy.ts';
import { oldPostgres } from '../../servers/old-postgres.ts';
import { startPostgres, type Postgres } from '../../servers/postgres.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';
import { until } from '../http/wire.ts';

const PASSWORD = 'unprinted~by~anybody';

const started = (env: Record<string, string>): Promise<Finished> =>
  spawnSvc(['--http-api'], { SVC_HTTP_PORT: '0', SVC_DATA_DIR: temporaryDir(), ...env }).finished;

describe('the settings of the storage', () => {
  verifies(
    ['storage.settings', 'cli.exit-codes'],
    'an address that is none, or of something else, ends the start with 78, and its password is not printed',
    async () => {
      for (const [env, says] of [
        [{ SVC_STORAGE_URL: `postgres://svc:${PASSWORD}@:x/svc` }, /must be the address of a PostgreSQL/u],
        [{ SVC_STORAGE_URL: `postgres:///svc?password=${PASSWORD}` }, /must be the address of a PostgreSQL/u],
        [{ SVC_STORAGE_URL: `postgres://svc:${PASSWORD}@db/svc?options=-c` }, /without "options"/u],
        [{ SVC_STORAGE_URL: `mysql://svc:${PASSWORD}@db/svc` }, /begins with "mysql:"/u],
        [{ SVC_STORAGE_SCHEMA: 'Svc' }, /SVC_STORAGE_SCHEMA is "Svc"/u],
        [{ SVC_STORAGE_SCHEMA: 'pg_svc' }, /SVC_STORAGE_SCHEMA is "pg_svc"/u],
      ] as const) {
        const { code, stdout, stderr } = await started(env);
        expect([code, stdout]).toEqual([78, '']);
        expect(stderr).toMatch(/^svc: [^\n]+\n$/u);
        expect(stderr).toMatch(says);
        expect(stderr).not.toContain(PASSWORD);
      }
    },
  );

  verifies('storage.settings', 'without the package pg the start says how to install it', async () => {
    const { code, stderr } = await started({
      SVC_STORAGE_URL: `postgres://svc:${PASSWORD}@127.0.0.1:9/svc`,
      NODE_OPTIONS: withoutDriver,
    });
    expect([code, stderr]).toEqual([78, expect.stringContaining('npm install pg')]);
    expect(stderr).not.toContain(PASSWORD);
  });
});

/** The package `pg` is not there. */
const withoutDriver = `--import=data:text/javascript,${encodeURIComponent(
  "import {registerHooks} from 'node:module'; registerHooks({resolve: (name, at, next) => { if (name === 'pg') throw Object.assign(new Error('no pg'), {code: 'ERR_MODULE_NOT_FOUND'}); return next(name, at); }});",
)}`;

describe('an engine whose data is in files', () => {
  verifies('storage.settings', 'does not need the package pg, and loads nothing of it', async () => {
    const engine = await spawnEngine(temporaryDir(), { SVC_STORAGE_URL: '', NODE_OPTIONS: withoutDriver });
    const { sessionId } = await engine.client['sessions.create']({ body: {} });
    const stream = engine.client['runs.start']({ params: { id: sessionId }, body: { task: 'help' } });
    expect((await allOf(stream)).at(-1)?.type).toBe('done');
    expect(await exited(engine)).toMatchObject({ code: 0 });
  });
});

describeInPostgres('an engine on PostgreSQL', () => {
  let server: Postgres;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  const place = (url = server.url) => ({ SVC_STORAGE_URL: url, SVC_STORAGE_SCHEMA: `s${(schemas += 1)}` });

  verifies(
    'storage.settings',
    'what it was told is there after a restart, and no database in the data directory',
    async () => {
      const [dataDir, env] = [temporaryDir(), place()];
      const first = await spawnEngine(dataDir, env);
      const { sessionId, threadId } = await first.client['sessions.create']({ body: {} });
      const stream = first.client['runs.start']({ params: { id: sessionId }, body: { task: 'help' } });
      expect((await allOf(stream)).at(-1)?.type).toBe('done');
      expect(await exited(first)).toMatchObject({ code: 0 });
      const again = await spawnEngine(dataDir, env);
      const { messages } = await again.client['threads.messages']({ params: { id: threadId } });
      expect(messages).toHaveLength(2);
      expect(existsSync(join(dataDir, 'vault.key'))).toBe(true);
    },
  );

  const asked = async (baseUrl: string, path: string) => {
    const answer = await fetch(`${baseUrl}${path}`);
    return [answer.status, (await answer.json()) as Record<string, unknown>] as const;
  };

  verifies('storage.settings', 'its metrics tell what is asked of the server', async () => {
    const engine = await spawnEngine(temporaryDir(), place());
    const { metrics } = await engine.client['metrics.get']({});
    const names = metrics.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['svc_storage_connections{state="idle"}', 'svc_storage_round_trips_total']),
    );
  });

  verifies(
    ['storage.settings', 'cli.exit-codes'],
    'the key of the vault belongs to the data: an engine with another one does not start',
    async () => {
      const env = place();
      const first = await spawnEngine(temporaryDir(), env);
      expect(await exited(first)).toMatchObject({ code: 0 });
      const { code, stderr } = await started(env);
      expect([code, stderr]).toEqual([78, expect.stringContaining('sealed with another vault key')]);
    },
  );

  verifies('storage.round-trips', 'a run that reads in each turn takes at most three a turn', async () => {
    const reads = Array.from({ length: 20 }, (_, nth) => [
      toolCalls({ name: 'list_files', input: { path: `folder-${nth}` } }),
    ]);
    const model = new ScriptedModel([...reads, [text('Nothing there.')]]);
    const engine = await startTestEngine({ model, env: place(), isFirstStart: true });
    const roundTrips = async () => {
      const { metrics } = await engine.client['metrics.get']({});
      return metrics.find(({ name }) => name === 'svc_storage_round_trips_total')?.value ?? NaN;
    };
    const session = await newSession(engine);
    const before = await roundTrips();
    expect((await allOf(startRun(engine, session.id, 'look everywhere'))).at(-1)?.type).toBe('done');
    // With its beginning and its end.
    expect((await roundTrips()) - before).toBeLessThanOrEqual(3 * (reads.length + 1));
  });

  verifies(['storage.lease', 'cli.exit-codes'], 'a second engine on a schema does not start', async () => {
    const env = { ...place(), SVC_VAULT_KEY: 'a'.repeat(64) };
    const first = await spawnEngine(temporaryDir(), env);
    const { code, stderr } = await started(env);
    expect([code, stderr]).toEqual([78, expect.stringContaining('Another engine uses the schema')]);
    expect(await first.client['health.ready']()).toEqual({ status: 'ready', storage: 'postgres' });
    expect(await exited(first)).toMatchObject({ code: 0 });
    // Who has stopped in order is not waited for.
    expect(await exited(await spawnEngine(temporaryDir(), env))).toMatchObject({ code: 0 });
  });

  verifies(
    'storage.named',
    'status, readiness and metrics name where the data is, without a password',
    async () => {
      const env = place(server.url.replace('svc@', `svc:${PASSWORD}@`));
      const [dataDir, folder] = [temporaryDir(), new URL(server.url).searchParams.get('host') ?? ''];
      const engine = await spawnEngine(dataDir, env);
      const storage = { server: `${folder}:5432`, database: 'postgres', schema: env.SVC_STORAGE_SCHEMA };
      expect(await engine.client['engine.status']()).toMatchObject({ storage });
      expect(await engine.client['health.ready']()).toEqual({ status: 'ready', storage: 'postgres' });
      const inText = await (
        await fetch(`${engine.baseUrl}/api/metrics`, { headers: { accept: 'text/plain' } })
      ).text();
      expect(inText).toContain(`schema=\\"${storage.schema}\\"`);
      const { stdout } = await spawnSvc(['status'], { SVC_DATA_DIR: dataDir, ...env }).finished;
      expect(stdout).toContain(
        `Its data is in PostgreSQL: ${folder}:5432, database postgres, schema ${storage.schema}.`,
      );
      const status = JSON.stringify(await engine.client['engine.status']());
      for (const told of [inText, stdout, status, engine.output.stderr]) expect(told).not.toContain(PASSWORD);
      expect(await exited(engine)).toMatchObject({ code: 0 });
    },
  );

  verifies(
    'storage.lease',
    'one that stood still while another took over writes nothing when it goes on',
    async () => {
      const env = { ...place(), SVC_VAULT_KEY: 'b'.repeat(64) };
      const first = await spawnEngine(temporaryDir(), env);
      const { threadId } = await first.client['sessions.create']({ body: {} });
      first.process.kill('SIGSTOP');
      // It waits for the end of the lease.
      const second = await spawnEngine(temporaryDir(), env);
      expect((await second.client['threads.list']({})).threads.map((one) => one.threadId)).toEqual([
        threadId,
      ]);
      first.process.kill('SIGCONT');
      const title = first.client['threads.set']({ params: { id: threadId }, body: { title: 'too late' } });
      await expect(title).rejects.toMatchObject({ problem: { code: 'storage_taken', status: 503 } });
      expect(await second.client['threads.get']({ params: { id: threadId } })).not.toMatchObject({
        title: 'too late',
      });
      await until(
        'it knows',
        async () => (await asked(first.baseUrl, '/readyz'))[1]['code'] === 'storage_taken',
      );
      expect(await second.client['health.ready']()).toEqual({ status: 'ready', storage: 'postgres' });
    },
  );

  verifies(
    'storage.away',
    'where the server is away at the start, it answers 503 until the server is there',
    async () => {
      const proxy = await cuttingProxy(server.socket);
      proxy.isAway = true;
      const dataDir = temporaryDir();
      const url = `postgres://svc:${PASSWORD}@127.0.0.1:${proxy.port}/postgres`;
      const engine = spawnSvc(['--http-api'], { SVC_HTTP_PORT: '0', SVC_DATA_DIR: dataDir, ...place(url) });
      const at = () => /refuses everything at (http:\/\/\S+?)\/ until/u.exec(engine.output.stderr)?.[1] ?? '';
      await until('it waits', () => at() !== '');
      for (const path of ['/readyz', '/api/threads'])
        expect(await asked(at(), path)).toEqual([
          503,
          expect.objectContaining({ code: 'not_ready', reason: 'storage_unavailable' }),
        ]);
      expect((await asked(at(), '/health'))[0]).toBe(200);
      proxy.isAway = false;
      await until('it is ready', async () => (await asked(at(), '/readyz'))[0] === 200);
      expect((await asked(at(), '/api/threads'))[0]).toBe(200);
      const { stdout, stderr, code } = await exited(engine);
      expect([code, stdout]).toEqual([0, '']);
      expect(stderr).not.toContain(PASSWORD);
    },
  );

  verifies('storage.settings', 'a server older than 15 ends the start with 78', async () => {
    const port = await oldPostgres('140011');
    const { code, stderr } = await started({
      SVC_STORAGE_URL: `postgres://svc:${PASSWORD}@127.0.0.1:${port}/svc`,
    });
    expect([code, stderr]).toEqual([78, expect.stringMatching(/PostgreSQL 14; 15 or newer/u)]);
    expect(stderr).not.toContain(PASSWORD);
  });

  verifies('storage.settings', 'a schema with tables of another program is not taken', async () => {
    server.run(
      "CREATE SCHEMA shop; CREATE TABLE shop.threads (colour TEXT); INSERT INTO shop.threads VALUES ('red')",
    );
    const tables = () =>
      server.ask({
        sql: "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('shop')",
        parameters: [],
      });
    const { code, stderr } = await started({ ...place(), SVC_STORAGE_SCHEMA: 'shop' });
    expect([code, stderr]).toEqual([78, expect.stringContaining('SVC_STORAGE_SCHEMA')]);
    expect(tables()).toEqual([['threads']]);
  });

  verifies('storage.settings', 'a command that only looks makes neither a schema nor a key', async () => {
    const [dataDir, env] = [temporaryDir(), place()];
    const hasSchema = () =>
      server.ask({ sql: 'SELECT to_regnamespace($1) IS NOT NULL', parameters: [env.SVC_STORAGE_SCHEMA] });
    const looking = async () =>
      await spawnSvc(['threads', '--json'], { SVC_DATA_DIR: dataDir, ...env }).finished;
    const nothing = await looking();
    expect([nothing.code, JSON.parse(nothing.stdout)]).toEqual([0, expect.objectContaining({ threads: [] })]);
    expect([hasSchema(), existsSync(join(dataDir, 'vault.key'))]).toEqual([[['f']], false]);
    const engine = await spawnEngine(dataDir, env);
    const { threadId } = await engine.client['sessions.create']({ body: {} });
    expect(await exited(engine)).toMatchObject({ code: 0 });
    expect((await looking()).stdout).toContain(threadId);
  });

  verifies(
    'storage.away',
    'a full disk of the server is told as one, and the engine goes on with room',
    async () => {
      const env = place();
      const engine = await spawnEngine(temporaryDir(), env);
      const { threadId } = await engine.client['sessions.create']({ body: {} });
      const titled = async (title: string) =>
        await engine.client['threads.set']({ params: { id: threadId }, body: { title } });
      // As the server says it where it cannot write.
      server.run(`SET search_path = ${env.SVC_STORAGE_SCHEMA};
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE ''could not extend file: No space left on device'' USING ERRCODE = ''53100''; END';
      CREATE TRIGGER full_disk BEFORE UPDATE ON threads FOR EACH ROW EXECUTE FUNCTION full_disk()`);
      await expect(titled('no room')).rejects.toMatchObject({ problem: { code: 'disk_full', status: 507 } });
      server.run(`DROP TRIGGER full_disk ON ${env.SVC_STORAGE_SCHEMA}.threads`);
      expect(await titled('room')).toMatchObject({ title: 'room' });
      expect(await exited(engine)).toMatchObject({ code: 0 });
    },
  );

  verifies(
    'storage.away',
    'a network that goes silent is given up, and what it swallowed is done once',
    async () => {
      const proxy = await cuttingProxy(server.socket);
      const env = place(`postgres://svc@127.0.0.1:${proxy.port}/postgres`);
      const engine = await spawnEngine(temporaryDir(), env);
      const { threadId, sessionId } = await engine.client['sessions.create']({ body: {} });
      proxy.isStalled = true;
      // It is carried out, and nobody hears of it.
      const run = engine.client['runs.start']({ params: { id: sessionId }, body: { task: 'help' } });
      await until('it is given up', async () => (await asked(engine.baseUrl, '/readyz'))[0] === 503);
      proxy.isStalled = false;
      expect((await allOf(run)).at(-1)?.type).toBe('done');
      const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
      expect(await exited(engine)).toMatchObject({ code: 0 });
    },
  );

  verifies('storage.away', 'whoever stops it while it waits need not wait', async () => {
    const proxy = await cuttingProxy(server.socket);
    proxy.isAway = true;
    const url = `postgres://svc@127.0.0.1:${proxy.port}/postgres`;
    const engine = spawnSvc(['--http-api'], {
      SVC_HTTP_PORT: '0',
      SVC_DATA_DIR: temporaryDir(),
      ...place(url),
    });
    await until('it waits', () => engine.output.stderr.includes('until then'));
    expect(await exited(engine)).toMatchObject({ code: 0 });
  });

  verifies(
    'storage.away',
    'where the server is killed meanwhile, it refuses, goes on, and lost nothing',
    async () => {
      const own = await startPostgres();
      const engine = await spawnEngine(temporaryDir(), place(own.url));
      const { threadId, sessionId } = await engine.client['sessions.create']({ body: {} });
      const run = await engine.client['runs.start']({
        params: { id: sessionId },
        body: { task: 'count to 2000' },
      });
      await own.kill();
      await until('it knows', async () => (await asked(engine.baseUrl, '/readyz'))[0] === 503);
      expect(await asked(engine.baseUrl, '/api/threads')).toEqual([
        503,
        expect.objectContaining({ code: 'storage_unavailable', retryAfterMs: 1_000 }),
      ]);
      expect((await asked(engine.baseUrl, '/api/metrics'))[0]).toBe(200);
      await own.restart();
      await until('it is ready', async () => (await asked(engine.baseUrl, '/readyz'))[0] === 200);
      // The run has waited.
      const events = await allOf(engine.client['runs.events']({ params: { runId: run.runId ?? '' } }));
      expect(events.at(-1)?.type).toBe('done');
      expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
      expect(await engine.client['threads.get']({ params: { id: threadId } })).toMatchObject({ threadId });
    },
  );
});
