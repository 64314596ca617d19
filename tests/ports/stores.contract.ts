import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runId, sessionId, threadId } from '../../src/core/kernel/ids.ts';
import { noUsage } from '../../src/core/ports/model.ts';
import type { Compaction, Thread } from '../../src/core/threads/model.ts';
import type { ThreadPosition } from '../../src/core/threads/store.ts';
import {
  aMessage,
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

/** What the stores answer; what is in them was committed. */
export function storesContract(name: string, open: () => Promise<OpenedHistory>): void {
  describe(`Stores contract: ${name}`, () => {
    let opened: OpenedHistory;
    let history: History;
    beforeEach(async () => {
      opened = await open();
      history = opened.history;
    });
    afterEach(() => opened.close());

    async function given(threads: readonly Thread[]): Promise<void> {
      await history.journal.commit(threads.map((thread) => ({ change: 'thread.create', thread })));
    }

    async function pages(limit: number, includeArchived: boolean): Promise<readonly Thread[]> {
      const all: Thread[] = [];
      for (let after: ThreadPosition | null = null; ;) {
        const page = await history.threads.list({ limit, after, includeArchived });
        expect(page.length).toBeLessThanOrEqual(limit);
        all.push(...page);
        const last = page.at(-1);
        if (!last) return all;
        after = { updatedAt: last.updatedAt, threadId: last.threadId };
      }
    }

    it('keeps every compaction, and gives the one that covers most', async () => {
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
      await history.journal.commit([{ change: 'thread.delete', threadId: id }]);
      expect(await history.threads.compactions(id)).toEqual([]);
    });

    verifies('runs.side-calls', 'keeps what side calls cost, in the thread and beyond it', async () => {
      const thread = aThread();
      const { threadId: id } = thread;
      await history.journal.commit([{ change: 'thread.create', thread }]);
      const call = aSideCall({ threadId: id, costUsd: 0.5, createdAt: NOON });
      await history.journal.commit([{ change: 'side-call.end', call }]);
      expect(await history.threads.get(id)).toMatchObject({ costUsd: 0.5 });
      await history.journal.commit([{ change: 'thread.delete', threadId: id }]);
      const gone = aSideCall({ threadId: id, createdAt: NOON });
      await expect(history.journal.commit([{ change: 'side-call.end', call: gone }])).rejects.toMatchObject({
        name: 'JournalConflict',
      });
      expect(await history.runs.costSince(NOON)).toBe(0.5);
      expect(await history.runs.costSince(NOON + 1)).toBe(0);
    });

    verifies('runs.cost.killed', 'keeps the calls that are not over, one for each caller', async () => {
      const { run, thread } = await begunRun(history.journal);
      const { runId: id } = run;
      const about = { purpose: 'extraction', threadId: thread.threadId, runId: id } as const;
      const sideCall = { ...about, model: 'm', provider: 'p' };
      const ofRun = { callerId: id, worstUsd: 2, sideCall: null, createdAt: NOON };
      const aside = { callerId: 'zz', worstUsd: 0.5, sideCall, createdAt: NOON };
      const begin = [ofRun, { ...ofRun, worstUsd: 3 }, aside];
      await history.journal.commit(begin.map((call) => ({ change: 'call.begin', call })));
      expect(await history.runs.callsBegun()).toEqual([{ ...ofRun, worstUsd: 3 }, aside]);
      // Nothing of it is spent before it is over.
      expect(await history.runs.costSince(0)).toBe(0);
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
      'adds what a sub-agent cost to its run, once, and keeps under whose name a call was made',
      async () => {
        const { run, thread } = await begunRun(history.journal);
        const { runId: id } = run;
        const about = { runId: id, threadId: thread.threadId, createdAt: NOON };
        const calls = [
          aSideCall({ ...about, purpose: 'subagent', costUsd: 0.5, model: 'another' }),
          aSideCall({ ...about, purpose: 'extraction', costUsd: 4 }),
        ];
        await history.journal.commit(calls.map((call) => ({ change: 'side-call.end', call })));
        expect(await history.runs.get(id)).toMatchObject({ status: 'running', costUsd: 0.5 });
        await history.journal.commit([endOf(id, { totals: { usage: noUsage, costUsd: 2, durationMs: 1 } })]);
        expect(await history.runs.get(id)).toMatchObject({ costUsd: 2.5 });
        expect(await history.threads.get(thread.threadId)).toMatchObject({ costUsd: 6.5 });
        expect(await history.runs.costSince(NOON)).toBe(6.5);

        const made = [aToolCall(id, { agent: 'Ann' }), aToolCall(id, { startedAt: NOON + 1 })];
        await history.journal.commit(made.map((call) => ({ change: 'tool-call.start', call })));
        expect(await history.runs.toolCalls(id)).toEqual(made);
      },
    );

    it('answers null for what is not there', async () => {
      expect(await history.threads.get(threadId('none'))).toBeNull();
      expect(await history.sessions.get(sessionId('none'))).toBeNull();
      expect(await history.runs.get(runId('none'))).toBeNull();
      expect(await history.runs.liveInThread(threadId('none'))).toBeNull();
      expect(await history.runs.byIdempotencyKey(sessionId('none'), '', 0)).toBeNull();
      expect(await history.runs.unfinished()).toEqual([]);
    });

    it.each([1, 3, 7, 100])(
      'lists threads newest first in pages of %d, each once, also those of one instant',
      async (limit) => {
        const threads = Array.from({ length: 20 }, (_, index) =>
          aThread({ updatedAt: NOON + Math.floor(index / 6) }),
        );
        await given(threads.toReversed());
        const newestFirst = threads.toSorted(
          (a, b) => b.updatedAt - a.updatedAt || (a.threadId < b.threadId ? 1 : -1),
        );
        expect(await pages(limit, false)).toEqual(newestFirst);
      },
    );

    it('shows archived threads only when asked for', async () => {
      const [kept, archived] = [aThread(), aThread({ archived: true, updatedAt: NOON + 1 })];
      await given([kept, archived]);
      expect(await pages(10, false)).toEqual([kept]);
      expect(await pages(10, true)).toEqual([archived, kept]);
    });

    it('a thread that moves to the front between two pages is not shown twice behind', async () => {
      const [oldest, middle, newest] = [0, 1, 2].map((age) => aThread({ updatedAt: NOON + age }));
      if (!oldest || !middle || !newest) throw new Error('three were made');
      await given([oldest, middle, newest]);
      const first = await history.threads.list({ limit: 2, after: null, includeArchived: false });
      const { threadId: moved } = newest;
      await history.journal.commit([
        { change: 'thread.set', threadId: moved, title: 'moved', updatedAt: NOON + 9 },
      ]);
      const after = { updatedAt: middle.updatedAt, threadId: middle.threadId };
      const second = await history.threads.list({ limit: 2, after, includeArchived: false });
      expect([...first, ...second].map((thread) => thread.threadId)).toEqual([
        moved,
        middle.threadId,
        oldest.threadId,
      ]);
    });

    it('gives messages oldest first after a seq, at most as many as asked for', async () => {
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

    it('gives events in order after an id, at most as many as asked for', async () => {
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

    it('names the runs that have not ended, oldest first', async () => {
      const [a, b, c] = [
        await begunRun(history.journal),
        await begunRun(history.journal),
        await begunRun(history.journal),
      ];
      await history.journal.commit([endOf(a.run.runId), endOf(b.run.runId), endOf(c.run.runId)]);
      const later = aRun(a.session, { createdAt: NOON + 2 });
      const earlier = aRun(b.session, { createdAt: NOON + 1 });
      await history.journal.commit([
        { change: 'run.start', run: later, idempotencyKey: null },
        { change: 'run.start', run: earlier, idempotencyKey: null },
      ]);
      expect(await history.runs.unfinished()).toEqual([earlier, later]);
      expect(await history.runs.liveInThread(c.thread.threadId)).toBeNull();
    });
  });
}
