import { inEnglish } from '../../../../src/contract/words/english.ts';
import { inText } from '../../../../src/core/kernel/says.ts';
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { OWNER_ID, BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { Refusal } from '../../../../src/core/kernel/refusal.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import { runLimits } from '../../../../src/core/execution/runs/limits.ts';
import { toolLimits } from '../../../../src/core/kernel/limits.ts';
import { beginningOf, partsOf, untrusted } from '../../../../src/core/trust/untrusted/untrusted.ts';
import type { Message } from '../../../../src/core/conversation/threads/model.ts';
import type { RunEvent } from '../../../../src/core/execution/runs/events.ts';
import type { ThreadId } from '../../../../src/core/kernel/ids.ts';
import {
  end,
  endsWithoutEnd,
  fail,
  hangUntilAbort,
  text,
  thinking,
  throws,
  toolCalls,
} from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, runOnce } from '../../../harness/core.ts';
import { openTagsIn } from '../../trust/untrusted/reading-like-a-model.ts';
import { faultsIn } from '../../../harness/well-formed.ts';
import { verifies } from '../../../spec/verifies.ts';

const types = (events: readonly RunEvent[]) => events.map(({ type }) => type);
const echo = aTool('echo', async ({ say }) => ({ output: String(say), success: true }));
const said = ({ role, content }: Message) => [role, ...content.map((block) => block.type)];

test('an answer: task and reply are in the thread, the totals on the run', async () => {
  const { events, messages, history, session } = await runOnce({
    turns: [[thinking('hm'), text('Hello '), text('you')]],
  });
  expect(types(events)).toEqual(['thinking', 'text', 'turn_end', 'done']);
  expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(messages.map(said)).toEqual([
    ['user', 'text'],
    ['assistant', 'text'],
  ]);
  expect(events.at(-1)?.data).toMatchObject({ text: 'Hello you', stopReason: 'end_turn' });
  const thread = await history.threads.get(EVERYONE, session.threadId);
  expect(thread).toMatchObject({ title: 'do it', messageCount: 2 });
});

test('a tool loop: every call has a result before the next model call', async () => {
  const { events, messages, model } = await runOnce({
    tools: [echo],
    turns: [
      [text('Two.'), toolCalls({ name: 'echo', input: { say: 'a' } }, { name: 'echo', input: { say: 'b' } })],
      [text('Done.')],
    ],
  });
  expect(types(events)).toEqual([
    'text',
    'tool_call',
    'tool_call',
    'turn_end',
    'tool_result',
    'tool_result',
    'text',
    'turn_end',
    'done',
  ]);
  expect(messages.map(said)).toEqual([
    ['user', 'text'],
    ['assistant', 'text', 'tool_call', 'tool_call'],
    ['user', 'tool_result', 'tool_result'],
    ['assistant', 'text'],
  ]);
  expect(faultsIn(model.requests[1]?.messages ?? [])).toEqual([]);
});

test('call ids are ours, so a provider that reuses one does no harm', async () => {
  const again = toolCalls({ name: 'echo', input: { say: 'a' }, id: 'call_0' });
  const { events, messages } = await runOnce({ tools: [echo], turns: [[again], [again], [text('ok')]] });
  expect(types(events).at(-1)).toBe('done');
  const ids = messages.flatMap(({ content }) =>
    content.flatMap((b) => (b.type === 'tool_call' ? [b.toolCallId] : [])),
  );
  expect(new Set(ids).size).toBe(2);
});

verifies(
  'runs.tool-failure',
  'a tool that throws, is unknown, or gets invalid input fails with a message, and the run goes on',
  async () => {
    const broken = aTool('broken', () => Promise.reject(new Error('secret path /etc')));
    const strict = aTool('strict', async () => ({ output: 'never', success: true }), {
      type: 'object',
      required: ['x'],
    });
    const { events, log } = await runOnce({
      tools: [broken, strict],
      turns: [
        [
          toolCalls(
            { name: 'broken', input: {} },
            { name: 'strict', input: {} },
            { name: 'missing', input: {} },
          ),
        ],
        [text('I saw it.')],
      ],
    });
    const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.data] : []));
    expect(results.map(({ success }) => success)).toEqual([false, false, false]);
    expect(results.map(({ output }) => output).join('\n')).not.toContain('/etc');
    expect(results[1]?.output).toContain('/x is missing');
    expect(results[2]?.output).toContain('no tool named "missing"');
    expect(events.at(-1)?.type).toBe('done');
    expect(log.events('error')).toEqual(['tool call failed']);
  },
);

test("a tool's write failure is in the log, where its message sends the owner", async () => {
  const cause = new Error('EACCES: apis/shop.json');
  const { code, kind, says } = refuseStorage.storage_error();
  const keep = aTool('keep', () => Promise.reject(new Refusal(code, kind, says, {}, cause)));
  const refuses = aTool('refuses', () => Promise.reject(new Refusal('no', 'invalid', inText('No.'))));
  const calls = toolCalls({ name: 'keep', input: {} }, { name: 'refuses', input: {} });
  const { events, log } = await runOnce({ tools: [keep, refuses], turns: [[calls], [text('I saw it.')]] });
  const results = events.flatMap((event) => (event.type === 'tool_result' ? [event.data.output] : []));
  expect(results).toEqual([inEnglish(says), 'No.']);
  expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { event: 'storage failed', facts: { tool: 'keep', code: 'storage_error', error: cause } },
  ]);
});

verifies('runs.tools-after-clean-end', 'calls of a turn that did not end well are not run', async () => {
  const called: string[] = [];
  const tool = aTool('tool', async () => ({ output: String(called.push('tool')), success: true }));
  for (const ending of [fail('provider_error'), throws(), endsWithoutEnd()])
    await runOnce({ tools: [tool], turns: [[toolCalls({ name: 'tool', input: {} }), ending]] });
  expect(called).toEqual([]);
});

verifies(
  'runs.model-failure',
  'a stream that fails, throws or is cut ends the run with one error and keeps the text',
  async () => {
    for (const ending of [fail('provider_error'), throws(), endsWithoutEnd()]) {
      const { events, messages, history } = await runOnce({ turns: [[text('half an ans'), ending]] });
      expect(types(events)).toEqual(['text', 'error']);
      expect(events.at(-1)?.data).toMatchObject({ code: 'provider_error', retryable: true });
      expect(messages.at(-1)?.content).toMatchObject([
        { type: 'text', text: 'half an ans' },
        { type: 'note', code: 'provider_error' },
      ]);
      expect(await history.runs.unfinished()).toEqual([]);
    }
  },
);

verifies(
  'runs.empty-answer',
  'an end without text is an error; limits and refusals without text have messages',
  async () => {
    expect((await runOnce({ turns: [[]] })).events.at(-1)).toMatchObject({
      type: 'error',
      data: { code: 'empty_answer' },
    });
    expect((await runOnce({ turns: [[text(' \n')]] })).events.at(-1)).toMatchObject({
      data: { code: 'empty_answer' },
    });
    for (const stop of ['output_limit', 'refused'] as const) {
      const turns = [[end(stop)], [end(stop)]];
      const { events } = await runOnce({ turns });
      expect(events.at(-1)).toMatchObject({
        type: 'done',
        data: { stopReason: stop, text: expect.stringMatching(/\w+/u) },
      });
    }
  },
);

verifies('runs.loop-guard', 'a model that repeats itself is warned twice and then stopped', async () => {
  const calls: number[] = [];
  const tool = aTool('tool', async () => ({ output: `${calls.push(1) && ''}same`, success: true }));
  const turns = Array.from({ length: 20 }, () => [toolCalls({ name: 'tool', input: { a: 1 } })]);
  const { events, messages } = await runOnce({ tools: [tool], turns });
  expect(calls).toHaveLength(toolLimits.repeats);
  expect(events.at(-1)).toMatchObject({
    type: 'done',
    data: { stopReason: 'loop', text: expect.stringMatching(/\w+/u) },
  });
  const results = events.filter(({ type }) => type === 'tool_result');
  expect(results).toHaveLength(toolLimits.repeats + toolLimits.ignoredRefusals + 1);
  expect(messages.at(-1)?.content).toMatchObject([{ type: 'note', code: 'loop' }]);
});

verifies('runs.turn-limit', 'a run that never answers ends after its last model call', async () => {
  const turns = Array.from({ length: runLimits.turns + 5 }, (_, n) => [
    toolCalls({ name: 'echo', input: { say: `${n}` } }),
  ]);
  const { events, model } = await runOnce({ tools: [echo], turns });
  expect(model.requests).toHaveLength(runLimits.turns);
  expect(events.at(-1)).toMatchObject({
    type: 'done',
    data: { stopReason: 'max_iterations', text: expect.stringMatching(/\w+/u) },
  });
});

verifies(
  'runs.tool-hangs',
  'an abort reaches a silent model and a hanging tool at once, and the thread stays well-formed',
  async () => {
    let called = 0;
    const hangs = aTool('hangs', () => {
      called += 1;
      return new Promise(() => undefined);
    });
    for (const turns of [
      [[text('a'), hangUntilAbort()]],
      [[toolCalls({ name: 'hangs', input: {} }, { name: 'hangs', input: {} })]],
    ]) {
      const core = coreOver({ tools: [hangs], turns });
      const session = await core.newSession();
      const runId = await core.start(session);
      await core.clock.advance(20);
      expect(await core.runs.abort(EVERYONE, session.sessionId, null)).toBe(runId);
      expect((await core.eventsOf(runId)).at(-1)).toMatchObject({
        type: 'done',
        data: { stopReason: 'aborted' },
      });
      await core.eventsOf(await core.start(session, 'go on'));
      expect(faultsIn(core.model.requests.at(-1)?.messages ?? [])).toEqual([]);
    }
    // The second of two calls does not begin once the run was aborted.
    expect(called).toBe(1);
  },
);

test('a long output is cut, and says so', async () => {
  const long = aTool('long', async () => ({
    output: 'x'.repeat(toolLimits.outputChars + 7),
    success: true,
  }));
  const { events } = await runOnce({
    tools: [long],
    turns: [[toolCalls({ name: 'long', input: {} })], [text('ok')]],
  });
  const output =
    events.flatMap((event) => (event.type === 'tool_result' ? [event.data.output] : []))[0] ?? '';
  expect(output.slice(toolLimits.outputChars)).toBe('\n[cut: 7 more characters]');
});

verifies(
  'security.untrusted',
  'an output that is cut within its marks is closed before this is said',
  async () => {
    const nonce = '0123456789abcdef';
    const [before, after] = ['Before.\n', '\nAfter.'];
    const marked = untrusted({ text: 'x'.repeat(100), source: 'a page', nonce });
    const whole = `${before}${marked}${after}`;
    // Within the words before the element, its first tag, its text and its last tag, and behind it.
    for (let chars = 1; chars < whole.length; chars += 1) {
      const shown = `${beginningOf(whole, chars)}\n[cut]`;
      expect([chars, openTagsIn(shown).length % 2]).toEqual([chars, 0]);
      expect([chars, partsOf(shown).outside.endsWith('\n[cut]')]).toEqual([chars, true]);
    }
    const long = aTool('long', async () => ({
      output: untrusted({ text: 'x'.repeat(toolLimits.outputChars), source: 'a page', nonce }),
      success: true,
    }));
    const { events } = await runOnce({
      tools: [long],
      turns: [[toolCalls({ name: 'long', input: {} })], [text('ok')]],
    });
    const [output = ''] = events.flatMap((event) =>
      event.type === 'tool_result' ? [event.data.output] : [],
    );
    expect(partsOf(output).outside).toMatch(/\n\[cut: \d+ more characters\]$/u);
  },
);

test('an idempotency key matches a repeated task that contains half a character', async () => {
  const core = coreOver({ turns: [[text('one')]] });
  const session = await core.newSession();
  const request = { task: 'a\ud800b', profile: null, idempotencyKey: 'k', startedBy: BY_OWNER };
  const first = await core.runs.start(session.sessionId, request);
  await core.eventsOf(first);
  expect(await core.runs.start(session.sessionId, request)).toBe(first);
});

verifies('runs.tool-hangs', 'a tool that takes too long is abandoned, and the run goes on', async () => {
  const hangs = aTool('hangs', () => new Promise(() => undefined));
  const core = coreOver({ tools: [hangs], turns: [[toolCalls({ name: 'hangs', input: {} })], [text('ok')]] });
  const session = await core.newSession();
  const runId = await core.start(session);
  await core.clock.advance(toolLimits.callMs + 1_000);
  const events = await core.eventsOf(runId);
  expect(events.find(({ type }) => type === 'tool_result')?.data).toMatchObject({
    success: false,
    output: expect.stringContaining('too long'),
  });
  expect(events.at(-1)?.type).toBe('done');
});

test('of many concurrent starts in one thread exactly one wins, and the others learn its id', async () => {
  const core = coreOver({ turns: [[hangUntilAbort()]] });
  const session = await core.newSession();
  const other = await core.sessions.create(OWNER_ID, session.threadId, null);
  const starts = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => core.start(n % 2 ? session : other)),
  );
  const won = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(won).toHaveLength(1);
  for (const one of starts)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'run_in_progress', facts: { runId: won[0] } });
  await core.runs.drain(10);
});

verifies(
  'runs.well-formed',
  'after every kind of ending the next request of the thread is well-formed',
  async () => {
    const hangs = aTool('hangs', () => new Promise(() => undefined));
    const core = coreOver({
      tools: [hangs],
      turns: [
        [text('a'), fail('provider_error')],
        [],
        [toolCalls({ name: 'missing', input: {} })],
        [text('b'), throws()],
        [end('refused')],
        [text('fine')],
      ],
    });
    const session = await core.newSession();
    for (let n = 0; n < 5; n++) await core.eventsOf(await core.start(session, `task ${n}`));
    expect(core.model.requests.map(({ messages }) => faultsIn(messages))).toEqual(
      core.model.requests.map(() => []),
    );
    const tasks = core.model.requests
      .at(-1)
      ?.messages.flatMap(({ content }) => content.flatMap((b) => (b.type === 'text' ? [b.text] : [])));
    expect(tasks).toEqual(expect.arrayContaining(['task 0', 'task 1', 'task 2', 'task 3', 'task 4']));
  },
);

test('an idempotency key returns the first run for the same task and is refused for another', async () => {
  const core = coreOver({ turns: [[text('one')]] });
  const session = await core.newSession();
  const request = { task: 'once', profile: null, idempotencyKey: 'k', startedBy: BY_OWNER };
  const started = await Promise.all([1, 2, 3].map(() => core.runs.start(session.sessionId, request)));
  expect(new Set(started).size).toBe(1);
  await core.eventsOf(started[0]!);
  expect(await core.runs.start(session.sessionId, request)).toBe(started[0]);
  await expect(core.runs.start(session.sessionId, { ...request, task: 'other' })).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  });
  expect(core.model.requests).toHaveLength(1);
});

verifies(
  'history.deleted-threads',
  'deleting a thread leaves its run with its cost and without text, and removes its events',
  async () => {
    const price = { input: 1_000, output: 0, cacheRead: 0, cacheWrite: 0 };
    const core = coreOver({ turns: [[text('zero')], [text('one'), hangUntilAbort()]], price });
    const session = await core.newSession();
    const earlier = await core.start(session, 'another private task');
    await core.clock.advance(20);
    const runId = await core.start(session, 'a private task');
    await core.clock.advance(20);
    await core.threads.delete(EVERYONE, session.threadId, null);
    const gone = { task: '', threadId: null };
    expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ ...gone, status: 'aborted' });
    expect(await core.history.runs.get(EVERYONE, earlier)).toMatchObject({ ...gone, costUsd: 0.1 });
    await expect(core.runs.follow(EVERYONE, runId, 0, new AbortController().signal)).rejects.toMatchObject({
      code: 'run_not_found',
    });
    await expect(core.threads.get(EVERYONE, session.threadId as ThreadId)).rejects.toMatchObject({
      code: 'thread_not_found',
    });
  },
);

test('draining ends active runs as interrupted and accepts no new ones', async () => {
  const core = coreOver({ turns: [[text('half'), hangUntilAbort()]] });
  const session = await core.newSession();
  const runId = await core.start(session);
  await core.clock.advance(20);
  await core.runs.drain(1_000);
  expect((await core.eventsOf(runId)).at(-1)).toMatchObject({
    type: 'error',
    data: { code: 'interrupted', retryable: true },
  });
  expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({
    status: 'interrupted',
    error: { code: 'interrupted' },
  });
  await expect(core.start(session)).rejects.toMatchObject({ code: 'draining' });
});
