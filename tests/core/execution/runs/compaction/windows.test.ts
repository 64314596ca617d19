import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { describe, expect, test } from '@jest/globals';
import { SEARCHED } from '../../../../../src/core/conversation/threads/model.ts';
import type { ModelRequest } from '../../../../../src/core/ports/model.ts';
import { end, SCRIPTED_USAGE, text, toolCalls, type Step } from '../../../../doubles/scripted-model.ts';
import { aTool, coreOver } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

/** Text of about this many tokens. */
const words = (tokens: number): string => 'word '.repeat(Math.ceil((tokens * 3.5) / 5));

const isSummaryOf = ({ system }: ModelRequest): boolean => system.startsWith('You summarise');
const said = (request: ModelRequest): string => JSON.stringify(request.messages);

describe('a thread that grows until its window is full', () => {
  for (const window of [8_000, 32_000, 128_000, 159_000, 200_000, 1_000_000])
    verifies(
      'context.compaction.automatic',
      `is summarised before anything is left out: a window of ${window} tokens`,
      async () => {
        const share = Math.min(window, 200_000) / 20;
        const core = coreOver({ turns: Array.from({ length: 60 }, () => [text(words(share))]) });
        core.model.contextWindow = window;
        const session = await core.newSession();
        const summaries = () => core.model.requests.filter(isSummaryOf).length;
        for (let run = 0; summaries() === 0 && run < 30; run++) {
          await core.eventsOf(await core.start(session, `task ${run}`));
          await core.clock.advance(10);
        }
        expect(summaries()).toBeGreaterThan(0);
        for (const request of core.model.requests)
          expect(said(request)).not.toMatch(/are left out here|was put aside/u);
        expect(await core.history.threads.compaction(session.threadId)).toMatchObject({
          trigger: 'automatic',
        });
      },
    );

  test('is summarised after a run that could not show all of it to the model, too', async () => {
    const window = 16_000;
    const look = aTool('look', async () => ({ output: 'x'.repeat(12_000), success: true }));
    const calls = Array.from({ length: 5 }, (_, at) => [toolCalls({ name: 'look', input: { at } })]);
    const core = coreOver({ tools: [look], turns: [[text('hello')], ...calls, [text('done')]] });
    core.model.contextWindow = window;
    const session = await core.newSession();
    for (const task of ['greet', 'look around']) await core.eventsOf(await core.start(session, task));
    await core.clock.advance(10);
    const shown = core.model.requests.filter((request) => !isSummaryOf(request));
    expect(said(shown.at(-1) as ModelRequest)).toContain('was put aside');
    expect(core.model.requests.some(isSummaryOf)).toBe(true);
  });
});

describe('a thread that leaves room', () => {
  const searching = (inputTokens: number, promptTokens: number | null): Step => ({
    step: 'end',
    end: {
      type: 'end',
      stop: 'end_turn',
      usage: { ...SCRIPTED_USAGE, inputTokens },
      promptTokens,
      found: ['https://o.example/'],
    },
  });

  verifies('context.occupied', 'is not summarised because a provider search raised the bill', async () => {
    // The prompt alone could explain the second bill.
    for (const [tokens, billed, promptTokens] of [
      [30, 600_000, 900],
      [30, 600_000, null],
      [60_000, 150_000, 60_000],
      [60_000, 150_000, null],
    ] as const) {
      const core = coreOver({
        turns: [[text(words(tokens))], [text('Otters swim.'), searching(billed, promptTokens)]],
      });
      const session = await core.newSession();
      for (const task of ['otters?', 'and?']) await core.eventsOf(await core.start(session, task));
      await core.clock.advance(10);
      const messages = await core.history.threads.messages(session.threadId, { after: 0, limit: 10 });
      expect(messages[3]?.content).toMatchObject([{}, { code: SEARCHED }]);
      expect(core.model.requests.filter(isSummaryOf)).toEqual([]);
      expect(await core.history.threads.compactions(session.threadId)).toEqual([]);
    }
  });

  verifies(
    'context.occupied',
    'is not summarised repeatedly when the rest of the request fills the window',
    async () => {
      const core = coreOver({
        registeredApis: () => words(7_000),
        turns: Array.from({ length: 9 }, () => [text('a short answer')]),
      });
      core.model.contextWindow = 10_000;
      const session = await core.newSession();
      for (let run = 0; run < 4; run++) {
        await core.eventsOf(await core.start(session, `task ${run}`));
        await core.clock.advance(10);
      }
      expect(core.model.requests.filter(isSummaryOf)).toEqual([]);
    },
  );
});

describe('a summary that is no shorter than what it would replace', () => {
  const wordy = [text(words(500))];

  verifies(
    'context.compaction.safe',
    'is dropped; the requester learns it, and its cost is in a row',
    async () => {
      const core = coreOver({ turns: [[text('A1')], [text('A2')], wordy, [text('A3')]] });
      const session = await core.newSession();
      for (const task of ['first', 'second']) await core.eventsOf(await core.start(session, task));
      await expect(core.compactions.compact(EVERYONE, session.sessionId, null)).rejects.toMatchObject({
        code: 'nothing_to_compact',
        kind: 'conflict',
        says: [{ code: 'runs.no_shorter' }],
      });
      expect(await core.history.threads.compactions(session.threadId)).toEqual([]);
      expect(await core.history.history.sideCallsSince(EVERYONE, 0)).toMatchObject([
        { purpose: 'compaction', calls: 1, failures: 0 },
      ]);
      const events = await core.eventsOf(await core.start(session, 'third'));
      expect(events.map(({ type }) => type)).not.toContain('compaction');
      expect(said(core.model.requests.at(-1) as ModelRequest)).toMatch(/first.*A1.*second.*A2.*third/u);
    },
  );

  verifies('context.compaction.safe', 'is dropped silently when it was not requested', async () => {
    const core = coreOver({
      turns: [
        [text(words(4_000))],
        [text(words(3_500))],
        [text(words(9_000)), end('end_turn')],
        [text('A3')],
      ],
    });
    core.model.contextWindow = 10_000;
    const session = await core.newSession();
    for (const task of ['first', 'second']) await core.eventsOf(await core.start(session, task));
    await core.clock.advance(10);
    expect(core.model.requests.filter(isSummaryOf).length).toBeGreaterThan(0);
    expect(await core.history.threads.compactions(session.threadId)).toEqual([]);
    expect(core.log.events('warn')).toEqual([]);
    expect((await core.eventsOf(await core.start(session, 'third'))).at(-1)?.type).toBe('done');
  });
});
