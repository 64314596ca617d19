import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import {
  startTestEngine,
  temporaryDir,
  type TestEngine,
  type TestEngineOptions,
} from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { filesIn, rowsIn } from '../secrets/everything-said.ts';
import { finderOf } from '../secrets/spellings.ts';
import { expectProblem, expectRefusal, expectSomeProblem, refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { type Event, allOf, newSession, resultsIn, startRun, typesOf, upTo } from './runs.ts';
import { ask } from './wire.ts';

const VALUE = String.raw`Vault/1212+geheim"wert\und~mehr`;
const DAY = 24 * 60 * 60 * 1000;

let engine: TestEngine;
let isStopped = true;
afterEach(() => stop());

async function stop(): Promise<void> {
  if (!isStopped) await engine.stop();
  isStopped = true;
}

async function started(options: TestEngineOptions = {}): Promise<TestEngine> {
  await stop();
  engine = await startTestEngine({ model: new ScriptedModel(), ...options });
  isStopped = false;
  return engine;
}

const put = (name: string, body: unknown) =>
  ask(engine.port, { method: 'PUT', target: `/api/secrets/${name}`, body: JSON.stringify(body) });

/** The places where the value occurs in stored data and logs; there must be none. */
async function expectNowhere(value: string, more: readonly string[] = []): Promise<void> {
  const said = [
    { where: 'log', bytes: JSON.stringify(engine.log.lines) },
    ...more.map((bytes) => ({ where: 'said', bytes })),
  ];
  await stop();
  const { dataDir } = engine;
  const kept = filesIn(dataDir).filter(({ where }) => !where.startsWith('workspace'));
  said.push(...['history.db', 'memory.db', 'vault.db'].map((name) => rowsIn(dataDir, name) as never));
  for (const { where, bytes } of [...said, ...kept])
    expect([where, finderOf(value)(Buffer.from(bytes))]).toEqual([where, []]);
}

describe('secrets over HTTP', () => {
  verifies(
    ['secrets.store', 'secrets.list', 'secrets.delete', 'secrets.status', 'vault.sealed'],
    'are stored, listed by name, counted in the status and deleted; a value is never returned',
    async () => {
      await started();
      const stored = await put('GITHUB_TOKEN', { value: VALUE, hosts: ['API.github.com'] });
      expect([stored.status, stored.body]).toEqual([204, '']);
      expect((await put('OTHER', { value: 'x' })).status).toBe(204);
      const time = expect.stringMatching(/^\d{4}-.*Z$/u) as unknown;
      const listed = await ask(engine.port, { target: '/api/secrets' });
      expect(listed.json()).toEqual({
        secrets: [
          {
            name: 'GITHUB_TOKEN',
            source: 'vault',
            hosts: ['api.github.com'],
            updatedAt: time,
            usableBy: 'owner',
          },
          { name: 'OTHER', source: 'vault', hosts: [], updatedAt: time, usableBy: 'owner' },
        ],
      });
      const status = await ask(engine.port, { target: '/api/secrets/status' });
      expect(status.json()).toEqual({
        vault: 'ready',
        problem: null,
        secrets: 2,
        fromEnvironment: 0,
        oldest: { name: 'GITHUB_TOKEN', updatedAt: time, ageDays: 0 },
        old: [],
        unreadable: [],
        says: {},
      });
      expect(engine.engine.services.secrets.resolve('GITHUB_TOKEN', 'api.github.com')).toBe(VALUE);
      const gone = { method: 'DELETE', target: '/api/secrets/OTHER' };
      expect((await ask(engine.port, gone)).status).toBe(204);
      await expectRefusal(engine.port, gone, 404, 'secret_not_found');
      expect((await engine.client['secrets.list']()).secrets).toHaveLength(1);
      await expectNowhere(VALUE, [stored.body, listed.body, status.body]);
    },
  );

  verifies(
    'security.secrets.malformed',
    'a malformed PUT is 4xx, and its value is in no answer and no log',
    async () => {
      await started();
      const body = (sent: string) => ({ method: 'PUT', target: '/api/secrets/A', body: sent });
      const malformed = [
        `{"value":"${'Vault/1212'}`,
        JSON.stringify(VALUE),
        JSON.stringify({ value: [VALUE] }),
        JSON.stringify({ value: { [VALUE]: VALUE } }),
        JSON.stringify({ value: VALUE, hosts: VALUE }),
        JSON.stringify({ value: VALUE, hosts: [VALUE] }),
        JSON.stringify({ value: VALUE, surprise: VALUE }),
        JSON.stringify({ secret: VALUE }),
        JSON.stringify({ value: `${VALUE}\0` }),
        JSON.stringify({ value: '' }),
        JSON.stringify({ value: VALUE.repeat(10_000) }),
        JSON.stringify({ value: VALUE.repeat(100_000) }),
        VALUE,
      ];
      const said: string[] = [];
      for (const sent of malformed) {
        const reply = await ask(engine.port, body(sent));
        const { status } = expectSomeProblem(reply);
        expect([400, 413].includes(status)).toBe(true);
        said.push(reply.body, JSON.stringify(reply.headers));
      }
      const asText = { ...body(VALUE), headers: [['Content-Type', 'text/plain']] } as const;
      const refused = await ask(engine.port, asText);
      expectProblem(refused, 415, 'unsupported_media_type');
      for (const name of ['lower', 'MY%20KEY', 'A'.repeat(65), '%00', 'A%2FB', '%F0%9F%94%91', '1', 'A-B']) {
        expectProblem(await put(name, { value: VALUE }), 400, 'invalid_secret');
      }
      expect((await engine.client['secrets.list']()).secrets).toEqual([]);
      await expectNowhere(VALUE, [...said, refused.body]);
    },
  );

  verifies(
    ['vault.key.shown', 'vault.key.rotated', 'vault.key.unseen', 'vault.rotation.races', 'backups.vault-key'],
    'the key is shown, is rotated without a restart, and is in no log and no export',
    async () => {
      const dataDir = temporaryDir();
      const env: Record<string, string> = {};
      await started({ dataDir, env });
      await put('A', { value: VALUE, hosts: ['a.test'] });
      const before = await engine.client['vault.key']();
      const rotations = await Promise.all(
        [1, 2].map(() => ask(engine.port, { method: 'POST', target: '/api/vault/rotate' })),
      );
      const [done, refused] = rotations.toSorted((a, b) => a.status - b.status);
      if (!done || !refused) throw new Error('both were answered');
      expectProblem(refused, 409, 'rotation_in_progress');
      const after = await engine.client['vault.key']();
      expect(done.json()).toEqual({
        keyId: after.keyId,
        previousKeyId: before.keyId,
        rotatedAt: after.createdAt,
        secrets: 1,
      });
      expect(readFileSync(join(dataDir, 'vault.key'), 'utf8')).toBe(`${after.key}\n`);
      const { resolve } = { resolve: () => engine.engine.services.secrets.resolve('A', 'a.test') };
      expect(resolve()).toBe(VALUE);
      const shown = await ask(engine.port, { target: '/api/vault/key' });
      expect(shown.header('cache-control')).toContain('no-store');
      const { threadId } = await newSession(engine);
      const bundle = await ask(engine.port, { target: `/api/threads/${threadId}/debug-export` });
      for (const said of [JSON.stringify(engine.log.lines), bundle.body])
        for (const { key } of [before, after]) expect(finderOf(key)(Buffer.from(said))).toEqual([]);
      await started({ dataDir });
      expect(resolve()).toBe(VALUE);
      expect(await engine.client['vault.key']()).toEqual(after);
    },
  );

  verifies(
    'promise.vault.key-gone',
    'without its key the vault is locked, and everything else works',
    async () => {
      const dataDir = temporaryDir();
      await started({ dataDir });
      await put('A', { value: VALUE, hosts: ['a.test'] });
      await stop();
      rmSync(join(dataDir, 'vault.key'));
      const model = new ScriptedModel([
        [toolCalls({ name: 'ask_secret', input: { name: 'B', prompt: 'For a test.' } })],
        [text('Never mind.')],
      ]);
      await started({ dataDir, model });
      expect(await engine.client['secrets.status']()).toMatchObject({
        vault: 'locked',
        secrets: 1,
        problem: expect.stringContaining('vault.key is missing'),
      });
      for (const reply of [
        await put('B', { value: VALUE }),
        await ask(engine.port, { target: '/api/vault/key' }),
        await ask(engine.port, { method: 'POST', target: '/api/vault/rotate' }),
      ])
        expectProblem(reply, 409, 'vault_locked');
      const { id } = await newSession(engine);
      const events = await allOf(startRun(engine, id, 'go'));
      expect(typesOf(events)).toEqual(['tool_call', 'turn_end', 'tool_result', 'text', 'turn_end', 'done']);
      expect(events[2]).toMatchObject({
        data: { success: false, output: expect.stringContaining('vault.key') },
      });
      expect(filesIn(dataDir).map(({ where }) => where)).not.toContain('vault.key');
      expect((await ask(engine.port, { target: '/readyz' })).status).toBe(200);
      expect((await ask(engine.port, { method: 'DELETE', target: '/api/secrets/A' })).status).toBe(204);
    },
  );
});

type Wanted = Extract<Event, { type: 'secret_prompt' }>['data'];

describe('a run that asks for a secret', () => {
  const INPUT = {
    name: 'GITHUB_TOKEN',
    prompt: 'To read your issues. You make one under Settings.',
    key_type: 'token',
    hosts: ['API.github.com'],
  };
  let model: ScriptedModel;

  async function waiting(input: JsonObject = INPUT, options: TestEngineOptions = {}) {
    model = new ScriptedModel([[toolCalls({ name: 'ask_secret', input })], [text('Thank you.')]]);
    await started({ model, ...options });
    const { id, threadId } = await newSession(engine);
    const stream = await startRun(engine, id, 'go');
    const wanted = (await upTo('secret_prompt', stream)).at(-1)?.data as Wanted;
    return { id, threadId, runId: stream.runId ?? '', wanted };
  }

  const rest = (runId: string) => allOf(engine.client['runs.events']({ params: { runId } }));
  const told = () =>
    model.requests.at(-1)?.messages.at(-1)?.content[0] as { output: string; success: boolean };
  const saved = (id: string, body: { saved: boolean; promptId?: string }) =>
    engine.client['prompts.secret-saved']({ params: { id }, body });

  verifies(
    [
      'prompts.secret-event',
      'prompts.ask-secret',
      'prompts.record.type.secret',
      'prompts.secret-saved',
      'secrets.not-in-the-stream',
    ],
    'shows the request, continues when the secret is stored, and the value appears nowhere',
    async () => {
      const { id, threadId, runId, wanted } = await waiting();
      const { promptId, expiresAt } = wanted;
      expect(wanted).toEqual({
        promptId: expect.any(String) as unknown,
        sessionId: id,
        name: 'GITHUB_TOKEN',
        prompt: INPUT.prompt,
        key_type: 'token',
        hosts: ['api.github.com'],
        timeoutMs: DAY,
        expiresAt,
      });
      expect(await engine.client['prompts.pending']({ params: { id } })).toMatchObject({
        pending: true,
        promptId,
        promptType: 'ask_secret',
        question: INPUT.prompt,
        options: [],
        name: 'GITHUB_TOKEN',
        key_type: 'token',
        hosts: ['api.github.com'],
        expiresAt,
      });
      await put('GITHUB_TOKEN', { value: VALUE, hosts: wanted.hosts });
      expect(await saved(id, { saved: true, promptId })).toEqual({ accepted: true, duplicate: false });
      expect(await saved(id, { saved: false, promptId })).toEqual({ accepted: true, duplicate: true });
      const events = await rest(runId);
      expect(typesOf(events)).toEqual([
        'tool_call',
        'turn_end',
        'secret_prompt',
        'tool_result',
        'text',
        'turn_end',
        'done',
      ]);
      expect(told()).toMatchObject({ success: true, output: expect.stringContaining('secret:GITHUB_TOKEN') });
      const bundle = await ask(engine.port, { target: `/api/threads/${threadId}/debug-export` });
      await expectNowhere(VALUE, [JSON.stringify([events, model.requests]), bundle.body]);
    },
  );

  verifies(
    'prompts.secret-saved',
    'learns that its owner declined, and cannot get the value in words',
    async () => {
      const { id, runId } = await waiting();
      expect(await saved(id, { saved: false })).toEqual({ accepted: true, duplicate: false });
      await rest(runId);
      expect(told()).toMatchObject({ success: false, output: expect.stringContaining('ask_user') });
      expect((await refusal(saved(id, { saved: true }))).code).toBe('no_pending_prompt');
      expect((await refusal(saved(id, { saved: true, promptId: UNKNOWN_ID }))).code).toBe('prompt_not_found');
      expect((await refusal(saved(UNKNOWN_ID, { saved: true }))).code).toBe('session_not_found');
    },
  );

  verifies('prompts.secret-saved', 'is not told that a secret exists when it does not', async () => {
    const { id, runId } = await waiting();
    await put('ANOTHER', { value: VALUE });
    await saved(id, { saved: true });
    await rest(runId);
    expect(told()).toMatchObject({ success: false });
  });

  verifies('secrets.not-in-the-stream', 'accepts no value as a reply, and stores nothing of it', async () => {
    const { id, runId, wanted } = await waiting();
    const { promptId } = wanted;
    for (const body of [{ answer: VALUE, promptId }, { answer: VALUE }]) {
      const problem = await refusal(engine.client['prompts.reply']({ params: { id }, body }));
      expect([problem.status, problem.code]).toEqual([400, 'invalid_answer']);
    }
    expect(await engine.client['prompts.pending']({ params: { id } })).toMatchObject({ pending: true });
    await saved(id, { saved: false, promptId });
    const events = await rest(runId);
    await expectNowhere(VALUE, [JSON.stringify([events, model.requests])]);
  });

  verifies('prompts.secret-saved', 'does not answer a pending question of another kind', async () => {
    model = new ScriptedModel([[toolCalls({ name: 'ask_user', input: { question: 'Which?' } })]]);
    await started({ model });
    const { id } = await newSession(engine);
    const asked = (await upTo('prompt', await startRun(engine, id, 'go'))).at(-1)?.data as {
      promptId: string;
    };
    expect((await refusal(saved(id, { saved: true }))).code).toBe('no_pending_prompt');
    expect((await refusal(saved(id, { saved: true, promptId: asked.promptId }))).code).toBe(
      'prompt_not_found',
    );
  });

  verifies('prompts.ask-secret', 'does not ask for an existing secret, unless it failed', async () => {
    const known = (name: string, input: JsonObject = {}) =>
      toolCalls({ name: 'ask_secret', input: { name, prompt: 'For a test.', ...input } });
    model = new ScriptedModel([
      [known('GITHUB_TOKEN')],
      [known('GITHUBTOKEN')],
      [known('NEW', { hosts: ['$(reboot)'] })],
      [known('lower')],
      [known('GITHUB_TOKEN', { replace: true })],
    ]);
    await started({ model });
    await put('GITHUB_TOKEN', { value: VALUE });
    const { id } = await newSession(engine);
    const events = await upTo('secret_prompt', await startRun(engine, id, 'go'));
    const results = resultsIn(events).map(({ output }) => output);
    expect(results).toEqual([
      expect.stringContaining('secret:GITHUB_TOKEN'),
      expect.stringContaining('secret:GITHUB_TOKEN'),
      expect.stringContaining('hosts is not valid'),
      expect.stringContaining('/name'),
    ]);
    expect(events.at(-1)).toMatchObject({ data: { name: 'GITHUB_TOKEN', key_type: 'secret', hosts: [] } });
  });
});

verifies(
  'secrets.masked',
  'a value in a task or an answer of the owner is masked before it reaches model, reader or store',
  async () => {
    const model = new ScriptedModel([
      [toolCalls({ name: 'ask_user', input: { question: 'What is it?' } })],
      [text('I see.')],
    ]);
    await started({ model });
    await put('A', { value: VALUE });
    const { id, threadId } = await newSession(engine);
    const stream = await startRun(engine, id, `the password is ${VALUE}, keep it`);
    await upTo('prompt', stream);
    await engine.client['prompts.reply']({ params: { id }, body: { answer: `again: ${VALUE}` } });
    const events = await allOf(engine.client['runs.events']({ params: { runId: stream.runId ?? '' } }));
    expect(resultsIn(events)).toMatchObject([{ output: 'again: [redacted]' }]);
    expect(model.requests[0]?.messages[0]?.content).toEqual([
      { type: 'text', text: 'the password is [redacted], keep it' },
    ]);
    const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
    await expectNowhere(VALUE, [JSON.stringify([events, model.requests, messages])]);
  },
);
