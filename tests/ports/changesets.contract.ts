import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isUnchanged, type ChangedFile, type Stretch } from '../../src/core/changesets/model.ts';
import { runId, sessionId, type RunId, type SessionId } from '../../src/core/kernel/ids.ts';
import type { Change } from '../../src/core/ports/journal.ts';
import { aSession, begunRun, NOON, type History, type OpenedHistory } from './history-builders.ts';

/** What the journal does to changes that wait for review, and what `ChangesetStore` answers. */
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
    const track = (session: SessionId, run: RunId, ...files: readonly ChangedFile[]) =>
      commit({ change: 'changeset.track', sessionId: session, runId: run, files, at: NOON });
    const settle = (session: SessionId, ...files: readonly (readonly [ChangedFile, ChangedFile | null])[]) =>
      commit({
        change: 'changeset.settle',
        sessionId: session,
        files: files.map(([each, left]) => ({ file: each, left })),
      });
    const pending = (session: SessionId) => history.changesets.pendingIn(session);

    it('answers nothing for what is not there', async () => {
      const none = sessionId('none');
      expect(await pending(none)).toBeNull();
      expect(await history.changesets.file(none, 'a')).toBeNull();
      expect(await history.changesets.keptBytes(none)).toBe(0);
      expect(await history.changesets.copiesInUse()).toEqual(new Set());
    });

    it('keeps files as they were tracked, by path, also over a restart', async () => {
      const { session, run } = await begunRun(history.journal);
      const { sessionId: id } = session;
      const files = [
        file('b "c"/é\u{1F600}.md', stretch('1', 'x', null)),
        file('a', stretch(null, null, 'y'), stretch('2', 'z')),
      ];
      await track(id, run.runId, ...files);
      if (opened.reopen) history = await opened.reopen();
      expect(await pending(id)).toEqual({ sessionId: id, runId: run.runId, files: files.toReversed() });
      for (const each of files) expect(await history.changesets.file(id, each.path)).toEqual(each);
      expect(await history.changesets.keptBytes(id)).toBe(200);
      expect(await history.changesets.copiesInUse()).toEqual(new Set(['1', '2']));
    });

    it('a later run takes the set over, and an earlier one does not take it back', async () => {
      const { session } = await begunRun(history.journal);
      const { sessionId: id } = session;
      const ids = ['1', '2'].map((n) => runId(`01900000-0000-7000-8000-00000000000${n}`));
      const [first = runId(''), later = runId('')] = ids;
      await track(id, first, file('a', stretch('1', 'x')));
      await track(id, later, file('b', stretch('2', 'x')));
      expect(await pending(id)).toMatchObject({ runId: later, files: { length: 2 } });
      await track(id, first, file('a', stretch('1', 'y')));
      expect(await pending(id)).toMatchObject({ runId: later, files: { length: 2 } });
      expect(await history.changesets.file(id, 'a')).toEqual(file('a', stretch('1', 'y')));
    });

    it('sessions have a set each', async () => {
      const [one, two] = [await begunRun(history.journal), await begunRun(history.journal)];
      await track(one.session.sessionId, one.run.runId, file('a', stretch('1', 'x')));
      await track(two.session.sessionId, two.run.runId, file('a', stretch('2', 'x')));
      expect(await history.changesets.copiesInUse()).toEqual(new Set(['1', '2']));
      await settle(one.session.sessionId, [file('a', stretch('1', 'x')), null]);
      expect(await pending(one.session.sessionId)).toBeNull();
      expect((await pending(two.session.sessionId))?.files).toEqual([file('a', stretch('2', 'x'))]);
    });

    it('tells of a thread which sets wait in its sessions, the latest run first, and how much was left changed', async () => {
      const { thread, session, run } = await begunRun(history.journal);
      const other = aSession(thread.threadId);
      const elsewhere = await begunRun(history.journal);
      await commit({ change: 'session.create', session: other });
      const [earlier, later] = [run.runId, elsewhere.run.runId];
      const back = [
        file('back', stretch('1', 'x', 'id of 1')),
        file('gone', stretch(null, 'x', null)),
        file('twice', stretch('2', 'y'), stretch('3', 'id of 2')),
      ];
      const changed = [
        file('a', stretch('4', 'id of 4', 'x')),
        file('deleted', stretch('5', 'id of 5', null)),
        file('new', stretch(null, null, 'x')),
      ];
      await track(other.sessionId, later, ...back);
      await track(session.sessionId, earlier, ...changed, ...back);
      expect(changed.map(isUnchanged).concat(back.map(isUnchanged))).toEqual([
        false,
        false,
        false,
        true,
        true,
        true,
      ]);
      expect(await history.changesets.pendingInThread(thread.threadId)).toEqual([
        { sessionId: other.sessionId, runId: later, fileCount: 0 },
        { sessionId: session.sessionId, runId: earlier, fileCount: 3 },
      ]);
      const activity = async () => (await history.threads.activity([thread.threadId])).get(thread.threadId);
      expect(await activity()).toMatchObject({ pendingChangeset: { runId: earlier, fileCount: 3 } });
      await track(other.sessionId, later, ...changed);
      expect(await activity()).toMatchObject({ pendingChangeset: { runId: later, fileCount: 3 } });
      expect(await history.changesets.pendingInThread(elsewhere.thread.threadId)).toEqual([]);
    });

    it('what is settled leaves, or stays with what is left; a set without files is gone', async () => {
      const { session, run } = await begunRun(history.journal);
      const { sessionId: id } = session;
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

    it('a file that was changed again meanwhile is not settled', async () => {
      const { session, run } = await begunRun(history.journal);
      const { sessionId: id } = session;
      const [old, now] = [file('a', stretch('1', 'x')), file('a', stretch('1', 'x', 'y'))];
      await track(id, run.runId, now);
      await settle(id, [old, null]);
      await settle(id, [old, file('a')]);
      expect((await pending(id))?.files).toEqual([now]);
    });

    it('goes with its session, and with the thread of that', async () => {
      for (const by of ['session', 'thread'] as const) {
        const { session, thread, run } = await begunRun(history.journal);
        await track(session.sessionId, run.runId, file('a', stretch('1', 'x')));
        await commit(
          by === 'session'
            ? { change: 'session.delete', sessionId: session.sessionId }
            : { change: 'thread.delete', threadId: thread.threadId },
        );
        expect(await pending(session.sessionId)).toBeNull();
        expect(await history.changesets.copiesInUse()).toEqual(new Set());
      }
    });

    it('refuses changes of a session that is gone', async () => {
      await expect(track(sessionId('none'), runId('r'), file('a', stretch('1', 'x')))).rejects.toMatchObject({
        name: 'JournalConflict',
      });
    });
  });
}
