import { OWNER_ID } from '../doubles/people.ts';
import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runId, sessionId, threadId } from '../../src/core/kernel/ids.ts';
import { listLimits } from '../../src/core/kernel/limits.ts';
import type { Page } from '../../src/core/kernel/page.ts';
import { noUsage } from '../../src/core/ports/model.ts';
import {
  idle,
  type Compaction,
  type Message,
  type Thread,
} from '../../src/core/conversation/threads/model.ts';
import type { ThreadPosition } from '../../src/core/conversation/threads/store.ts';
import {
  aMessage,
  aPrompt,
  aRun,
  aSideCall,
  aToolCall,
  aThread,
  begunRun,
  endOf,
  NOON,
  textEvent,
  type History,
  type OpenedHistory,
} from './history-builders.ts';
import { verifies } from '../spec/verifies.ts';
import { pagesOf } from '../harness/paged.ts';

/** The answers of the stores about committed data. */
export function storesContract(name: string, open: () => Promise<OpenedHistory>): void {
  describe(`Stores contract: ${name}`, () => {
    let opened: OpenedHistory;
    let history: History;
    beforeEach(async () => {
      opened = await open();
      history = opened.history;
    });
    afterEach(() => opened.close());

    const threeRuns = async () =>
      [
        await begunRun(history.journal),
        await begunRun(history.journal),
        await begunRun(history.journal),
      ] as const;

    async function given(threads: readonly Thread[]): Promise<void> {
      await history.journal.commit(threads.map((thread) => ({ change: 'thread.create', thread })));
    }

    async function pages(limit: number, includeArchived: boolean): Promise<readonly Thread[]> {
      const all = await pagesOf((after: ThreadPosition | null) =>
        history.threads.list(EVERYONE, { limit, after, includeArchived }),
      );
      for (const page of all) expect(page.length).toBeLessThanOrEqual(limit);
      return all.flat();
    }

    it('keeps every compaction, and returns the one that covers most', async () => {
      const thread = aThread();
      await given([thread]);
      const { threadId: id } = thread;
      const of = (uptoSeq: number, summary: string): Compaction => ({
        threadId: id,
        uptoSeq,
        summary,
        trigger: 'manual',
        focus: null,
        tokensBefore: 100,
        tokensAfter: 10,
        model: 'm',
        costUsd: 0.5,
        createdAt: NOON,
      });
      expect(await history.threads.compaction(id)).toBeNull();
      const all = [of(4, 'four'), of(2, 'two'), of(2, 'two again')];
      for (const compaction of all) await history.journal.commit([{ change: 'thread.compact', compaction }]);
      expect(await history.threads.compaction(id)).toEqual(of(4, 'four'));
      expect(await history.threads.compactions(id)).toEqual([of(2, 'two again'), of(4, 'four')]);
      expect(await history.threads.unannouncedCompactions(id)).toEqual([of(2, 'two again'), of(4, 'four')]);
      const told = (compaction: Compaction) =>
        history.journal.commit([{ change: 'thread.compaction-announced', compaction, at: NOON }]);
      await told(of(4, 'four'));
      await told({ ...of(2, 'two'), createdAt: NOON - 1 });
      expect(await history.threads.unannouncedCompactions(id)).toEqual([of(2, 'two again')]);
      const again = { ...of(4, 'four again'), createdAt: NOON + 1 };
      await history.journal.commit([{ change: 'thread.compact', compaction: again }]);
      expect(await history.threads.unannouncedCompactions(id)).toEqual([of(2, 'two again'), again]);
      await history.journal.commit([{ change: 'thread.delete', threadId: id, personId: OWNER_ID }]);
      expect(await history.threads.compactions(id)).toEqual([]);
    });

    verifies('runs.side-calls', 'keeps the cost of side calls, in the thread and beyond it', async () => {
      const thread = aThread();
      const { threadId: id } = thread;
      await history.journal.commit([{ change: 'thread.create', thread }]);
      const call = aSideCall({ threadId: id, costUsd: 0.5, createdAt: NOON });
      await history.journal.commit([{ change: 'side-call.end', call }]);
      expect(await history.threads.get(EVERYONE, id)).toMatchObject({ costUsd: 0.5 });
      await history.journal.commit([{ change: 'thread.delete', threadId: id, personId: OWNER_ID }]);
      const gone = aSideCall({ threadId: id, createdAt: NOON });
      await expect(history.journal.commit([{ change: 'side-call.end', call: gone }])).rejects.toMatchObject({
        name: 'JournalConflict',
      });
      expect(await history.runs.costSince(EVERYONE, NOON)).toBe(0.5);
      expect(await history.runs.costSince(EVERYONE, NOON + 1)).toBe(0);
    });

    verifies('runs.cost.killed', 'keeps open calls, one for each caller', async () => {
      const { run, thread } = await begunRun(history.journal);
      const { runId: id } = run;
      const about = {
        purpose: 'extraction',
        threadId: thread.threadId,
        runId: id,
        personId: OWNER_ID,
      } as const;
      const sideCall = { ...about, model: 'm', provider: 'p' };
      const ofRun = { callerId: id, worstUsd: 2, sideCall: null, createdAt: NOON };
      const aside = { callerId: 'zz', worstUsd: 0.5, sideCall, createdAt: NOON };
      const begin = [ofRun, { ...ofRun, worstUsd: 3 }, aside];
      await history.journal.commit(begin.map((call) => ({ change: 'call.begin', call })));
      expect(await history.runs.callsBegun()).toEqual([{ ...ofRun, worstUsd: 3 }, aside]);
      // None of it is spent before the call is over.
      expect(await history.runs.costSince(EVERYONE, 0)).toBe(0);
      await history.journal.commit([{ change: 'call.end', callerId: id }]);
      expect(await history.runs.callsBegun()).toEqual([aside]);
      const call = aSideCall({ sideCallId: 'zz', threadId: thread.threadId });
      await history.journal.commit([
        { change: 'call.begin', call: ofRun },
        { change: 'side-call.end', call },
      ]);
      expect(await history.runs.callsBegun()).toEqual([ofRun]);
      await history.journal.commit([endOf(id)]);
      expect(await history.runs.callsBegun()).toEqual([]);
    });

    verifies(
      ['agents.cost', 'agents.history'],
      'adds the cost of a sub-agent to its run, once, and keeps the name under which a call was made',
      async () => {
        const { run, thread } = await begunRun(history.journal);
        const { runId: id } = run;
        const about = { runId: id, threadId: thread.threadId, createdAt: NOON };
        const calls = [
          aSideCall({ ...about, purpose: 'subagent', costUsd: 0.5, model: 'another' }),
          aSideCall({ ...about, purpose: 'extraction', costUsd: 4 }),
        ];
        await history.journal.commit(calls.map((call) => ({ change: 'side-call.end', call })));
        expect(await history.runs.get(EVERYONE, id)).toMatchObject({ status: 'running', costUsd: 0.5 });
        await history.journal.commit([
          endOf(id, { totals: { usage: noUsage, costUsd: 2, priceKnown: true, durationMs: 1 } }),
        ]);
        expect(await history.runs.get(EVERYONE, id)).toMatchObject({ costUsd: 2.5 });
        expect(await history.threads.get(EVERYONE, thread.threadId)).toMatchObject({ costUsd: 6.5 });
        expect(await history.runs.costSince(EVERYONE, NOON)).toBe(6.5);

        const made = [aToolCall(id, { agent: 'Ann' }), aToolCall(id, { startedAt: NOON + 1 })];
        await history.journal.commit(made.map((call) => ({ change: 'tool-call.start', call })));
        expect(await history.runs.toolCalls(id)).toEqual(made);
      },
    );

    verifies('threads.activity', 'reports the activity of each thread separately', async () => {
      const [asking, busy, over] = await threeRuns();
      const prompt = aPrompt(asking.run);
      await history.journal.commit([
        { change: 'prompt.ask', prompt },
        { change: 'prompt.ask', prompt: aPrompt(over.run) },
        { change: 'prompt.expire', which: { runId: over.run.runId }, at: NOON },
        endOf(over.run.runId),
      ]);
      const all = [asking, busy, over].map(({ thread }) => thread.threadId);
      expect(await history.threads.activity([...all, threadId('none')])).toEqual(
        new Map([
          [all[0], { ...idle, activeRunId: asking.run.runId, pendingPrompt: prompt, unread: true }],
          [all[1], { ...idle, activeRunId: busy.run.runId }],
          [all[2], { ...idle, unread: true }],
        ]),
      );
      expect(await history.threads.activity([])).toEqual(new Map());
      await history.journal.commit([{ change: 'thread.seen', threadId: all[2] ?? threadId('none') }]);
      expect(await history.threads.activity([all[2] ?? threadId('none')])).toEqual(new Map());
    });

    it('tells when the oldest thread was created', async () => {
      expect(await history.threads.oldestCreatedAt()).toBeNull();
      for (const [id, createdAt] of [
        ['b', NOON + 1],
        ['a', NOON],
      ] as const)
        await history.journal.commit([
          { change: 'thread.create', thread: { ...aThread(), threadId: threadId(id), createdAt } },
        ]);
      expect(await history.threads.oldestCreatedAt()).toBe(NOON);
    });

    it('returns null for an unknown id', async () => {
      expect(await history.threads.get(EVERYONE, threadId('none'))).toBeNull();
      expect(await history.sessions.get(EVERYONE, sessionId('none'))).toBeNull();
      expect(await history.runs.get(EVERYONE, runId('none'))).toBeNull();
      expect(await history.runs.liveInThread(threadId('none'))).toBeNull();
      expect(await history.runs.byIdempotencyKey(sessionId('none'), '', 0)).toBeNull();
      expect(await history.runs.unfinished()).toEqual([]);
    });

    for (const limit of [1, 3, 7, 20, 100])
      verifies(
        'contract.lists.order',
        `lists threads in pages of ${limit}, each once, the latest first, whatever the clock said`,
        async () => {
          const threads = Array.from({ length: 20 }, (_, index) =>
            aThread({ updatedAt: NOON + ((index * 7) % 5) }),
          );
          await given(threads);
          expect(await pages(limit, false)).toEqual(threads.toReversed());
        },
      );

    verifies('contract.lists.order', 'any change in a thread moves it to the front', async () => {
      const [first, second, third] = await threeRuns();
      const order = async () => (await pages(2, true)).map(({ threadId: id }) => id);
      const [a, b, c] = [first, second, third].map(({ thread }) => thread.threadId);
      expect(await order()).toEqual([c, b, a]);
      const said = aMessage(first.run, 'said', { createdAt: NOON - 9 });
      await history.journal.commit([{ change: 'message.append', message: said }]);
      expect(await order()).toEqual([a, c, b]);
      const { threadId: id } = second.thread;
      await history.journal.commit([
        { change: 'thread.set', threadId: id, archived: true, updatedAt: NOON - 99 },
      ]);
      expect(await order()).toEqual([b, a, c]);
      expect((await history.threads.get(EVERYONE, id))?.updatedAt).toBe(NOON - 99);
    });

    it('shows archived threads only on request', async () => {
      const [kept, archived] = [aThread(), aThread({ archived: true, updatedAt: NOON + 1 })];
      await given([kept, archived]);
      expect(await pages(10, false)).toEqual([kept]);
      expect(await pages(10, true)).toEqual([archived, kept]);
    });

    it('a thread that moves to the front between two pages is not repeated', async () => {
      const [oldest, middle, newest] = [aThread(), aThread(), aThread()];
      await given([oldest, middle, newest]);
      const first = await history.threads.list(EVERYONE, { limit: 2, after: null, includeArchived: false });
      const { threadId: moved } = newest;
      await history.journal.commit([
        { change: 'thread.set', threadId: moved, title: 'moved', updatedAt: NOON + 9 },
      ]);
      const second = await history.threads.list(EVERYONE, {
        limit: 2,
        after: first.next,
        includeArchived: false,
      });
      expect([...first.items, ...second.items].map((thread) => thread.threadId)).toEqual([
        moved,
        middle.threadId,
        oldest.threadId,
      ]);
    });

    it('returns messages oldest first after a seq, up to the limit', async () => {
      const { thread, run } = await begunRun(history.journal);
      const said = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
      await history.journal.commit(
        said.map((text) => ({ change: 'message.append', message: aMessage(run, text) })),
      );
      const seqs = async (after: number, limit: number) =>
        (await history.threads.messages(thread.threadId, { after, limit })).map(({ seq }) => seq);
      expect(await seqs(0, 3)).toEqual([1, 2, 3]);
      expect(await seqs(3, 3)).toEqual([4, 5, 6]);
      expect(await seqs(10, 3)).toEqual([11, 12]);
      expect(await seqs(12, 3)).toEqual([]);
      expect(await seqs(0, Number.MAX_SAFE_INTEGER)).toHaveLength(12);
    });

    verifies(
      'contract.lists.bytes',
      'a page of messages ends early when they are large, and truncates none',
      async () => {
        const { thread, run } = await begunRun(history.journal);
        const third = Math.floor(listLimits.pageBytes / 3);
        const chars = [10, third, third, third, 3 * third, 10, 10, 4 * third, 10];
        await history.journal.commit(
          chars.map((length) => {
            const text = '🜁'.repeat(Math.ceil(length / 4));
            return { change: 'message.append', message: aMessage(run, text) };
          }),
        );
        const read: number[][] = [];
        for (let after: number | null = 0; after !== null;) {
          const page: Page<Message, number> = await history.threads.messagePage(thread.threadId, {
            after,
            limit: 3,
          });
          read.push(page.items.map(({ seq }) => seq));
          after = page.next;
          if (after !== null) expect(after).toBe(page.items.at(-1)?.seq);
        }
        expect(read).toEqual([[1, 2, 3], [4], [5], [6, 7], [8], [9]]);
        const page = await history.threads.messagePage(thread.threadId, { after: 0, limit: 200 });
        expect(page.items).toEqual(await history.threads.messages(thread.threadId, { after: 0, limit: 3 }));
        expect(await history.threads.messagePage(thread.threadId, { after: 9, limit: 3 })).toEqual({
          items: [],
          next: null,
        });
      },
    );

    it('returns events in order after an id, up to the limit', async () => {
      const { run } = await begunRun(history.journal);
      const other = await begunRun(history.journal);
      const events = Array.from({ length: 12 }, (_, index) => textEvent(index + 1, `${index + 1}`));
      await history.journal.commit(
        [...events.slice(6), ...events.slice(0, 6)].map((event) => {
          return { change: 'run.event', runId: run.runId, event, at: NOON };
        }),
      );
      expect(await history.runs.events(run.runId, 0, 100)).toEqual(events);
      expect(await history.runs.events(run.runId, 4, 2)).toEqual(events.slice(4, 6));
      expect(await history.runs.events(run.runId, 12, 2)).toEqual([]);
      expect(await history.runs.events(other.run.runId, 0, 100)).toEqual([]);
    });

    it('names the unfinished runs, in order of creation', async () => {
      const [a, b, c] = await threeRuns();
      await history.journal.commit([endOf(a.run.runId), endOf(b.run.runId), endOf(c.run.runId)]);
      const first = aRun(a.session, { createdAt: NOON + 2 });
      const second = aRun(b.session, { createdAt: NOON + 1 });
      await history.journal.commit([
        { change: 'run.start', run: first, idempotencyKey: null, bootId: null },
        { change: 'run.start', run: second, idempotencyKey: null, bootId: null },
      ]);
      expect(await history.runs.unfinished()).toEqual([first, second]);
      expect(await history.runs.liveInThread(c.thread.threadId)).toBeNull();
    });
  });
}
