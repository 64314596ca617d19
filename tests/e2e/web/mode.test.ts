import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, spawnSvc, type Spawned } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from '../http/problems.ts';
import { ask, until } from '../http/wire.ts';

/** `--web`, once it listens. */
async function spawnWeb(env: Record<string, string>): Promise<Spawned & { readonly port: number }> {
  const spawned = spawnSvc(['--web'], { SVC_WEB_PORT: '0', ...env });
  const port = () => Number(/listening on http:\/\/\S+?:(\d+)\//u.exec(spawned.output.stderr)?.[1]);
  await until('it listens', () => port() > 0 || spawned.process.exitCode !== null);
  expect(spawned.process.exitCode).toBeNull();
  return { ...spawned, port: port() };
}

async function engineOn(dataDir: string, port = '0'): Promise<Spawned & { readonly port: number }> {
  const spawned = await spawnEngine(dataDir, { SVC_HTTP_PORT: port });
  return { ...spawned, port: Number(new URL(spawned.baseUrl).port) };
}

/** All headers but those that differ between two answers. */
const steady = (headers: readonly (readonly [string, string])[]) =>
  headers.filter(([name]) => !['date', 'x-request-id', 'last-modified', 'etag'].includes(name)).toSorted();

verifies('web.files', 'it serves the page without an engine and without a data directory', async () => {
  const home = temporaryDir();
  const web = await spawnWeb({ HOME: home, SVC_DATA_DIR: join(home, 'data') });
  const page = await ask(web.port);
  expect([page.status, page.header('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  await expectRefusal(web.port, { target: '/nothing' }, 404, 'not_found');
  await expectRefusal(web.port, { target: '/api/threads' }, 502, 'engine_unreachable');
  const engine = await engineOn(join(home, 'other'));
  const asset = /(?:src|href)="(?<path>[^"]*assets\/[^"]+)"/u.exec(page.body)?.groups?.['path'] ?? '';
  expect((await ask(web.port, { target: asset })).header('cache-control')).toMatch(/immutable/u);
  for (const target of ['/', asset, '/nothing']) {
    const [here, there] = await Promise.all([ask(web.port, { target }), ask(engine.port, { target })]);
    expect(steady(here.headers)).toEqual(steady(there.headers));
  }
  web.process.kill('SIGTERM');
  expect(await web.finished).toMatchObject({ code: 0, stdout: '' });
  expect([existsSync(join(home, 'data')), readdirSync(home)]).toEqual([false, ['other']]);
});

verifies(
  'web.unreachable',
  'a killed engine is 502, and the next one on its port is served at once',
  async () => {
    const dataDir = temporaryDir();
    const engine = await engineOn(dataDir);
    const web = await spawnWeb({ SVC_API_URL: `http://127.0.0.1:${engine.port}` });
    const threads = () => ask(web.port, { target: '/api/threads' });
    expect((await threads()).status).toBe(200);
    engine.process.kill('SIGKILL');
    await engine.finished;
    expectProblem(await threads(), 502, 'engine_unreachable');
    await expectRefusal(web.port, { target: '/readyz' }, 502, 'engine_unreachable');
    await engineOn(dataDir, String(engine.port));
    expect((await threads()).status).toBe(200);
  },
);

verifies('web.files', 'what cannot work is refused with a sentence', async () => {
  const web = await spawnWeb({});
  for (const [args, env, code, name] of [
    [['--web'], { SVC_API_URL: 'http://127.0.0.1:3100/api' }, 78, 'SVC_API_URL'],
    [['--web'], { SVC_WEB_PORT: String(web.port) }, 78, 'SVC_WEB_PORT'],
    [['--web', '--http-api'], {}, 2, '--web'],
    [['--web', 'status'], {}, 2, '--web'],
  ] as const) {
    const ended = await spawnSvc(args, { SVC_WEB_PORT: '0', ...env }).finished;
    expect([args, env, ended.code]).toEqual([args, env, code]);
    expect(ended.stderr).toContain(name);
  }
});
