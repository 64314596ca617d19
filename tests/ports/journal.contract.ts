import { OWNER_ID } from '../doubles/people.ts';
import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { olderThan } from '../doubles/trusted-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { personId, runId, threadId } from '../../src/core/kernel/ids.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import { INTERRUPTED, runErrorOf } from '../../src/core/execution/runs/model.ts';
import { inEnglish } from '../../src/contract/words/english.ts';
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

/** What a person or a model may put into a text: line ends, NUL, an astral character, lone surrogates. */
export const NASTY = 'a\r\n\u0000b\u2028🜁\ud83dc\udc00 "\\';

const CONFLICT = { name: 'JournalConflict' };
const USAGE = { inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, cacheWriteTokens: 1 };

/** What every `Journal` guarantees, observed through the stores beside it. */
export function journalContract(name: string, open: () => Promise<OpenedHistory>): void {
  describe(`Journal contract: ${name}`, () => {
    let opened: OpenedHistory;
    let history: History;
    beforeEach(async () => {
      opened = await open();
      history = opened.history;
    });
    afterEach(() => opened.close());

    const commit = (...changes: readonly Change[]) => history.journal.commit(changes);
    const messagesOf = (id: Parameters<History['threads']['messages']>[0]) =>
      history.threads.messages(id, { after: 0, limit: 1_000 });

    it('applies all of a list or nothing: an invalid change undoes those before it', async () => {
      const { thread, run } = await begunRun(history.journal);
      const other = aThread();
      const refused = commit(
        { change: 'thread.create', thread: other },
        { change: 'thread.set', threadId: thread.threadId, title: 'renamed', updatedAt: NOON + 1 },
        { change: 'message.append', message: aMessage(run, 'said') },
        { change: 'run.event', runId: run.runId, event: textEvent(1, 'said'), at: NOON },
        endOf(run.runId),
        { change: 'thread.create', thread },
      );
      await expect(refused).rejects.toMatchObject(CONFLICT);
      expect(await history.threads.get(EVERYONE, other.threadId)).toBeNull();
      expect(await history.threads.get(EVERYONE, thread.threadId)).toEqual(thread);
      expect(await messagesOf(thread.threadId)).toEqual([]);
      expect(await history.runs.events(run.runId, 0, 10)).toEqual([]);
      expect(await history.runs.get(EVERYONE, run.runId)).toEqual(run);
    });

    it("starts no run in a deleted session, nor in a thread other than the session's or of another person", async () => {
      const { session, thread, run } = await begunRun(history.journal);
      const other = aThread();
      await commit({ change: 'thread.create', thread: other });
      const start = (run: ReturnType<typeof aRun>) =>
        commit({ change: 'run.start', run, idempotencyKey: null, bootId: null });
      const elsewhere = { ...aRun(session), threadId: other.threadId };
      await expect(start(elsewhere)).rejects.toMatchObject(CONFLICT);
      await commit(endOf(run.runId));
      const starter = { ...run.startedBy, personId: personId('01900000-0000-7000-8000-0000000000bb') };
      const ofAnother = { ...aRun({ ...session, threadId: thread.threadId }), startedBy: starter };
      await expect(start(ofAnother)).rejects.toMatchObject(CONFLICT);
      await expect(start({ ...ofAnother, replayOf: run.runId })).rejects.toMatchObject(CONFLICT);
      await commit({ change: 'session.delete', sessionId: session.sessionId });
      await expect(start(aRun({ ...session, threadId: thread.threadId }))).rejects.toMatchObject(CONFLICT);
      expect(await history.runs.get(EVERYONE, elsewhere.runId)).toBeNull();
    });

    it('applies lists in call order, even without awaiting them', async () => {
      const { thread, run } = await begunRun(history.journal);
      const said = Array.from({ length: 50 }, (_, index) => `message ${index}`);
      await Promise.all(
        said.map((text) => commit({ change: 'message.append', message: aMessage(run, text) })),
      );
      const kept = await messagesOf(thread.threadId);
      expect(kept.map(({ content }) => content)).toEqual(said.map((text) => [{ type: 'text', text }]));
      expect(kept.map(({ seq }) => seq)).toEqual(said.map((_, index) => index + 1));
    });

    it('isolates concurrent lists: a refused one affects no other, and leaves nothing', async () => {
      const { thread, run } = await begunRun(history.journal);
      const [first, half, last] = [aThread(), aThread(), aThread()];
      const outcomes = await Promise.allSettled([
        commit({ change: 'thread.create', thread: first }),
        commit({ change: 'thread.create', thread: half }, { change: 'thread.create', thread }),
        commit({ change: 'message.append', message: aMessage(run, 'said') }),
        commit({ change: 'thread.create', thread: last }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      expect(await history.threads.get(EVERYONE, first.threadId)).toEqual(first);
      expect(await history.threads.get(EVERYONE, half.threadId)).toBeNull();
      expect(await history.threads.get(EVERYONE, last.threadId)).toEqual(last);
      expect(await messagesOf(thread.threadId)).toHaveLength(1);
    });

    describe('threads', () => {
      it('thread.set sets only the fields that it names', async () => {
        const thread = aThread();
        const set = { change: 'thread.set', threadId: thread.threadId } as const;
        await commit({ change: 'thread.create', thread });
        await commit({ ...set, title: 'a title', updatedAt: NOON + 1 });
        await commit({ ...set, archived: true, updatedAt: NOON + 2 });
        const expected = { ...thread, title: 'a title', archived: true, updatedAt: NOON + 2 };
        expect(await history.threads.get(EVERYONE, thread.threadId)).toEqual(expected);
        await commit({ ...set, archived: false, updatedAt: NOON + 3 });
        expect(await history.threads.get(EVERYONE, thread.threadId)).toEqual({
          ...expected,
          archived: false,
          updatedAt: NOON + 3,
        });
      });

      it('thread.set does not bring back a deleted thread', async () => {
        const id = threadId('gone');
        await commit({ change: 'thread.set', threadId: id, title: 'back', updatedAt: NOON });
        expect(await history.threads.get(EVERYONE, id)).toBeNull();
      });

      it('thread.name sets a title once, and never replaces one that was given', async () => {
        const [named, titled] = [aThread(), aThread()];
        for (const thread of [named, titled]) await commit({ change: 'thread.create', thread });
        await commit({ change: 'thread.set', threadId: titled.threadId, title: 'mine', updatedAt: NOON });
        for (const title of ['first', 'second'])
          for (const { threadId: id } of [named, titled])
            await commit({ change: 'thread.name', threadId: id, title });
        expect((await history.threads.get(EVERYONE, named.threadId))?.title).toBe('first');
        expect((await history.threads.get(EVERYONE, titled.threadId))?.title).toBe('mine');
      });

      it('message.append takes the next seq of its thread, counts, and moves the thread to the front', async () => {
        const [a, b] = [await begunRun(history.journal), await begunRun(history.journal)];
        await commit(
          { change: 'message.append', message: aMessage(a.run, '1', { createdAt: NOON + 1 }) },
          { change: 'message.append', message: aMessage(b.run, '1', { createdAt: NOON + 2 }) },
          {
            change: 'message.append',
            message: aMessage(a.run, '2', { role: 'assistant', createdAt: NOON + 3 }),
          },
        );
        expect((await messagesOf(a.thread.threadId)).map(({ seq, role }) => [seq, role])).toEqual([
          [1, 'user'],
          [2, 'assistant'],
        ]);
        expect((await messagesOf(b.thread.threadId)).map(({ seq }) => seq)).toEqual([1]);
        expect(await history.threads.get(EVERYONE, a.thread.threadId)).toMatchObject({
          messageCount: 2,
          updatedAt: NOON + 3,
        });
        expect(await history.threads.get(EVERYONE, b.thread.threadId)).toMatchObject({
          messageCount: 1,
          updatedAt: NOON + 2,
        });
      });

      it('message.append is refused without a thread', async () => {
        const { run } = await begunRun(history.journal);
        const message = aMessage(run, 'lost', { threadId: threadId('none') });
        await expect(commit({ change: 'message.append', message })).rejects.toMatchObject(CONFLICT);
      });

      it('thread.delete removes all messages; its runs stay, without their text', async () => {
        const { thread, session, run } = await begunRun(history.journal, 'key');
        const other = await begunRun(history.journal, 'key');
        const call = aToolCall(run.runId);
        const error = { code: 'provider_error', error: 'the model said: my address is …', retryable: true };
        const totals = { usage: USAGE, costUsd: 0.5, priceKnown: true, durationMs: 9 };
        await commit(
          { change: 'message.append', message: aMessage(run, 'a secret') },
          { change: 'run.event', runId: run.runId, event: textEvent(1, 'a secret'), at: NOON },
          { change: 'tool-call.start', call },
          { change: 'message.append', message: aMessage(other.run, 'kept') },
          { change: 'run.event', runId: other.run.runId, event: textEvent(1, 'kept'), at: NOON },
        );
        await commit(endOf(run.runId, { status: 'failed', stopReason: null, error, totals }));
        await commit({ change: 'thread.delete', threadId: thread.threadId, personId: OWNER_ID });

        expect(await history.threads.get(EVERYONE, thread.threadId)).toBeNull();
        expect(await messagesOf(thread.threadId)).toEqual([]);
        expect(await history.sessions.get(EVERYONE, session.sessionId)).toBeNull();
        expect(await history.runs.byIdempotencyKey(session.sessionId, 'key', 0)).toBeNull();
        expect(await history.runs.events(run.runId, 0, 10)).toEqual([]);
        expect(await history.runs.toolCalls(run.runId)).toEqual([]);
        expect(await history.runs.get(EVERYONE, run.runId)).toEqual({
          ...run,
          threadId: null,
          task: '',
          status: 'failed',
          usage: USAGE,
          costUsd: 0.5,
          toolCallCount: 1,
          durationMs: 9,
          endedAt: NOON + 5,
          error: null,
        });
        expect(await messagesOf(other.thread.threadId)).toHaveLength(1);
        expect(await history.runs.events(other.run.runId, 0, 10)).toHaveLength(1);
        expect(await history.sessions.get(EVERYONE, other.session.sessionId)).toEqual(other.session);
        expect(await history.runs.byIdempotencyKey(other.session.sessionId, 'key', 0)).toEqual(other.run);
      });
    });

    describe('sessions', () => {
      it('session.create stores it; session.delete leaves its thread and run', async () => {
        const { thread, run } = await begunRun(history.journal);
        const session = aSession(thread.threadId, { profile: 'fast' });
        await commit({ change: 'session.create', session });
        expect(await history.sessions.get(EVERYONE, session.sessionId)).toEqual(session);
        await commit({ change: 'session.delete', sessionId: session.sessionId });
        await commit({ change: 'session.delete', sessionId: run.sessionId });
        expect(await history.sessions.get(EVERYONE, session.sessionId)).toBeNull();
        expect(await history.threads.get(EVERYONE, thread.threadId)).toEqual(thread);
        expect(await history.runs.get(EVERYONE, run.runId)).toEqual(run);
      });

      it('session.create is refused without a thread', async () => {
        const session = aSession(threadId('none'));
        await expect(commit({ change: 'session.create', session })).rejects.toMatchObject(CONFLICT);
        expect(await history.sessions.get(EVERYONE, session.sessionId)).toBeNull();
      });
    });

    describe('runs', () => {
      it('run.start is refused while another run of the thread is running, and changes nothing', async () => {
        const { thread, session, run } = await begunRun(history.journal);
        const second = aRun(session, { task: 'another' });
        const start: readonly Change[] = [
          { change: 'message.append', message: aMessage(second, 'another') },
          { change: 'run.start', run: second, idempotencyKey: 'second', bootId: null },
        ];
        await expect(commit(...start)).rejects.toMatchObject(CONFLICT);
        expect(await history.runs.get(EVERYONE, second.runId)).toBeNull();
        expect(await history.runs.byIdempotencyKey(session.sessionId, 'second', 0)).toBeNull();
        expect(await messagesOf(thread.threadId)).toEqual([]);
        expect(await history.threads.get(EVERYONE, thread.threadId)).toEqual(thread);
        expect(await history.runs.liveInThread(thread.threadId)).toBe(run.runId);

        await commit(endOf(run.runId), ...start);
        expect(await history.runs.liveInThread(thread.threadId)).toBe(second.runId);
      });

      it('run.end records the outcome and adds the cost to the thread', async () => {
        const { thread, session, run } = await begunRun(history.journal);
        const error = runErrorOf(INTERRUPTED, { inEnglish });
        const totals = { usage: USAGE, costUsd: 0.25, priceKnown: true, durationMs: 12 };
        const end = { status: 'interrupted', stopReason: null, error, totals, endedAt: NOON + 12 } as const;
        await commit(endOf(run.runId, end));
        const { totals: _, ...rest } = end;
        expect(await history.runs.get(EVERYONE, run.runId)).toEqual({ ...run, ...rest, ...totals });
        const next = aRun(session);
        await commit({ change: 'run.start', run: next, idempotencyKey: null, bootId: null });
        await commit(endOf(next.runId, { totals }));
        expect((await history.threads.get(EVERYONE, thread.threadId))?.costUsd).toBe(0.5);
      });

      it('run.end twice is refused, and the first end stays', async () => {
        const { thread, run } = await begunRun(history.journal);
        const totals = { usage: USAGE, costUsd: 1, priceKnown: true, durationMs: 1 };
        await commit(endOf(run.runId, { totals }));
        const before = await history.runs.get(EVERYONE, run.runId);
        const again = commit(
          { change: 'run.event', runId: run.runId, event: textEvent(1, 'late'), at: NOON },
          endOf(run.runId, { status: 'failed', totals }),
        );
        await expect(again).rejects.toMatchObject(CONFLICT);
        expect(await history.runs.get(EVERYONE, run.runId)).toEqual(before);
        expect(await history.runs.events(run.runId, 0, 10)).toEqual([]);
        expect((await history.threads.get(EVERYONE, thread.threadId))?.costUsd).toBe(1);
      });

      it('run.end is refused for an unknown run', async () => {
        await expect(commit(endOf(runId('none')))).rejects.toMatchObject(CONFLICT);
      });

      it('run.event uses an id once: a second event with it is refused', async () => {
        const { run } = await begunRun(history.journal);
        await commit({ change: 'run.event', runId: run.runId, event: textEvent(1, 'one'), at: NOON });
        const again: Change = { change: 'run.event', runId: run.runId, event: textEvent(1, 'two'), at: NOON };
        await expect(commit(again)).rejects.toMatchObject(CONFLICT);
        expect(await history.runs.events(run.runId, 0, 10)).toEqual([textEvent(1, 'one')]);
      });

      it('tool-call.start records the intent and counts, tool-call.end records the outcome', async () => {
        const { run } = await begunRun(history.journal);
        const [first, second] = [aToolCall(run.runId), aToolCall(run.runId, { startedAt: NOON + 1 })];
        await commit({ change: 'tool-call.start', call: first }, { change: 'tool-call.start', call: second });
        expect(await history.runs.toolCalls(run.runId)).toEqual([first, second]);
        expect((await history.runs.get(EVERYONE, run.runId))?.toolCallCount).toBe(2);
        const outcome = { output: 'Created a.txt', success: false, durationMs: 4 };
        const { toolCallId } = first;
        await commit({ change: 'tool-call.end', runId: run.runId, toolCallId, ...outcome });
        expect(await history.runs.toolCalls(run.runId)).toEqual([{ ...first, ...outcome }, second]);
      });

      it('keeps an idempotency key in its session until it is forgotten', async () => {
        const { session, run } = await begunRun(history.journal, 'key');
        const { session: other } = await begunRun(history.journal);
        const find = (since: number) => history.runs.byIdempotencyKey(session.sessionId, 'key', since);
        expect(await find(NOON)).toEqual(run);
        expect(await find(NOON + 1)).toBeNull();
        expect(await history.runs.byIdempotencyKey(other.sessionId, 'key', 0)).toBeNull();
        expect(await history.runs.byIdempotencyKey(session.sessionId, 'other', 0)).toBeNull();
        await commit({ change: 'idempotency.forget', past: olderThan(NOON) });
        expect(await find(0)).toEqual(run);
        await commit({ change: 'idempotency.forget', past: olderThan(NOON + 1) });
        expect(await find(0)).toBeNull();
        expect(await history.runs.get(EVERYONE, run.runId)).toEqual(run);
      });

      it('a key that is reused after the first use expired names the later run', async () => {
        const { session, run } = await begunRun(history.journal, 'key');
        const later = aRun(session, { createdAt: NOON + 1_000 });
        await commit(endOf(run.runId), {
          change: 'run.start',
          run: later,
          idempotencyKey: 'key',
          bootId: null,
        });
        expect(await history.runs.byIdempotencyKey(session.sessionId, 'key', NOON + 1)).toEqual(later);
      });
    });

    describe('texts', () => {
      it('keeps every code unit of a message, an event or an input', async () => {
        const { thread, run } = await begunRun(history.journal);
        const call = aToolCall(run.runId, { input: { path: NASTY, [NASTY]: [NASTY] } });
        await commit(
          { change: 'message.append', message: aMessage(run, NASTY) },
          { change: 'run.event', runId: run.runId, event: textEvent(1, NASTY), at: NOON },
          { change: 'tool-call.start', call },
        );
        expect((await messagesOf(thread.threadId))[0]?.content).toEqual([{ type: 'text', text: NASTY }]);
        expect(await history.runs.events(run.runId, 0, 10)).toEqual([textEvent(1, NASTY)]);
        expect(await history.runs.toolCalls(run.runId)).toEqual([call]);
      });

      it('keeps titles, tasks, keys and outputs with NUL and astral characters; a lone surrogate is replaced', async () => {
        const thread = aThread({ title: NASTY });
        const session = aSession(thread.threadId, { profile: NASTY });
        const run = aRun(session, { task: NASTY });
        const call = aToolCall(run.runId);
        await commit(
          { change: 'thread.create', thread },
          { change: 'session.create', session },
          { change: 'run.start', run, idempotencyKey: NASTY, bootId: null },
          { change: 'tool-call.start', call },
        );
        const { toolCallId } = call;
        const outcome = { output: NASTY, success: true, durationMs: 1 };
        await commit({ change: 'tool-call.end', runId: run.runId, toolCallId, ...outcome });
        const whole = NASTY.toWellFormed();
        expect((await history.threads.get(EVERYONE, thread.threadId))?.title).toBe(whole);
        expect((await history.sessions.get(EVERYONE, session.sessionId))?.profile).toBe(whole);
        expect((await history.runs.get(EVERYONE, run.runId))?.task).toBe(whole);
        expect((await history.runs.toolCalls(run.runId))[0]?.output).toBe(whole);
        expect((await history.runs.byIdempotencyKey(session.sessionId, NASTY, 0))?.runId).toBe(run.runId);
      });

      it('keeps a text of four megabytes', async () => {
        const { run } = await begunRun(history.journal);
        const long = 'wörter '.repeat(600_000);
        await commit({ change: 'run.event', runId: run.runId, event: textEvent(1, long), at: NOON });
        const [event] = await history.runs.events(run.runId, 0, 1);
        expect(event?.type === 'text' && event.data.text === long).toBe(true);
      });
    });
  });
}
