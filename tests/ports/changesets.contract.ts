import { OWNER_ID } from '../doubles/people.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isUnchanged, type ChangedFile, type Stretch } from '../../src/core/workspace/changesets/model.ts';
import { runId, threadId, type RunId, type ThreadId } from '../../src/core/kernel/ids.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import { aRun, begunRun, endOf, NOON, type History, type OpenedHistory } from './history-builders.ts';

/** What the journal does to pending changes, and what `ChangesetStore` answers. */
export function changesetsContract(name: string, open: () => Promise<OpenedHistory>): void {
  describe(`Changesets contract: ${name}`, () => {
    let opened: OpenedHistory;
    let history: History;
    beforeEach(async () => {
      opened = await open();
      history = opened.history;
    });
    afterEach(() => opened.close());

    const commit = (...changes: readonly Change[]) => history.journal.commit(changes);
    const stretch = (copyId: string | null, ...left: readonly (string | null)[]): Stretch => ({
      original:
        copyId === null ? null : { copyId, contentId: `id of ${copyId}`, sizeBytes: 100, mode: 0o640 },
      left,
    });
    const file = (path: string, ...stretches: readonly Stretch[]): ChangedFile => ({ path, stretches });
    const track = (thread: ThreadId, run: RunId, ...files: readonly ChangedFile[]) =>
      commit({ change: 'changeset.track', threadId: thread, runId: run, files, at: NOON });
    const settle = (thread: ThreadId, ...files: readonly (readonly [ChangedFile, ChangedFile | null])[]) =>
      commit({
        change: 'changeset.settle',
        threadId: thread,
        files: files.map(([each, left]) => ({ file: each, left })),
      });
    const pending = (thread: ThreadId) => history.changesets.pendingIn(thread);

    it('returns nothing for an unknown changeset', async () => {
      const none = threadId('none');
      expect(await pending(none)).toBeNull();
      expect(await history.changesets.file(none, 'a')).toBeNull();
      expect(await history.changesets.keptBytes(none)).toBe(0);
      expect(await history.changesets.inUse()).toMatchObject({ copyIds: new Set() });
    });

    it('keeps tracked files by path, also across a restart', async () => {
      const { thread, run } = await begunRun(history.journal);
      const { threadId: id } = thread;
      const files = [
        file('b "c"/é\u{1F600}.md', stretch('1', 'x', null)),
        file('a', stretch(null, null, 'y'), stretch('2', 'z')),
      ];
      await track(id, run.runId, ...files);
      history = await opened.reopen();
      expect(await pending(id)).toEqual({ threadId: id, runId: run.runId, files: files.toReversed() });
      for (const each of files) expect(await history.changesets.file(id, each.path)).toEqual(each);
      expect(await history.changesets.keptBytes(id)).toBe(200);
      expect(await history.changesets.inUse()).toMatchObject({ copyIds: new Set(['1', '2']) });
    });

    it('a later run takes the set over, and an earlier one cannot take it back', async () => {
      const { session, thread, run } = await begunRun(history.journal);
      const { threadId: id } = thread;
      // The clock was set back between them, so the later id is lower.
      const next = aRun(session, { runId: runId('01000000-0000-7000-8000-000000000001') });
      await commit(endOf(run.runId), { change: 'run.start', run: next, idempotencyKey: null, bootId: null });
      const [first, later] = [run.runId, next.runId];
      expect(later < first).toBe(true);
      await track(id, first, file('a', stretch('1', 'x')));
      await track(id, later, file('b', stretch('2', 'x')));
      expect(await pending(id)).toMatchObject({ runId: later, files: { length: 2 } });
      await track(id, first, file('a', stretch('1', 'y')));
      expect(await pending(id)).toMatchObject({ runId: later, files: { length: 2 } });
      expect(await history.changesets.file(id, 'a')).toEqual(file('a', stretch('1', 'y')));
    });

    it('each thread has its own set', async () => {
      const [one, two] = [await begunRun(history.journal), await begunRun(history.journal)];
      await track(one.thread.threadId, one.run.runId, file('a', stretch('1', 'x')));
      await track(two.thread.threadId, two.run.runId, file('a', stretch('2', 'x')));
      expect(await history.changesets.inUse()).toMatchObject({ copyIds: new Set(['1', '2']) });
      await settle(one.thread.threadId, [file('a', stretch('1', 'x')), null]);
      expect(await pending(one.thread.threadId)).toBeNull();
      expect((await pending(two.thread.threadId))?.files).toEqual([file('a', stretch('2', 'x'))]);
    });

    it('counts per thread the pending files whose content differs from before', async () => {
      const { thread, run } = await begunRun(history.journal);
      const elsewhere = await begunRun(history.journal);
      const { threadId: id } = thread;
      const back = [
        file('back', stretch('1', 'id of 1', 'id of 1')),
        file('none', stretch(null, null, null)),
        file('twice', stretch('2', 'y'), stretch('3', 'id of 2')),
      ];
      const changed = [
        file('a', stretch('4', 'id of 4', 'x')),
        file('deleted', stretch('5', 'id of 5', null)),
        file('perhaps', stretch('6', 'x', 'id of 6')),
      ];
      expect([...changed, ...back].map(isUnchanged)).toEqual([false, false, false, true, true, true]);
      const activity = async () => (await history.threads.activity([id])).get(id);
      await track(id, run.runId, ...back);
      expect((await activity())?.pendingChangeset ?? null).toBeNull();
      await track(id, run.runId, ...changed);
      expect(await activity()).toMatchObject({ pendingChangeset: { runId: run.runId, fileCount: 3 } });
      const { threadId: other } = elsewhere.thread;
      expect((await history.threads.activity([other])).get(other)?.pendingChangeset ?? null).toBeNull();
    });

    it('reports which of these files are pending in other threads, too', async () => {
      const [one, two] = [await begunRun(history.journal), await begunRun(history.journal)];
      const [mine, theirs] = [file('a', stretch('1', 'x')), file('a', stretch('2', 'y'))];
      await track(one.thread.threadId, one.run.runId, mine, file('b', stretch(null, 'x')));
      await track(two.thread.threadId, two.run.runId, theirs, file('c', stretch(null, 'x')));
      const elsewhere = (...paths: readonly string[]) =>
        history.changesets.elsewhere(one.thread.threadId, paths);
      expect(await elsewhere('a', 'b', 'c"')).toEqual([theirs]);
      expect(await elsewhere('b')).toEqual([]);
      expect(await elsewhere()).toEqual([]);
    });

    it('resolved files leave the set or keep the rest; an empty set is deleted', async () => {
      const { thread, run } = await begunRun(history.journal);
      const { threadId: id } = thread;
      const [a, b] = [file('a', stretch('1', 'x'), stretch('2', 'y')), file('b', stretch(null, 'x'))];
      await track(id, run.runId, a, b);
      const less = file('a', stretch('1', 'x'));
      await settle(id, [a, less], [b, null]);
      expect((await pending(id))?.files).toEqual([less]);
      expect(await history.changesets.keptBytes(id)).toBe(100);
      await settle(id, [less, null]);
      expect(await pending(id)).toBeNull();
      await settle(id, [less, null]);
    });

    it('a file that changed again meanwhile is not resolved', async () => {
      const { thread, run } = await begunRun(history.journal);
      const { threadId: id } = thread;
      const [old, now] = [file('a', stretch('1', 'x')), file('a', stretch('1', 'x', 'y'))];
      await track(id, run.runId, now);
      await settle(id, [old, null]);
      await settle(id, [old, file('a')]);
      expect((await pending(id))?.files).toEqual([now]);
    });

    it('is deleted with its thread, and outlives its session', async () => {
      const { session, thread, run } = await begunRun(history.journal);
      await track(thread.threadId, run.runId, file('a', stretch('1', 'x')));
      await commit({ change: 'session.delete', sessionId: session.sessionId });
      expect((await pending(thread.threadId))?.files).toHaveLength(1);
      await commit({ change: 'thread.delete', threadId: thread.threadId, personId: OWNER_ID });
      expect(await pending(thread.threadId)).toBeNull();
      expect(await history.changesets.inUse()).toEqual({ copyIds: new Set(), paths: [] });
    });

    it('refuses changes of a deleted thread', async () => {
      await expect(track(threadId('none'), runId('r'), file('a', stretch('1', 'x')))).rejects.toMatchObject({
        name: 'JournalConflict',
      });
    });
  });
}
