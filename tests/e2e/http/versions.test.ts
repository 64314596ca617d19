import { beforeEach, expect } from '@jest/globals';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { hangsAfter, startFakeProvider, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf } from './runs.ts';
import { until } from './wire.ts';

let provider: FakeProvider;
let engine: RestartableEngine;
let session: string;
let threadId: string;

const says = (text: string) => streams(...chat.textAnswer(text));

beforeEach(async () => {
  provider = await startFakeProvider(says('ok'));
  engine = await startRestartable();
  await engine.client['config.set']({
    body: {
      provider: 'compat',
      api_base_url: `${provider.url}/v1`,
      compat_model_id: 'small',
      context_window: 100_000,
      memory_extraction: false,
    },
  });
  const made = await engine.client['sessions.create']({ body: {} });
  [session, threadId] = [made.sessionId, made.threadId];
});

const of = (id: string) => ({ params: { id } });
const thread = (id = threadId) => engine.client['threads.get'](of(id));

async function run(task: string, answer: string, body: { insteadOf?: string; profile?: string } = {}) {
  provider.reply(says(answer));
  const stream = await engine.client['runs.start']({ params: { id: session }, body: { task, ...body } });
  await allOf(stream);
  return stream.runId ?? '';
}

const show = (seq: number, id = threadId) => engine.client['threads.show']({ ...of(id), body: { seq } });

async function messages(id = threadId) {
  const { messages } = await engine.client['threads.messages'](of(id));
  return messages.map(({ seq, content, versions }) => ({
    seq,
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
    ...(versions === undefined ? {} : { versions }),
  }));
}
const texts = async (id = threadId) => (await messages(id)).map(({ text }) => text);

/** What the model was told the last time: of each message its text. */
const told = (): readonly string[] => {
  const all = (provider.arrived.at(-1)?.body?.['messages'] ?? []) as readonly {
    readonly role: string;
    readonly content: unknown;
  }[];
  return all.filter(({ role }) => role !== 'system').map(({ content }) => JSON.stringify(content));
};
const isTold = (words: string): boolean => told().some((text) => text.includes(words));

/** Messages 1 and 2, 3 and 4 are runs, and 5 and 6 another version of the second. */
async function talk() {
  const first = await run('Plan a trip', 'Where to?');
  const second = await run('To Rome', 'Rome it is.');
  const other = await run('To Oslo', 'Oslo it is.', { insteadOf: second });
  return { first, second, other };
}

verifies(
  ['versions.in-place', 'versions.path', 'versions.told'],
  'each goes on by itself, and the model is told one of them',
  async () => {
    const { first, second, other } = await talk();
    expect(isTold('Plan a trip')).toBe(true);
    expect(isTold('Rome')).toBe(false);
    expect(await messages()).toEqual([
      { seq: 1, text: 'Plan a trip' },
      { seq: 2, text: 'Where to?' },
      { seq: 5, text: 'To Oslo', versions: [3, 5] },
      { seq: 6, text: 'Oslo it is.' },
    ]);
    expect(await thread()).toMatchObject({ threadId, messageCount: 4, title: 'Plan a trip' });

    await run('By train', 'A long way.');
    expect(isTold('Oslo')).toBe(true);
    expect(isTold('Rome')).toBe(false);
    // Of the version that is not shown another one can be made, too, and it is a good answer that is tried again.
    await run('To Rome', 'Rome, again.', { insteadOf: second });
    expect((await messages()).slice(2)).toEqual([
      { seq: 9, text: 'To Rome', versions: [3, 5, 9] },
      { seq: 10, text: 'Rome, again.' },
    ]);
    expect(isTold('Oslo')).toBe(false);
    // The first turn as well: nothing comes before it.
    await run('Something else', 'Well.', { insteadOf: first });
    expect(told()).toHaveLength(1);
    expect(await messages()).toEqual([
      { seq: 11, text: 'Something else', versions: [1, 11] },
      { seq: 12, text: 'Well.' },
    ]);
    const { runs } = await engine.client['history.runs']({ query: { threadId } });
    expect(runs.map(({ runId }) => runId)).toEqual(expect.arrayContaining([first, second, other]));
    expect(runs).toHaveLength(6);
  },
);

verifies(
  'versions.in-place',
  'by another profile, and not of a run that the thread does not have',
  async () => {
    await engine.client['config.set']({
      body: {
        model_profiles: {
          big: { provider: 'compat', api_base_url: `${provider.url}/v1`, model_id: 'large' },
        },
      },
    });
    const { first } = await talk();
    const again = await run('Plan a trip', 'With whom?', { insteadOf: first, profile: 'big' });
    expect(provider.arrived.at(-1)?.body).toMatchObject({ model: 'large' });
    expect((await engine.client['history.run']({ params: { id: again } })).profile).toBe('big');
    const before = await messages();
    const task = { task: 'no', insteadOf: UNKNOWN_ID };
    expect(await refusal(engine.client['runs.start']({ params: { id: session }, body: task }))).toMatchObject(
      { status: 404, code: 'message_not_found' },
    );
    expect(await messages()).toEqual(before);
    expect((await thread()).activeRunId).toBeNull();
  },
);

verifies(
  'versions.show',
  'goes on where that version ended, and changes nothing if it is shown already',
  async () => {
    await talk();
    await run('By train', 'A long way.');
    expect(await show(4)).toMatchObject({ threadId, messageCount: 4 });
    expect(await texts()).toEqual(['Plan a trip', 'Where to?', 'To Rome', 'Rome it is.']);
    await run('By plane', 'A short way.');
    expect(isTold('Rome it is.')).toBe(true);
    expect(isTold('Oslo')).toBe(false);
    expect(await messages()).toEqual([
      { seq: 1, text: 'Plan a trip' },
      { seq: 2, text: 'Where to?' },
      { seq: 3, text: 'To Rome', versions: [3, 5] },
      { seq: 4, text: 'Rome it is.' },
      { seq: 9, text: 'By plane' },
      { seq: 10, text: 'A short way.' },
    ]);
    // To the newest message that follows, of either.
    await show(5);
    expect((await texts()).slice(2)).toEqual(['To Oslo', 'Oslo it is.', 'By train', 'A long way.']);
    await show(3);
    expect((await texts()).slice(2)).toEqual(['To Rome', 'Rome it is.', 'By plane', 'A short way.']);
    const before = await thread();
    expect(await show(10)).toEqual(before);
    expect(await refusal(show(99))).toMatchObject({ status: 404, code: 'message_not_found' });
    expect(await refusal(show(1, UNKNOWN_ID))).toMatchObject({ status: 404, code: 'thread_not_found' });
  },
);

verifies(
  'versions.show',
  'not while a run is in progress, also of one that a restart goes on with',
  async () => {
    const { second } = await talk();
    provider.reply(hangsAfter());
    const began = provider.arrived.length;
    const started = await engine.client['runs.start']({
      params: { id: session },
      body: { task: 'wait', resume: true },
    });
    await provider.reached(began + 1);
    const runId = started.runId;
    expect(await refusal(show(3))).toMatchObject({ status: 409, code: 'run_in_progress' });
    const task = { task: 'no', insteadOf: second };
    expect(await refusal(engine.client['runs.start']({ params: { id: session }, body: task }))).toMatchObject(
      { status: 409, code: 'run_in_progress' },
    );
    await engine.stop();
    provider.reply(says('Waited.'));
    engine = await startRestartable({ dataDir: engine.dataDir });
    await allOf(engine.client['runs.events']({ params: { runId: runId ?? '' } }));
    expect((await texts()).slice(2)).toEqual(['To Oslo', 'Oslo it is.', 'wait', 'Waited.']);
    await show(3);
    expect((await texts()).slice(2)).toEqual(['To Rome', 'Rome it is.']);
  },
);

verifies('versions.path', 'in a fork, also of a version that is not shown', async () => {
  await talk();
  const fork = async (body: { beforeSeq?: number; throughSeq?: number }) =>
    await engine.client['threads.fork']({ ...of(threadId), body });
  const whole = await fork({});
  expect(await messages(whole.threadId)).toEqual([
    { seq: 1, text: 'Plan a trip' },
    { seq: 2, text: 'Where to?' },
    { seq: 5, text: 'To Oslo' },
    { seq: 6, text: 'Oslo it is.' },
  ]);
  expect(whole).toMatchObject({ messageCount: 4, forkedFrom: { threadId, seq: 6 } });
  expect(await texts((await fork({ beforeSeq: 5 })).threadId)).toEqual(['Plan a trip', 'Where to?']);
  expect(await texts((await fork({ throughSeq: 4 })).threadId)).toEqual([
    'Plan a trip',
    'Where to?',
    'To Rome',
    'Rome it is.',
  ]);
  // A copy may have versions of its own.
  const { sessionId } = await engine.client['sessions.create']({ body: { threadId: whole.threadId } });
  session = sessionId;
  const [, , task] = (await engine.client['threads.messages'](of(whole.threadId))).messages;
  await run('To Bergen', 'Bergen it is.', { insteadOf: task?.runId ?? '' });
  expect(isTold('Oslo')).toBe(false);
  expect((await messages(whole.threadId)).slice(2)).toEqual([
    { seq: 7, text: 'To Bergen', versions: [5, 7] },
    { seq: 8, text: 'Bergen it is.' },
  ]);
  expect(await texts()).toEqual(['Plan a trip', 'Where to?', 'To Oslo', 'Oslo it is.']);
});

verifies('versions.path', 'in a debug export: what each run was sent, and what is shown', async () => {
  await talk();
  const response = await fetch(`${engine.baseUrl}/api/threads/${threadId}/debug-export`);
  const bundle = (await response.json()) as {
    readonly messages: readonly unknown[];
    readonly runs: readonly { readonly composition: { readonly messages: number } | null }[];
  };
  expect(bundle.messages).toHaveLength(4);
  expect(bundle.runs.map(({ composition }) => composition?.messages)).toEqual([3, 3, 1]);
});

verifies('versions.before', 'the last ones first, without those that are not shown', async () => {
  await talk();
  const page = async (query: { before: number; limit: number; cursor?: string }) => {
    const { messages, nextCursor } = await engine.client['threads.messages']({ ...of(threadId), query });
    return { seqs: messages.map(({ seq }) => seq), nextCursor };
  };
  const last = await page({ before: 100, limit: 2 });
  expect(last.seqs).toEqual([5, 6]);
  const cursor = last.nextCursor ?? '';
  expect(await page({ before: 100, limit: 2, cursor })).toEqual({ seqs: [1, 2], nextCursor: null });
  expect(await page({ before: 6, limit: 10 })).toEqual({ seqs: [1, 2, 5], nextCursor: null });
  expect(await page({ before: 1, limit: 10 })).toEqual({ seqs: [], nextCursor: null });
});

verifies('versions.summaries', 'the other version has none, and gets its own', async () => {
  const long = 'x'.repeat(6_000);
  await run(`Remember ${long}`, 'Noted.');
  const second = await run('To Rome', 'Rome it is.');
  await run('More', 'Of course.');
  provider.reply(says('A summary of Rome.'));
  await engine.client['runs.compact']({ ...of(session), body: {} });
  await run('And now?', 'Now we go.');
  expect(isTold('A summary of Rome.')).toBe(true);
  await run('To Oslo', 'Oslo it is.', { insteadOf: second });
  expect(isTold('A summary of Rome.')).toBe(false);
  expect(isTold(long)).toBe(true);
  await run('Further', 'Well.');
  provider.reply(says('A summary of Oslo.'));
  await engine.client['runs.compact']({ ...of(session), body: {} });
  await show(4);
  await run('Back', 'In Rome.');
  expect(isTold('A summary of Rome.')).toBe(true);
  expect(isTold('Oslo')).toBe(false);
});

verifies('versions.search', 'in the index as before, by their place in the thread', async () => {
  await talk();
  const search = async () => await engine.client['threads.search']({ query: { q: 'Rome it is' } });
  await until('all is indexed', async () => (await search()).complete);
  expect((await search()).hits.map(({ seq }) => seq)).toEqual([4]);
});

verifies('versions.replays', 'with what came before it in its version', async () => {
  const { second, other } = await talk();
  for (const [runId, words, not] of [
    [second, 'To Rome', 'Oslo'],
    [other, 'To Oslo', 'Rome'],
  ] as const) {
    provider.reply(says('Again.'));
    const again = await engine.client['replays.start']({ params: { runId }, body: {} });
    await allOf(engine.client['runs.events']({ params: { runId: again.runId } }));
    expect(told()).toHaveLength(3);
    expect([isTold(words), isTold(not)]).toEqual([true, false]);
  }
});

verifies('versions.kept', 'over a restart and in an export, and gone with the thread', async () => {
  await talk();
  await show(3);
  await engine.stop();
  engine = await startRestartable({ dataDir: engine.dataDir });
  expect((await texts()).slice(2)).toEqual(['To Rome', 'Rome it is.']);
  const exported = async () => {
    const query = 'sections=messages,branches,hiddenMessages';
    const document = (await (await fetch(`${engine.baseUrl}/api/export?${query}`)).json()) as {
      readonly sections: Readonly<Record<string, { readonly items: readonly unknown[] }>>;
    };
    return document.sections;
  };
  const sections = await exported();
  expect(sections['messages']?.items).toHaveLength(6);
  expect(sections['branches']?.items).toEqual([
    { threadId, fromSeq: 5, afterSeq: 2, firstSeq: 3 },
    // What is said next follows the version that was chosen.
    { threadId, fromSeq: 7, afterSeq: 4, firstSeq: null },
  ]);
  expect(sections['hiddenMessages']?.items).toEqual([{ threadId, fromSeq: 5, toSeq: 6 }]);
  await engine.client['threads.delete'](of(threadId));
  const left = await exported();
  expect(Object.values(left).flatMap(({ items }) => items)).toEqual([]);
});
