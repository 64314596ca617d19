import { expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { startGoodToolServer } from '../../servers/tool-servers/good.ts';
import { until } from '../http/wire.ts';
import { connectedTo } from '../tool-servers/engine-with.ts';

const COLOURS = { question: 'Which colour?', options: ['red', 'blue'] };

/** An engine that was stopped while a question waited, and started again. */
async function restarted(input: Readonly<Record<string, unknown>>) {
  const dataDir = temporaryDir();
  const model = new ScriptedModel([
    [toolCalls({ name: 'ask_user', input: input as JsonObject })],
    ...Array.from({ length: 4 }, () => [text('Noted.')]),
  ]);
  const open = async () => model;
  const first = await startRestartable({ dataDir, models: { open } });
  await first.client['config.set']({ body: { memory_extraction: false } });
  const { sessionId, threadId } = await first.client['sessions.create']({ body: {} });
  await first.client['runs.start']({ params: { id: sessionId }, body: { task: 'Paint' } });
  await until('it asks', async () => (await first.client['prompts.list']()).prompts.length === 1);
  const [asked] = (await first.client['prompts.list']()).prompts;
  await first.stop();
  const engine = await startRestartable({ dataDir, models: { open } });
  const tasks = async () => {
    const { messages } = await engine.client['threads.messages']({ params: { id: threadId } });
    return messages.flatMap(({ role, content }) =>
      role === 'user' ? content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [],
    );
  };
  const svc = (...args: readonly string[]) => svcHere(dataDir, args);
  return { engine, threadId, promptId: asked?.promptId ?? '', tasks, svc };
}

verifies(
  'prompts.left',
  'what the end of the engine left open is printed, and its answer goes on from there',
  async () => {
    const { engine, threadId, promptId, tasks, svc } = await restarted(COLOURS);
    const { prompts, left } = await engine.client['prompts.list']();
    expect(prompts).toEqual([]);
    expect(left).toMatchObject([{ promptId, threadId, ...COLOURS, allowFreeText: true }]);
    const { stdout } = await svc('waiting');
    const id = /^\S+/u.exec(stdout)?.[0] ?? 'none';
    expect(promptId.startsWith(id)).toBe(true);
    for (const line of ['Which colour?', '1) red', '2) blue', `svc answer ${id} 1`])
      expect(stdout).toContain(line);
    expect(await svc('answer', id, '2')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Noted.'),
    });
    const task = (await tasks()).at(-1) ?? '';
    // Words of the model would count as words of its owner.
    expect(task).toContain('option 2 of 2');
    expect(task).not.toMatch(/colour|blue/u);
    expect((await engine.client['prompts.list']()).left).toEqual([]);
    expect((await svc('waiting')).stdout).toBe('');
    expect(await svc('answer', id, '2')).toMatchObject({ code: 1 });
  },
);

verifies(
  'prompts.left',
  'several questions are answered together, and an archived conversation asks nothing',
  async () => {
    const { engine, threadId, tasks, svc } = await restarted({
      questions: [{ question: 'How big?', options: ['small', 'large'] }, { question: 'For whom?' }],
    });
    const id = /^\S+/u.exec((await svc('waiting')).stdout)?.[0] ?? 'none';
    expect(await svc('answer', id, '1')).toMatchObject({ code: 1 });
    const archive = async (archived: boolean) =>
      await engine.client['threads.set']({ params: { id: threadId }, body: { archived } });
    await archive(true);
    expect((await engine.client['prompts.list']()).left).toEqual([]);
    await archive(false);
    expect(await svc('answer', id, '2', 'Ann')).toMatchObject({ code: 0 });
    const last = (await tasks()).at(-1) ?? '';
    for (const part of ['1. option 2 of 2', '2. Ann']) expect(last).toContain(part);
    expect(last).not.toMatch(/big|large|whom/u);
  },
);

verifies('prompts.left', 'svc chat offers it again in its conversation', async () => {
  const { threadId, svc } = await restarted(COLOURS);
  const { stderr, code } = await svc('chat', '--thread', threadId);
  expect(code).toBe(0);
  for (const line of ['Which colour?', '2) blue']) expect(stderr).toContain(line);
});

verifies(
  'prompts.left',
  'what a tool server asked is not offered: it would not hear the answer',
  async () => {
    const requestedSchema = {
      type: 'object',
      properties: { size: { type: 'string', enum: ['small', 'large'] } },
      required: ['size'],
    };
    const server = await startGoodToolServer([
      {
        name: 'order',
        answer: async (_, call) => {
          await call.ask({ message: 'Which size?', requestedSchema });
          return 'Ordered.';
        },
      },
    ]);
    const dataDir = temporaryDir();
    const model = new ScriptedModel([[toolCalls({ name: 'mcp__shop__order', input: {} })]]);
    const models = { open: async () => model };
    const first = await startRestartable({ dataDir, models });
    await connectedTo(first, 'shop', server.url);
    const { sessionId } = await first.client['sessions.create']({ body: {} });
    await first.client['runs.start']({ params: { id: sessionId }, body: { task: 'Order' } });
    const asked = async () => (await first.client['prompts.list']()).prompts;
    await until('it asks for consent', async () => (await asked()).length === 1);
    const [{ promptId } = { promptId: '' }] = await asked();
    const body = { answer: 'Allow once', promptId };
    await first.client['prompts.reply']({ params: { id: sessionId }, body });
    await until('the server asks', async () => JSON.stringify(await asked()).includes('large'));
    await first.stop();
    const engine = await startRestartable({ dataDir, models });
    expect(await engine.client['prompts.list']()).toMatchObject({ prompts: [], left: [] });
    await engine.stop();
  },
);
