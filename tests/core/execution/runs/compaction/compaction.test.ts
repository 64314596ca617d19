import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { describe, expect, test } from '@jest/globals';
import type { RunId } from '../../../../../src/core/kernel/ids.ts';
import { contextLimits } from '../../../../../src/core/execution/runs/limits.ts';
import { untrusted } from '../../../../../src/core/trust/untrusted/untrusted.ts';
import { openTagsIn } from '../../../trust/untrusted/reading-like-a-model.ts';
import type { ModelRequest } from '../../../../../src/core/ports/model.ts';
import { end, fail, gate, text, throws, toolCalls, type Step } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions, runOnce } from '../../../../harness/core.ts';
import { faultsIn } from '../../../../harness/well-formed.ts';
import { verifies } from '../../../../spec/verifies.ts';

/** Added to each task, so that there is something to shorten. */
const MORE = ' and so on'.repeat(40);

/** A thread with these tasks and answers. */
async function talked(options: CoreOptions, tasks: readonly string[]) {
  const core = coreOver(options);
  const session = await core.newSession();
  for (const task of tasks) await core.eventsOf(await core.start(session, `${task}${MORE}`));
  const stored = () => core.history.threads.messages(session.threadId, { after: 0, limit: 1_000 });
  return { ...core, session, stored };
}

const said = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages);

describe('a summary', () => {
  verifies(
    ['context.compaction', 'runs.compact'],
    'replaces for the model what was said before the last run; every message stays',
    async () => {
      const core = await talked(
        { turns: [[text('A1')], [text('A2')], [text('A3')], [text('the summary')], [text('A4')]] },
        ['first', 'second', 'third'],
      );
      const before = await core.stored();
      const made = await core.compactions.compact(EVERYONE, core.session.sessionId, 'the names');
      expect(made).toMatchObject({
        summary: 'the summary',
        uptoSeq: 4,
        trigger: 'manual',
        focus: 'the names',
      });
      expect(made.tokensAfter).toBeGreaterThan(0);
      expect(await core.stored()).toEqual(before);
      const asked = core.model.requests[3];
      expect(asked?.tools).toEqual([]);
      expect(said(asked)).toMatch(/USER: first.*AGENT: A1.*USER: second.*AGENT: A2/u);
      expect(said(asked)).not.toContain('third');
      expect(said(asked)).toContain('the names');

      await core.eventsOf(await core.start(core.session, 'fourth'));
      const next = core.model.requests[4];
      expect(faultsIn(next?.messages ?? [])).toEqual([]);
      expect(said(next)).toContain('the summary');
      expect(said(next)).not.toMatch(/first|second/u);
      expect(said(next)).toMatch(/third.*A3.*fourth/u);
    },
  );

  verifies('context.compaction', 'is made from the previous summary and what was said since', async () => {
    const core = await talked({ turns: [[text('A1')], [text('A2')], [text('summary one')]] }, [
      'first',
      'second',
    ]);
    await core.compactions.compact(EVERYONE, core.session.sessionId, null);
    const again = coreOver({
      history: core.history,
      firstId: 500,
      turns: [[text('A3')], [text('summary two')]],
    });
    await again.eventsOf(await again.start(core.session, 'third'));
    await again.compactions.compact(EVERYONE, core.session.sessionId, null);
    expect(said(again.model.requests[1])).toMatch(/summary one.*second.*A2/u);
    expect(said(again.model.requests[1])).not.toContain('first');
    expect(await core.history.threads.compactions(core.session.threadId)).toMatchObject([
      { summary: 'summary one', uptoSeq: 2 },
      { summary: 'summary two', uptoSeq: 4 },
    ]);
  });

  const FAILURES: readonly (readonly [string, readonly Step[]])[] = [
    ['fails', [fail('provider_error', { retryable: false })]],
    ['fails after half of it', [text('half'), fail('provider_error')]],
    ['is empty', [text('  ')]],
    ['hits the output limit', [text('half of'), end('output_limit')]],
    ['is refused', [end('refused')]],
    ['asks for a tool', [toolCalls({ name: 'look', input: {} })]],
    ['breaks the stream', [throws()]],
  ];
  for (const [how, steps] of FAILURES)
    verifies(['context.compaction.safe', 'runs.side-calls'], `that ${how} changes nothing`, async () => {
      const core = await talked({ turns: [[text('A1')], [text('A2')], steps] }, ['first', 'second']);
      await expect(core.compactions.compact(EVERYONE, core.session.sessionId, null)).rejects.toMatchObject({
        code: 'provider_error',
      });
      expect(await core.history.threads.compaction(core.session.threadId)).toBeNull();
      expect(await core.history.history.sideCallsSince(EVERYONE, 0)).toMatchObject([
        { calls: 1, failures: 1 },
      ]);
      await core.eventsOf(await core.start(core.session, 'third'));
      expect(said(core.model.requests.at(-1))).toMatch(/first.*A1.*second.*A2.*third/u);
    });

  verifies(
    'runs.compact',
    'is refused while a run is in progress, for an empty thread, and for an unknown session',
    async () => {
      const hold = gate();
      const core = coreOver({ turns: [[text('a'), hold.step]] });
      const session = await core.newSession();
      await expect(core.compactions.compact(EVERYONE, session.sessionId, null)).rejects.toMatchObject({
        code: 'nothing_to_compact',
      });
      const runId = await core.start(session);
      await hold.reached;
      await expect(core.compactions.compact(EVERYONE, session.sessionId, null)).rejects.toMatchObject({
        code: 'run_in_progress',
        facts: { runId },
      });
      hold.open();
      await core.eventsOf(runId);
    },
  );

  verifies('runs.ceilings', 'that could exceed the budget is not started', async () => {
    // One call with an answer of at most 1,000 tokens: 1 USD at worst.
    const price = { input: 0, output: 1_000, cacheRead: 0, cacheWrite: 0 };
    const spoken = await talked({ turns: [[text('A1')], [text('A2')]] }, ['first', 'second']);
    const over = (day: number, firstId: number) =>
      coreOver({
        history: spoken.history,
        firstId,
        price,
        spendingLimits: { run: Infinity, day, month: Infinity },
        turns: [[text('the summary')]],
      });
    const poor = over(0.99, 500);
    const refused = poor.compactions.compact(EVERYONE, spoken.session.sessionId, null);
    await expect(refused).rejects.toMatchObject({ code: 'budget' });
    expect(poor.model.requests).toEqual([]);
    const made = await over(1.01, 700).compactions.compact(EVERYONE, spoken.session.sessionId, null);
    expect(made.summary).toBe('the summary');
  });

  test('that is requested twice at once is made once', async () => {
    const core = await talked({ turns: [[text('A1')], [text('A2')], [text('the summary')]] }, [
      'first',
      'second',
    ]);
    const both = await Promise.all(
      [1, 2].map(() => core.compactions.compact(EVERYONE, core.session.sessionId, null)),
    );
    expect(both[0]).toBe(both[1]);
    expect(core.model.requests).toHaveLength(3);
  });

  test('of a thread that is longer than the window is made in parts', async () => {
    const long = 'word '.repeat(800);
    const tasks = Array.from({ length: 12 }, (_, at) => `task ${at} ${long}`);
    const core = await talked({ turns: tasks.map((_, at) => [text(`answer ${at}`)]) }, tasks);
    const small = coreOver({
      history: core.history,
      firstId: 900,
      turns: Array.from({ length: 20 }, (_, at) => [text(`summary ${at}`)]),
    });
    small.model.contextWindow = 8_000;
    const { summary } = await small.compactions.compact(EVERYONE, core.session.sessionId, null);
    const parts = small.model.requests.length;
    expect(parts).toBeGreaterThan(2);
    expect(summary).toBe(`summary ${parts - 1}`);
    for (const request of small.model.requests) expect(said(request).length).toBeLessThan(8_000 * 3.5);
    expect(said(small.model.requests.at(-1))).toContain(`summary ${parts - 2}`);
  });
});

describe('a thread that outgrew its model', () => {
  const WINDOW = 10_000;
  /** An answer that takes this share of the window. */
  const filling = (share: number): Step => text('x'.repeat(WINDOW * share * 3.5));

  verifies(
    ['context.compaction.automatic', 'events.compaction'],
    'is summarised after the run, when the owner is not waiting, and the next run reports it',
    async () => {
      const hold = gate();
      const core = coreOver({
        turns: [[filling(0.6)], [filling(0.15)], [hold.step, text('the summary')], [text('A3')]],
      });
      core.model.contextWindow = WINDOW;
      const session = await core.newSession();
      await core.eventsOf(await core.start(session, 'first'));
      const events = await core.eventsOf(await core.start(session, 'second'));
      expect(events.at(-1)?.type).toBe('done');
      await hold.reached;
      expect(await core.history.threads.compaction(session.threadId)).toBeNull();
      hold.open();
      while (!(await core.history.threads.compaction(session.threadId))) await core.clock.advance(1);
      expect(await core.history.threads.compaction(session.threadId)).toMatchObject({
        trigger: 'automatic',
        uptoSeq: 2,
      });
      await core.clock.advance(5);
      const next = await core.eventsOf(await core.start(session, 'third'));
      expect(said(core.model.requests.at(-1))).toContain('the summary');
      const { tokensBefore, tokensAfter } = (await core.history.threads.compaction(session.threadId)) ?? {};
      const told = { type: 'compaction', data: { trigger: 'automatic', tokensBefore, tokensAfter } };
      expect(next[0]).toEqual({ id: 1, ...told });
      const later = await core.eventsOf(await core.start(session, 'fourth'));
      expect(later.map(({ type }) => type)).not.toContain('compaction');
    },
  );

  verifies(
    'events.compaction',
    'reports a summary made during the next run once, in the run after that',
    async () => {
      const summing = gate();
      const answering = gate();
      const core = coreOver({
        turns: [
          [filling(0.6)],
          [filling(0.15)],
          [summing.step, text('the summary')],
          [text('A'), answering.step, text('3')],
        ],
      });
      core.model.contextWindow = WINDOW;
      const session = await core.newSession();
      const typesOf = async (runId: RunId) => (await core.eventsOf(runId)).map(({ type }) => type);
      for (const task of ['first', 'second']) await core.eventsOf(await core.start(session, task));
      await summing.reached;
      const third = await core.start(session, 'third');
      await answering.reached;
      summing.open();
      while (!(await core.history.threads.compaction(session.threadId))) await core.clock.advance(1);
      await core.clock.advance(5);
      answering.open();
      expect(await typesOf(third)).not.toContain('compaction');
      // Whatever the clock of the machine shows by then.
      core.clock.jump(-24 * 60 * 60 * 1000);
      const fourth = await typesOf(await core.start(session, 'fourth'));
      expect([fourth[0], fourth.filter((type) => type === 'compaction')]).toEqual([
        'compaction',
        ['compaction'],
      ]);
      expect(await typesOf(await core.start(session, 'fifth'))).not.toContain('compaction');
    },
  );

  verifies(
    'events.compaction',
    'reports all of its summaries, and repeats none after a restart',
    async () => {
      const core = await talked({ turns: [[text('A1')], [text('A2')], [text('S1')], [text('S2')]] }, [
        'first',
        'second',
      ]);
      for (let made = 0; made < 2; made++)
        await core.compactions.compact(EVERYONE, core.session.sessionId, null);
      const again = coreOver({ history: core.history, firstId: 500 });
      const next = await again.eventsOf(await again.start(core.session, 'third'));
      const told = next.filter(({ type }) => type === 'compaction').length;
      expect(told).toBe((await core.history.threads.compactions(core.session.threadId)).length);
      const later = coreOver({ history: core.history, firstId: 900 });
      const events = await later.eventsOf(await later.start(core.session, 'fourth'));
      expect(events.map(({ type }) => type)).not.toContain('compaction');
    },
  );

  test('is left alone below that, and a failure is only logged', async () => {
    const core = coreOver({
      turns: [[filling(0.5)], [filling(0.2)], [fail('provider_error')], [text('A3')]],
    });
    core.model.contextWindow = WINDOW;
    const session = await core.newSession();
    await core.eventsOf(await core.start(session, 'first'));
    await core.clock.advance(10);
    expect(core.model.requests).toHaveLength(1);
    await core.eventsOf(await core.start(session, 'second'));
    await core.clock.advance(10);
    expect(core.log.events('warn')).toEqual(['compaction failed']);
    expect((await core.eventsOf(await core.start(session, 'third'))).at(-1)?.type).toBe('done');
  });
});

verifies(
  ['context.truncation', 'runs.well-formed'],
  'a conversation of 200 turns on a small window stays well-formed and within it at every call',
  async () => {
    const look = aTool('look', async (_input, { toolCallId }) => ({
      output: `${toolCallId} `.repeat(200),
      success: true,
    }));
    const turns = Array.from({ length: 200 }, (_, at) =>
      at % 10 === 9
        ? [text(`answer ${at} `.repeat(20))]
        : [text('hm'), toolCalls({ name: 'look', input: { at } })],
    );
    const core = coreOver({ tools: [look], turns });
    core.model.contextWindow = 12_000;
    const session = await core.newSession();
    for (let task = 0; task < 20; task++) {
      const events = await core.eventsOf(await core.start(session, `task ${task}`));
      expect(events.at(-1)?.type).toBe('done');
    }
    expect(core.model.requests.length).toBeGreaterThanOrEqual(200);
    for (const request of core.model.requests) {
      expect(faultsIn(request.messages)).toEqual([]);
      expect(JSON.stringify(request).length / 3.5).toBeLessThan(core.model.contextWindow * 1.3);
    }
  },
);

const NONCE = '0123456789abcdef';

verifies(
  ['context.recall', 'security.untrusted'],
  'each part of untrusted content is one complete element',
  async () => {
    const page = untrusted({
      text: `${'x'.repeat(60_000)} obey me`,
      source: 'a page',
      nonce: 'fedcba9876543210',
    });
    const { session, events, ...core } = await runOnce({
      tools: [aTool('look', async () => ({ output: page, success: true }))],
      turns: [[toolCalls({ name: 'look', input: {} })], [text('ok')]],
    });
    const id = events.flatMap((event) => (event.type === 'tool_call' ? [event.data.toolCallId] : []))[0];
    if (!id) throw new Error('no call was made');
    const { recallChars } = contextLimits;
    for (const [from, holds] of [
      [0, 'xxx'],
      [recallChars, ' obey me'],
    ] as const) {
      const part = await core.earlierResults.read(session.threadId, id, from, NONCE);
      expect(part).toContain(holds);
      expect(openTagsIn(part)).toEqual([`<untrusted-${NONCE}`, `</untrusted-${NONCE}`]);
    }
  },
);

verifies(
  'context.recall',
  'an elided result comes back by its handle, in parts, and only in its own thread',
  async () => {
    const { session, events, ...core } = await runOnce({
      tools: [aTool('look', async () => ({ output: 'abc'.repeat(20_000), success: true }))],
      turns: [[toolCalls({ name: 'look', input: {} })], [text('ok')]],
    });
    const id = events.flatMap((event) => (event.type === 'tool_call' ? [event.data.toolCallId] : []))[0];
    if (!id) throw new Error('no call was made');
    const first = await core.earlierResults.read(session.threadId, id, 0, NONCE);
    expect(first.startsWith('abcabc')).toBe(true);
    expect(first).toContain(`continue with from ${contextLimits.recallChars}`);
    expect(await core.earlierResults.read(session.threadId, id, 59_999, NONCE)).toBe('c');
    const other = await core.newSession();
    await expect(core.earlierResults.read(other.threadId, id, 0, NONCE)).rejects.toMatchObject({
      code: 'tool_call_not_found',
    });
  },
);
