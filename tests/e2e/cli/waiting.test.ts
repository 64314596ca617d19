import { beforeAll, beforeEach, expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';

let engine: RestartableEngine;
let turns: (readonly (readonly Step[])[])[];
beforeAll(async () => {
  engine = await startRestartable({ models: { open: async () => new ScriptedModel(turns.shift() ?? []) } });
  await engine.client['config.set']({ body: { memory_extraction: false } });
});
beforeEach(() => {
  turns = [];
});

const svc = (...args: readonly string[]) => svcHere(engine.dataDir, args);
type Prompt = Awaited<ReturnType<RestartableEngine['client']['prompts.list']>>['prompts'][number];
const asked = async (): Promise<readonly Prompt[]> => (await engine.client['prompts.list']()).prompts;

/** The task of the agent that asks this. */
async function asking(title: string, name: string, input: JsonObject): Promise<string> {
  turns.push([[toolCalls({ name, input })], [text('Done.')]]);
  const { taskId } = await engine.client['tasks.create']({ body: { title, assignee: 'agent' } });
  await until('it asks', async () => (await asked()).some(({ threadTitle }) => threadTitle === title));
  return taskId;
}

const idle = (id: string) =>
  until('it has ended', async () => !(await engine.client['tasks.get']({ params: { id } })).running);

verifies(
  ['prompts.away', 'tasks.waiting'],
  'svc waiting prints the questions of unattended work, and svc answer answers them',
  async () => {
    expect(await svc('waiting')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No question waits for you.\n',
    });
    const task = await asking('Paint', 'ask_user', {
      question: 'Which\ncolour?\u001b[2J',
      options: ['red', 'blue'],
    });
    const [prompt] = await asked();
    const waiting = await svc('waiting');
    const id = /^\S+/u.exec(waiting.stdout)?.[0] ?? '';
    expect(id.length).toBeGreaterThanOrEqual(8);
    expect(prompt?.promptId.startsWith(id)).toBe(true);
    const lines = waiting.stdout.split('\n');
    expect(lines[0]).toMatch(/^\S+ {2}Paint {2}since \d{4}-\d\d-\d\d \d\d:\d\d, until /u);
    expect(lines.slice(1)).toEqual([
      '  Which',
      '  colour? [2J',
      '    1) red',
      '    2) blue',
      `  Answer it with: svc answer ${id} 1 (or your own words)`,
      '',
    ]);
    expect(JSON.parse((await svc('waiting', '--json')).stdout)).toMatchObject({
      prompts: [{ promptId: prompt?.promptId, options: ['red', 'blue'] }],
    });
    expect((await svc('status')).stdout).toContain('answer it with svc waiting');
    expect((await svc('task', 'show', task)).stdout).toContain('waits for your answer: svc waiting');

    expect(await svc('answer', 'ffffffff', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no question that waits has this id'),
    });
    expect(await svc('answer', id.slice(0, 3), 'x')).toMatchObject({ code: 1 });
    expect(await svc('answer', id, '2')).toMatchObject({ code: 0, stderr: 'Answered. The run goes on.\n' });
    await idle(task);
    expect(await svc('answer', id, '2')).toMatchObject({ code: 1 });
    expect((await svc('waiting')).stdout).toBe('');
  },
);

verifies(
  'prompts.away',
  'several questions take an answer each, and words need no quotes where there is one',
  async () => {
    const one = await asking('One', 'ask_user', { question: 'Why?' });
    const several = await asking('Several', 'ask_user', {
      questions: [
        { header: 'Size', question: 'How big?', options: ['small', 'large'] },
        { question: 'For whom?' },
        { question: 'When?' },
      ],
    });
    const ids = (await svc('waiting')).stdout.split('\n').flatMap((line) => /^[0-9a-f]\S+/u.exec(line) ?? []);
    expect(new Set(ids).size).toBe(2);
    const [first = '', second = ''] = ids;
    expect(await svc('answer', first, 'because', 'I', 'say', 'so')).toMatchObject({ code: 0 });
    expect((await svc('waiting')).stdout).toContain('svc answer');
    expect(await svc('answer', second, '1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('it asks 3 questions'),
    });
    expect(await svc('answer', second, '2', 'for Ann', '-')).toMatchObject({ code: 0 });
    await idle(one);
    await idle(several);
  },
);

verifies(
  'prompts.away',
  'a secret is never typed as an answer: it is stored, and then said to be',
  async () => {
    const task = await asking('Key', 'ask_secret', {
      name: 'SHOP_KEY',
      prompt: 'For the shop',
      key_type: 'token',
      hosts: ['shop.example'],
    });
    const { stdout } = await svc('waiting');
    const id = /^\S+/u.exec(stdout)?.[0] ?? '';
    expect(stdout).toContain('Answer it with: svc secret set SHOP_KEY --hosts shop.example\n');
    expect(stdout).toContain(`and then: svc answer ${id} saved`);
    for (const words of ['hunter2', 'saved'])
      expect(await svc('answer', id, words)).toMatchObject({ code: 1 });
    await svcHere(engine.dataDir, ['secret', 'set', 'SHOP_KEY', '--hosts', 'shop.example'], {}, 'the-value');
    expect(await svc('answer', id, 'saved')).toMatchObject({ code: 0 });
    await idle(task);
  },
);
