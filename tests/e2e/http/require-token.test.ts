import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import {
  startTestEngine,
  temporaryDir,
  type TestEngine,
  type TestEngineOptions,
} from '../../harness/in-process-engine.ts';
import { spawnEngine, spawnSvc } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal } from './problems.ts';
import { ask, type Asked } from './wire.ts';

let engine: TestEngine | undefined;

async function started(options: TestEngineOptions = {}): Promise<TestEngine> {
  await engine?.stop();
  engine = await startTestEngine({ model: new ScriptedModel(), ...options });
  return engine;
}
const bearer = (token: string): NonNullable<Asked['headers']> => [['Authorization', `Bearer ${token}`]];
const statusOf = async (port: number, headers: Asked['headers'] = []): Promise<number> =>
  (await ask(port, { target: '/api/vault/key', headers })).status;

verifies(
  'auth.require-token',
  'it closes the port from the next request on, and opens it with the token',
  async () => {
    const at = await started();
    expect(await statusOf(at.port)).toBe(200);
    await at.client['config.set']({ body: { require_token: true } });
    await expectRefusal(at.port, { target: '/api/vault/key' }, 401, 'unauthenticated');
    await expectRefusal(at.port, { target: '/api/auth/token' }, 401, 'unauthenticated');
    expect((await ask(at.port, { target: '/api/login' })).json()).toEqual({
      required: true,
      loggedIn: false,
    });
    const { token } = await at.engine.services.auth.token();
    expect(await statusOf(at.port, bearer(token))).toBe(200);
    const open = { method: 'PUT', target: '/api/config', body: '{"require_token":null}' };
    await expectRefusal(at.port, open, 401, 'unauthenticated');
    expect((await ask(at.port, { ...open, headers: bearer(token) })).status).toBe(200);
    expect(await statusOf(at.port)).toBe(200);
  },
);

verifies(
  'auth.require-token',
  'a project file cannot set it, and a mistake in the user file does not unset it',
  async () => {
    const projectDir = temporaryDir();
    const dataDir = temporaryDir();
    mkdirSync(join(projectDir, '.svc'));
    writeFileSync(join(projectDir, '.svc', 'config.json'), '{"require_token":true}');
    expect(await statusOf((await started({ projectDir })).port)).toBe(200);
    for (const text of [
      '{"require_token": true, "nonsense": 1}',
      '{"require_token":true,',
      '{"require_token":true}',
    ]) {
      writeFileSync(join(dataDir, 'config.json'), text);
      expect([text, await statusOf((await started({ dataDir })).port)]).toEqual([text, 401]);
    }
    writeFileSync(join(dataDir, 'config.json'), '{"require_token":false, "nonsense": 1}');
    expect(await statusOf((await started({ dataDir })).port)).toBe(200);
  },
);

verifies('auth.require-token', 'the terminal says how to read the token, and needs none', async () => {
  const dataDir = temporaryDir();
  writeFileSync(join(dataDir, 'config.json'), '{"require_token":true}');
  const running = await spawnEngine(dataDir);
  const port = Number(new URL(running.baseUrl).port);
  expect(await statusOf(port)).toBe(401);
  const { code, stdout } = await spawnSvc(['token'], { SVC_DATA_DIR: dataDir }).finished;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^[\w-]{43}\n$/u)]);
  expect(await statusOf(port, bearer(stdout.trim()))).toBe(200);
  expect(running.output.stderr).toContain('"svc token"');
  expect(running.output.stderr).not.toContain(stdout.trim());
  const opened = await spawnSvc(['config', 'set', 'require_token', 'false'], { SVC_DATA_DIR: dataDir })
    .finished;
  expect([opened.code, opened.stderr]).toEqual([
    0,
    expect.stringContaining(
      'It takes effect with the next request to the port. While it is true, that needs the token',
    ),
  ]);
  expect(await statusOf(port)).toBe(200);
  running.process.kill('SIGTERM');
  expect(await running.finished).toMatchObject({ code: 0 });
});

verifies('auth.remote-client', 'a client from another machine needs the token on loopback, too', async () => {
  const at = await started({ env: { SVC_TRUST_PROXY: '127.0.0.1' } });
  expect(await statusOf(at.port)).toBe(200);
  expect(await statusOf(at.port, [['X-Forwarded-For', '127.0.0.1']])).toBe(200);
  for (const from of ['203.0.113.9', '127.0.0.1, 203.0.113.9', '203.0.113.9, 127.0.0.1', '10.0.0.1'])
    expect([from, await statusOf(at.port, [['X-Forwarded-For', from]])]).toEqual([from, 401]);
  const { token } = await at.engine.services.auth.token();
  expect(await statusOf(at.port, [...bearer(token), ['X-Forwarded-For', '203.0.113.9']])).toBe(200);
  const untrusting = await started();
  expect(await statusOf(untrusting.port, [['X-Forwarded-For', '203.0.113.9']])).toBe(200);
  expect(await statusOf(untrusting.port, [['Svc-Remote-Client', '1']])).toBe(401);
});
