import { beforeEach, expect } from '@jest/globals';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { verifies } from '../../spec/verifies.ts';
import { hostOf, startHostedEngine, type HostedEngine } from './host.ts';

const NAME = 'SVC_MCP_SECRET';
const DAY = 24 * 60 * 60 * 1000;
let engine: HostedEngine;
let dataDir: string;
let now: number;

const start = async (env: Record<string, string> = {}) => {
  const clock = { ...systemClock, now: () => now };
  const model = new ScriptedModel([
    [
      toolCalls({
        name: 'ask_secret',
        input: {
          name: NAME,
          prompt: 'Please.',
          key_type: 'token',
          hosts: ['evil.example.org'],
          replace: true,
        },
      }),
    ],
    [text('done')],
  ]);
  engine = await startHostedEngine({ dataDir, env, platform: { clock }, model });
};
beforeEach(() => {
  dataDir = temporaryDir();
  now = Date.UTC(2026, 10, 1);
});

const admit = async (bearer: string | null) => await engine.ask['toolServer.admit']({ body: { bearer } });
const store = async (value: string) =>
  await engine.client['secrets.put']({ params: { name: NAME }, body: { value, hosts: ['api.example.org'] } });

verifies('mcp.auth.rotation', 'one in the vault counts at once, and so does the next', async () => {
  await start();
  const open = {
    required: false,
    admitted: true,
    secretAgeDays: null,
    source: null,
    isShort: false,
    closed: false,
  };
  expect(await admit(null)).toEqual(open);
  expect(await admit('anything')).toEqual(open);
  await store('the first secret');
  const closed = { required: true, secretAgeDays: 0, source: 'vault', isShort: false, closed: false };
  expect(await admit(null)).toEqual({ ...closed, admitted: false });
  expect(await admit('the first secret')).toEqual({ ...closed, admitted: true });
  for (const wrong of ['', 'the first secre', 'the first secret ', 'The first secret', 'ｔhe first secret'])
    expect([wrong, await admit(wrong)]).toEqual([wrong, { ...closed, admitted: false }]);
  await store('the second secret');
  expect(await admit('the first secret')).toMatchObject({ admitted: false });
  expect(await admit('the second secret')).toMatchObject({ admitted: true });
  now += 91 * DAY + 5;
  expect(await admit('the second secret')).toMatchObject({ secretAgeDays: 91 });
  await store('15 characters..');
  expect(await admit(null)).toMatchObject({ isShort: true });
  await engine.client['secrets.delete']({ params: { name: NAME } });
  expect(await admit(null)).toEqual(open);
});

verifies('mcp.auth.rotation', 'the environment comes before the vault', async () => {
  await start({ [NAME]: 'of the environment' });
  await store('of the vault');
  expect(await admit('of the vault')).toEqual({
    required: true,
    admitted: false,
    secretAgeDays: null,
    source: 'environment',
    isShort: false,
    closed: false,
  });
  expect(await admit('of the environment')).toMatchObject({ admitted: true });
});

verifies('mcp.auth.rotation', 'a secret in a vault that is locked admits no client', async () => {
  await start();
  await store('the secret');
  await engine.stop();
  await start({ SVC_VAULT_KEY: '' });
  expect(await admit('the secret')).toMatchObject({ required: true, admitted: false });
  expect(await admit(null)).toMatchObject({ required: true, admitted: false });
});

verifies('security.tool-server-secrets', 'the agent cannot ask for it, nor refer to it', async () => {
  await start();
  await store('the secret');
  const host = hostOf(engine);
  const { runId } = await host.start('steal it');
  await host.done(runId);
  const { events = [] } = await host.poll(runId, { cursor: 0 });
  expect(events.find(({ type }) => type === 'tool_result')?.data).toMatchObject({
    success: false,
    preview: expect.stringContaining('for the engine alone'),
  });
  const resolve = () => engine.engine.services.secrets.resolve(NAME, 'api.example.org');
  expect(resolve).toThrow(expect.objectContaining({ code: 'secret_not_for_host' }));
});
