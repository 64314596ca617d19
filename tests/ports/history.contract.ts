import { OWNER_ID } from '../doubles/people.ts';
import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RunFilter, RunPosition, ToolCallPosition } from '../../src/core/execution/history/model.ts';
import type { HistoryStore } from '../../src/core/execution/history/store.ts';
import { runId, threadId, type RunId } from '../../src/core/kernel/ids.ts';
import { listLimits } from '../../src/core/kernel/limits.ts';
import type { Page } from '../../src/core/kernel/page.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import type { Run, RunStatus, ToolCallRecord } from '../../src/core/execution/runs/model.ts';
import type { Session } from '../../src/core/conversation/sessions/model.ts';
import { verifies } from '../spec/verifies.ts';
import {
  aMessage,
  aRun,
  aSession,
  aThread,
  aToolCall,
  begunRun,
  endOf,
  NOON,
  textEvent,
  type History,
  type OpenedHistory,
} from './history-builders.ts';
import { tries } from '../harness/thinned.ts';
import { pagesOf } from '../harness/paged.ts';

const STATUSES = ['completed', 'failed', 'aborted', 'interrupted'] as const;
const HOUR = 3_600_000;

export interface OpenedWithHistory extends OpenedHistory {
  readonly history: History & { readonly history: HistoryStore };
}

/** The answers of a HistoryStore about committed data. */
export function historyContract(name: string, open: () => Promise<OpenedWithHistory>): void {
  describe(`History contract: ${name}`, () => {
    let opened: OpenedWithHistory;
    let store: HistoryStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.history.history;
    });
    afterEach(() => opened.close());

    const commit = (changes: readonly Change[]) => opened.history.journal.commit(changes);

    async function newSession(): Promise<Session> {
      const thread = aThread();
      const session = aSession(thread.threadId);
      await commit([
        { change: 'thread.create', thread },
        { change: 'session.create', session },
      ]);
      return session;
    }

    /** A run that has ended, unless it should be running. */
    async function ran(
      session: Session,
      {
        status = 'completed',
        usage,
        costUsd = 0,
        durationMs = 5,
        priceKnown = true,
        ...given
      }: Partial<Run> = {},
    ): Promise<Run> {
      const run = aRun(session, given);
      const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
      const spent = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
      const totals = { usage: spent, costUsd, priceKnown, durationMs };
      await commit([
        { change: 'run.start', run, idempotencyKey: null, bootId: null },
        ...(status === 'running' ? [] : [endOf(run.runId, { status, totals })]),
      ]);
      return run;
    }

    async function pages(
      filter: RunFilter,
      limit: number,
      between: () => Promise<unknown> = async () => undefined,
    ): Promise<readonly Run[]> {
      const all: Run[] = [];
      for (let after: RunPosition | null = null; ;) {
        const page: Page<Run, RunPosition> = await store.runs(EVERYONE, { filter, after, limit });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        all.push(...page.items);
        expect(all.length).toBeLessThan(10_000);
        after = page.next;
        if (after === null) return all;
        await between();
      }
    }
    const idsOf = (runs: readonly Run[]) => runs.map((run) => run.runId);

    it('is empty at first', async () => {
      const nothing = { items: [], next: null };
      expect(await store.runs(EVERYONE, { filter: {}, after: null, limit: 5 })).toEqual(nothing);
      expect(await store.toolCalls(runId('none'), { after: null, limit: 5 })).toEqual(nothing);
      expect(await store.spentSince(EVERYONE, 0)).toEqual([]);
      expect(await store.spentByDay(EVERYONE, [0, NOON])).toEqual([]);
      expect(await store.spentByDay(EVERYONE, [])).toEqual([]);
      expect(await store.toolUseSince(EVERYONE, 0)).toEqual([]);
      expect(await store.eventCounts(runId('none'))).toEqual({});
      expect(await store.messageSizes(threadId('none'), { after: 0, limit: 5 })).toEqual([]);
    });

    verifies(
      ['history.runs', 'contract.lists.order'],
      'pages hold every matching run exactly once, the latest first, even while runs are added',
      async () => {
        const sessions = [await newSession(), await newSession()];
        const runs: Run[] = [];
        for (let index = 0; index < 60; index++) {
          const session = sessions[index % 2] as Session;
          const status: RunStatus = index < 58 ? (STATUSES[index % 4] as RunStatus) : 'running';
          const run = await ran(session, {
            status,
            model: `model-${index % 3}`,
            task: index % 5 === 0 ? 'Count the 100% of a_b' : 'something else',
            // The clock is set back repeatedly.
            createdAt: NOON + ((index * 7) % 9) * HOUR,
          });
          runs.push({ ...run, status });
        }
        const newestFirst = runs.toReversed();
        const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
        const filters = fc.record({
          status: maybe(fc.constantFrom<RunStatus>(...STATUSES, 'running')),
          model: maybe(fc.constantFrom('model-0', 'model-1', 'model-2', 'model-%')),
          sessionId: maybe(fc.constantFrom(...sessions.map((session) => session.sessionId))),
          threadId: maybe(fc.constantFrom(...sessions.map((session) => session.threadId))),
          from: maybe(fc.integer({ min: NOON - HOUR, max: NOON + 10 * HOUR })),
          to: maybe(fc.integer({ min: NOON - HOUR, max: NOON + 10 * HOUR })),
          text: maybe(fc.constantFrom('', '100% of', 'a_b', 'ELSE', 'nowhere')),
        });
        await fc.assert(
          fc.asyncProperty(filters, fc.integer({ min: 1, max: 13 }), async (asked, limit) => {
            const filter = Object.fromEntries(
              Object.entries(asked).filter(([, value]) => value !== undefined),
            ) as RunFilter;
            const fits = newestFirst.filter(
              (run) =>
                (filter.status ?? run.status) === run.status &&
                (filter.model ?? run.model) === run.model &&
                (filter.sessionId ?? run.sessionId) === run.sessionId &&
                (filter.threadId ?? run.threadId) === run.threadId &&
                run.createdAt >= (filter.from ?? 0) &&
                run.createdAt < (filter.to ?? Infinity) &&
                run.task.toLowerCase().includes((filter.text ?? '').toLowerCase()),
            );
            const quiet = await newSession();
            let added = 0;
            const found = await pages(filter, limit, async () => {
              if (added++ < 3) await ran(quiet, { createdAt: NOON + 1_000 * HOUR, model: 'later' });
            });
            // Added runs are newer than the first page, so no later page has them.
            const old = found.filter(({ model }) => model !== 'later');
            expect(idsOf(old)).toEqual(idsOf(fits));
            expect(new Set(idsOf(found)).size).toBe(found.length);
          }),
          { numRuns: tries(40) },
        );
      },
    );

    it('returns a run as the run store does', async () => {
      const session = await newSession();
      const { runId: id } = await ran(session, { costUsd: 0.25, profile: 'mine' });
      const { items } = await store.runs(EVERYONE, { filter: {}, after: null, limit: 1 });
      expect(items[0]).toEqual(await opened.history.runs.get(EVERYONE, id));
    });

    verifies('runs.cost.estimated', 'keeps whether the cost of a run is an estimate', async () => {
      const session = await newSession();
      for (const priceKnown of [true, false, null]) {
        const { runId: id } = await ran(session, { costUsd: 0.25, priceKnown });
        expect(await opened.history.runs.get(EVERYONE, id)).toMatchObject({ priceKnown });
      }
    });

    verifies(
      'history.sums',
      'a run ends whatever it used, and its sums stop at the largest number',
      async () => {
        const session = await newSession();
        const most = Number.MAX_SAFE_INTEGER;
        const usedUp = [most, 9_223_372_036_854_774_784, 1e19, 1.7e308, Infinity, 0.5, -5, Number.NaN, 5_000];
        for (const used of usedUp) {
          const usage = { inputTokens: used, outputTokens: 7, cacheReadTokens: used, cacheWriteTokens: used };
          const { runId: id } = await ran(session, { usage, createdAt: NOON, costUsd: 0.25 });
          expect(await opened.history.runs.get(EVERYONE, id)).toMatchObject({
            status: 'completed',
            costUsd: 0.25,
          });
        }
        const usage = {
          inputTokens: most,
          outputTokens: 7 * usedUp.length,
          cacheReadTokens: most,
          cacheWriteTokens: most,
        };
        const costUsd = 0.25 * usedUp.length;
        const summed = { runs: usedUp.length, usage, costUsd };
        expect(await store.spentSince(EVERYONE, 0)).toMatchObject([summed]);
        expect(await store.spentSince(EVERYONE, NOON - HOUR)).toMatchObject([summed]);
        expect(await store.spentByDay(EVERYONE, [NOON - HOUR, NOON + HOUR])).toMatchObject([summed]);
      },
    );

    verifies('history.runs.text', 'a search is literal, character for character', async () => {
      const session = await newSession();
      const tasks = [
        '100% done',
        '1000 done',
        'a_b',
        'axb',
        'NEAR(a b) OR "c"',
        'c:\\temp\\x',
        "it's; DROP TABLE runs --",
        'grüße ÄÖ 🎉',
        'nul\0inside',
        '[redacted] *?',
        'line one\nline two',
      ];
      for (const task of tasks) await ran(session, { task });
      const found = async (text: string) =>
        (await pages({ text }, 5))
          .map(({ task }) => task)
          .toSorted((a, b) => tasks.indexOf(a) - tasks.indexOf(b));
      const table: readonly (readonly [string, readonly number[]])[] = [
        ['%', [0]],
        ['100%', [0]],
        ['_', [2]],
        ['a_b', [2]],
        ['\\', [5]],
        ['\\temp', [5]],
        ['"c"', [4]],
        ['near(A', [4]],
        ['OR', [4]],
        ["'", [6]],
        ['drop table', [6]],
        ["' OR 1=1 --", []],
        ['🎉', [7]],
        ['grüsse', []],
        ['ü', [7]],
        ['\0', [8]],
        ['nul\0i', [8]],
        ['*', [9]],
        ['[', [9]],
        ['.*', []],
        ['(a+)+$', []],
        ['one\nline', [10]],
        ['x'.repeat(1 << 20), []],
        ['', tasks.map((_, index) => index)],
      ];
      for (const [text, indexes] of table)
        expect([text.slice(0, 30), await found(text)]).toEqual([
          text.slice(0, 30),
          indexes.map((index) => tasks[index]),
        ]);
    });

    verifies(
      ['history.runs.text', 'history.large'],
      'a search continues past thousands of runs without a match, and finds one far behind',
      async () => {
        const session = await newSession();
        const runs = Array.from({ length: 2_500 }, (_, index) =>
          aRun(session, {
            status: 'completed',
            task: [3, 999, 1_000, 1_001, 2_499].includes(index) ? `needle ${index}` : 'hay',
            createdAt: NOON - index,
          }),
        );
        await commit(
          runs.toReversed().map((run) => ({ change: 'run.start', run, idempotencyKey: null, bootId: null })),
        );
        for (const limit of [1, 2, 5, 50])
          expect((await pages({ text: 'needle' }, limit)).map(({ task }) => task)).toEqual(
            [3, 999, 1_000, 1_001, 2_499].map((index) => `needle ${index}`),
          );
        expect(await pages({ text: 'nowhere' }, 50)).toEqual([]);
        expect(await pages({ text: 'needle', from: NOON - 500 }, 50)).toHaveLength(1);
      },
    );

    verifies('history.deleted-threads', 'runs of a deleted thread stay, and their cost counts', async () => {
      const session = await newSession();
      const run = await ran(session, { costUsd: 0.5, task: 'secret plan' });
      await commit([{ change: 'thread.delete', threadId: session.threadId, personId: OWNER_ID }]);
      const [left] = await pages({}, 5);
      expect(left).toMatchObject({ runId: run.runId, threadId: null, task: '', costUsd: 0.5 });
      expect(await pages({ text: 'secret' }, 5)).toEqual([]);
      expect(await store.spentSince(EVERYONE, 0)).toMatchObject([{ runs: 1, costUsd: 0.5 }]);
      expect(await store.spentByDay(EVERYONE, [NOON, NOON + HOUR])).toMatchObject([
        { day: 0, runs: 1, costUsd: 0.5 },
      ]);
    });

    verifies('history.stats', 'sums match the runs, wherever the period begins', async () => {
      const session = await newSession();
      for (let index = 0; index < 40; index++)
        await ran(session, {
          status: index % 13 === 0 ? 'failed' : 'completed',
          createdAt: NOON - index * 5 * HOUR,
          model: `model-${index % 2}`,
          costUsd: 2 ** (index % 8),
          usage: { inputTokens: index, outputTokens: 1, cacheReadTokens: 2, cacheWriteTokens: 3 },
        });
      await ran(session, { status: 'running', createdAt: NOON });
      const all = await pages({}, 200);
      const instants = fc.integer({ min: NOON - 210 * HOUR, max: NOON + HOUR });
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(instants, fc.constant(Date.UTC(2026, 0, 1)), fc.constant(NOON)),
          async (from) => {
            const fits = all.filter(({ createdAt }) => createdAt >= from);
            const sum = (valueOf: (run: Run) => number) =>
              fits.reduce((total, run) => total + valueOf(run), 0);
            const expected = [
              fits.length,
              sum(({ costUsd }) => costUsd),
              sum(({ usage }) => usage.inputTokens),
            ];
            for (const groups of [
              await store.spentSince(EVERYONE, from),
              await store.spentByDay(EVERYONE, [from, NOON + 2 * HOUR]),
            ])
              expect(
                groups.reduce(
                  ([runs = 0, cost = 0, input = 0], group) => [
                    runs + group.runs,
                    cost + group.costUsd,
                    input + group.usage.inputTokens,
                  ],
                  [0, 0, 0],
                ),
              ).toEqual(expected);
            const keys = (await store.spentSince(EVERYONE, from)).map(
              ({ model, status }) => `${model} ${status}`,
            );
            expect(new Set(keys).size).toBe(keys.length);
          },
        ),
        { numRuns: tries(50) },
      );
    });

    const pagesOfCalls = (run: RunId, limit: number) =>
      pagesOf((after: ToolCallPosition | null) => store.toolCalls(run, { after, limit }));

    verifies('contract.lists.order', 'returns the calls of a run in pages, in order, each once', async () => {
      const { run } = await begunRun(opened.history.journal);
      const calls = Array.from({ length: 11 }, (_, index) =>
        aToolCall(run.runId, { startedAt: NOON - Math.floor(index / 4) }),
      );
      await commit(calls.map((call) => ({ change: 'tool-call.start', call })));
      for (const limit of [1, 3, 11, 20])
        expect((await pagesOfCalls(run.runId, limit)).flat()).toEqual(calls);
      expect(await opened.history.runs.toolCalls(run.runId)).toEqual(calls);
    });

    verifies(
      'contract.lists.bytes',
      'a page of calls ends early when inputs and outputs are large, and truncates none',
      async () => {
        const { run } = await begunRun(opened.history.journal);
        const half = listLimits.pageBytes / 2;
        const sizes = [10, half, half, 10, 3 * half, 10];
        const calls = sizes.map((length, index) =>
          aToolCall(run.runId, index % 2 ? { input: { x: 'i'.repeat(length) } } : {}),
        );
        await commit(
          calls.flatMap(({ toolCallId, ...call }, index): readonly Change[] => [
            { change: 'tool-call.start', call: { toolCallId, ...call } },
            {
              change: 'tool-call.end',
              runId: run.runId,
              toolCallId,
              output: index % 2 ? '' : 'o'.repeat(sizes[index] ?? 0),
              success: true,
              durationMs: 1,
            },
          ]),
        );
        const pages = await pagesOfCalls(run.runId, 200);
        expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 1]);
        expect(pages.flat().map(({ toolCallId }) => toolCallId)).toEqual(
          calls.map(({ toolCallId }) => toolCallId),
        );
      },
    );

    verifies(
      'contract.lists.bytes',
      'a page of runs ends early when tasks are large, and truncates none, also in a search',
      async () => {
        const session = await newSession();
        const half = listLimits.pageBytes / 2;
        const tasks = [10, half, half, 10, 3 * half, 10].map((length, index) =>
          `${index} needle`.padEnd(length, 'a'),
        );
        for (const task of tasks.toReversed()) await ran(session, { task });
        for (const filter of [{}, { text: 'needle' }, { threadId: session.threadId }]) {
          const read = await pagesOf((after: RunPosition | null) =>
            store.runs(EVERYONE, { filter, after, limit: 200 }),
          );
          const found = read.map((page) => page.map(({ task }) => tasks.indexOf(task)));
          expect(found).toEqual([[0, 1], [2, 3], [4], [5]]);
        }
      },
    );

    it('counts the calls of each tool that have an outcome', async () => {
      const { run } = await begunRun(opened.history.journal);
      const ended = ({ toolCallId }: ToolCallRecord, success: boolean) =>
        commit([
          { change: 'tool-call.end', runId: run.runId, toolCallId, output: '', success, durationMs: 1 },
        ]);
      const calls = ['a', 'b', 'b', 'b', 'c'].map((tool) => aToolCall(run.runId, { name: tool }));
      await commit(calls.map((call) => ({ change: 'tool-call.start', call })));
      for (const [at, call] of calls.slice(0, -1).entries()) await ended(call, at < 2);
      expect(await store.toolUseSince(EVERYONE, NOON)).toEqual([
        { name: 'b', calls: 3, failures: 2 },
        { name: 'a', calls: 1, failures: 0 },
      ]);
      expect(await store.toolUseSince(EVERYONE, NOON + 1)).toEqual([]);
      const midnight = Math.floor(NOON / (24 * HOUR)) * 24 * HOUR;
      // A repeated outcome is the same call.
      await ended(calls[0] as ToolCallRecord, true);
      expect(await store.toolUseSince(EVERYONE, midnight)).toEqual([
        { name: 'b', calls: 3, failures: 2 },
        { name: 'a', calls: 1, failures: 0 },
      ]);
      await commit([
        endOf(run.runId),
        { change: 'thread.delete', threadId: run.threadId ?? threadId('none'), personId: OWNER_ID },
      ]);
      expect(await store.toolUseSince(EVERYONE, midnight)).toHaveLength(2);
    });

    it('counts any number of events by type, also behind a gap of ids', async () => {
      const { run } = await begunRun(opened.history.journal);
      const count = 2_345;
      await commit([
        ...Array.from({ length: count }, (_, index): Change => {
          return { change: 'run.event', runId: run.runId, event: textEvent(index + 1, 'x'), at: NOON };
        }),
        {
          change: 'run.event',
          runId: run.runId,
          event: { id: count + 10_001, type: 'thinking', data: { summary: '' } },
          at: NOON,
        },
      ]);
      expect(await store.eventCounts(run.runId)).toEqual({ text: count, thinking: 1 });
    });

    it('measures messages without reading them', async () => {
      const { run, thread } = await begunRun(opened.history.journal);
      const messages = ['a', 'bb', '🎉'].map((text) => aMessage(run, text));
      await commit(messages.map((message) => ({ change: 'message.append', message })));
      const sizes = await store.messageSizes(thread.threadId, { after: 1, limit: 5 });
      const empty = JSON.stringify([{ type: 'text', text: '' }]).length;
      expect(sizes).toEqual([
        { seq: 2, runId: run.runId, role: 'user', chars: empty + 2 },
        { seq: 3, runId: run.runId, role: 'user', chars: empty + 1 },
      ]);
      expect(await store.messageSizes(thread.threadId, { after: 0, limit: 1 })).toHaveLength(1);
    });
  });
}
