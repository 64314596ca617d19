import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { temporaryDir, type TestEngine, type TestEngineOptions } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import * as sending from './sending.ts';
import { ask } from './wire.ts';

let last: TestEngine | undefined;
async function started(options: TestEngineOptions): Promise<TestEngine> {
  await last?.stop();
  last = (await sending.started({ model: new ScriptedModel(), ...options })).engine;
  return last;
}

verifies(
  ['auth.token', 'auth.token.file', 'auth.token.closes-nothing', 'auth.token.unseen'],
  'it is generated once and kept in a private file, and the port stays open',
  async () => {
    const dataDir = temporaryDir();
    const file = join(dataDir, 'token.json');
    const first = await started({ dataDir });
    const all = await Promise.all(Array.from({ length: 5 }, () => first.client['auth.token']()));
    const [made] = all;
    expect(made).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/u),
      createdAt: expect.stringMatching(/Z$/u),
    });
    for (const again of all) expect(again).toEqual(made);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await ask(first.port, { target: '/api/threads' })).status).toBe(200);
    const withAny = { target: '/api/threads', headers: [['Authorization', 'Bearer another']] } as const;
    expect((await ask(first.port, withAny)).status).toBe(200);
    const again = await started({ dataDir });
    expect(await again.client['auth.token']()).toEqual(made);
    expect(JSON.stringify([first.log.lines, again.log.lines])).not.toContain(made?.token);
  },
);

verifies('auth.token', 'a token from the environment is the only valid one', async () => {
  const dataDir = temporaryDir();
  const { token: generated } = await (await started({ dataDir })).client['auth.token']();
  const at = await started({ dataDir, env: { SVC_HTTP_TOKEN: 'given-token' } });
  const asked = (token: string) =>
    ask(at.port, { target: '/api/auth/token', headers: [['Authorization', `Bearer ${token}`]] });
  expect((await asked('given-token')).json()).toEqual({ token: 'given-token', createdAt: null });
  expectProblem(await asked(generated), 401, 'unauthenticated');
  await expectRefusal(at.port, { target: '/api/auth/token' }, 401, 'unauthenticated');
});
