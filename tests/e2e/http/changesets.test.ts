import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ScriptedModel,
  text,
  toolCalls,
  type ScriptedCall,
  type Step,
} from '../../doubles/scripted-model.ts';
import {
  startTestEngine,
  temporaryDir,
  type TestEngine,
  type TestEngineOptions,
} from '../../harness/in-process-engine.ts';
import { DiskWorkspace } from '../../../src/adapters/out/files/disk-workspace.ts';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import { type Event, allOf, newSession, resultsIn, startRun, typesOf } from './runs.ts';
import { ask, type Reply } from './wire.ts';

let dataDir: string, root: string;
let engine: TestEngine;
let turns: (readonly Step[])[];

beforeEach(async () => {
  dataDir = temporaryDir();
  root = join(dataDir, 'workspace');
  mkdirSync(root);
  await start();
});
afterEach(() => expect(engine.log.events('error')).toEqual([]));

/** An engine whose model plays the `turns` queued at that time. */
async function start(replaced: Pick<TestEngineOptions, 'workspace'> = {}): Promise<void> {
  turns = [];
  const scripted = (): ScriptedModel => new ScriptedModel(turns.splice(0));
  engine = await startTestEngine({ dataDir, models: { open: async () => scripted() }, ...replaced });
}

const put = (path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const contentOf = (path: string): string | null =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
const copies = (): readonly string[] =>
  existsSync(join(dataDir, 'changesets')) ? readdirSync(join(dataDir, 'changesets')) : [];

const write = (path: string, content: string): ScriptedCall => ({
  name: 'write_file',
  input: { path, content },
});
const edit = (path: string, oldString: string, newString: string): ScriptedCall => ({
  name: 'edit_file',
  input: { path, oldString, newString },
});
const remove = (path: string): ScriptedCall => ({ name: 'delete_file', input: { path } });
const rename = (from: string, to: string): ScriptedCall => ({ name: 'rename_file', input: { from, to } });

interface Ran {
  readonly runId: string;
  readonly events: readonly Event[];
}

/** A run that makes these calls, all of which succeed. */
async function run(session: string, ...calls: readonly ScriptedCall[]): Promise<Ran> {
  turns.push(...calls.map((call) => [toolCalls(call)]), [text('Done.')]);
  const stream = await startRun(engine, session, 'work');
  const events = await allOf(stream);
  const failed = events.flatMap((event) =>
    event.type === 'tool_result' && !event.data.success ? [event.data.output] : [],
  );
  expect(failed).toEqual([]);
  return { runId: stream.runId ?? '', events };
}

/** A run that makes these calls, whatever becomes of them. */
async function tried(session: string, ...calls: readonly ScriptedCall[]): Promise<readonly Event[]> {
  turns.push(...calls.map((call) => [toolCalls(call)]), [text('Done.')]);
  return await allOf(startRun(engine, session, 'work'));
}

const changeset = (session: string) => engine.client['changesets.get']({ params: { id: session } });
const review = (session: string, body: object): Promise<Reply> =>
  ask(engine.port, {
    method: 'POST',
    target: `/api/sessions/${session}/changeset/review`,
    body: JSON.stringify(body),
  });

async function reviewed(session: string, body: object): Promise<unknown> {
  const reply = await review(session, body);
  expect([reply.status, reply.body]).toEqual([200, reply.body]);
  return reply.json();
}

const earlierVersions = async () => (await engine.client['deletedFiles.list']({ query: {} })).deletedFiles;
const lettingGo = async (): Promise<void> => {
  for (const { deletedFileId: id } of await earlierVersions())
    await engine.client['deletedFiles.purge']({ params: { id } });
};

const NONE = { pending: false, runId: null, files: [] };

/** What a review answers: how many files it kept and took back, and which it left pending, with the code of why. */
const outcome = (
  accepted: number,
  rolledBack: number,
  ...failed: readonly (readonly [string, string])[]
) => ({
  accepted,
  rolledBack,
  earlier: expect.any(Array) as unknown,
  failed: failed.map(([path, code]) => ({
    path,
    code,
    reason: expect.any(String) as unknown,
    says: expect.any(Array) as unknown,
  })),
});

verifies('changesets.list', 'every conversation with changes is listed, an archived one, too', async () => {
  const list = async () => (await engine.client['changesets.list']({ query: {} })).changesets;
  expect(await list()).toEqual([]);
  const [one, other] = [await newSession(engine), await newSession(engine)];
  const first = await run(one.id, write('a.txt', '1'), write('b.txt', '2'));
  const second = await run(other.id, write('c.txt', '3'));
  await engine.client['threads.set']({ params: { id: one.threadId }, body: { archived: true } });
  expect(await list()).toMatchObject([
    { threadId: other.threadId, runId: second.runId, fileCount: 1 },
    { threadId: one.threadId, runId: first.runId, fileCount: 2 },
  ]);
  await reviewed(one.id, { action: 'accept', runId: first.runId });
  expect(await list()).toMatchObject([{ threadId: other.threadId }]);
});

verifies(
  ['changesets.get', 'changesets.pending', 'events.changeset_ready'],
  'every kind of change is announced before done and waits for review, with diff, line counts and a mark on binary files',
  async () => {
    put('notes.md', 'one\ntwo\nthree\n');
    put('old.txt', 'old\n');
    put('gone/away.txt', 'away\n');
    put('picture.png', Uint8Array.of(0x89, 0, 1));
    put('same.txt', 'same\n');
    const { id } = await newSession(engine);
    expect(await changeset(id)).toEqual(NONE);
    const binary = {
      path: 'picture.png',
      content: Buffer.from([0x89, 0, 2]).toString('base64'),
      encoding: 'base64',
    };
    const { runId, events } = await run(
      id,
      edit('notes.md', 'two', '2'),
      write('new/a.txt', 'a\nb'),
      remove('gone/away.txt'),
      rename('old.txt', 'renamed.txt'),
      { name: 'write_file', input: binary },
      write('passing.txt', 'x'),
      remove('passing.txt'),
      write('same.txt', 'other\n'),
      write('same.txt', 'same\n'),
    );
    expect(typesOf(events).slice(-3)).toEqual(['turn_end', 'changeset_ready', 'done']);
    expect(events.at(-2)?.data).toEqual({ runId, sessionId: id, fileCount: 6 });
    expect(readFileSync(join(root, 'picture.png'))).toEqual(Buffer.from([0x89, 0, 2]));

    const shown = (path: string, status: string, linesAdded: number, linesRemoved: number, diff: string) => ({
      path,
      status,
      diff: diff === '' ? '' : `--- a/${path}\n+++ b/${path}\n${diff}`,
      linesAdded,
      linesRemoved,
      binary: diff === '',
      diffOmitted: false,
    });
    expect(await changeset(id)).toEqual({
      pending: true,
      runId,
      files: [
        shown('gone/away.txt', 'deleted', 0, 1, '@@ -1,1 +0,0 @@\n-away\n'),
        shown('new/a.txt', 'added', 2, 0, '@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n'),
        shown('notes.md', 'modified', 1, 1, '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n'),
        shown('old.txt', 'deleted', 0, 1, '@@ -1,1 +0,0 @@\n-old\n'),
        shown('picture.png', 'modified', 0, 0, ''),
        shown('renamed.txt', 'added', 1, 0, '@@ -0,0 +1,1 @@\n+old\n'),
      ],
    });
    // No copy of same.txt remains, because it is unchanged.
    expect(copies()).toHaveLength(4);
    expect(statSync(join(dataDir, 'changesets')).mode & 0o777).toBe(0o700);
  },
);

/** A session with every kind of change. */
async function oneOfEach() {
  const session = await newSession(engine);
  put('notes.md', 'one\ntwo\n');
  put('old.txt', 'old\n');
  put('away.txt', 'away\n');
  chmodSync(join(root, 'away.txt'), 0o640);
  const { runId } = await run(
    session.id,
    edit('notes.md', 'two', '2'),
    write('new.txt', 'new\n'),
    remove('away.txt'),
    rename('old.txt', 'renamed.txt'),
  );
  return { ...session, runId };
}
const AFTER = {
  'notes.md': 'one\n2\n',
  'old.txt': null,
  'away.txt': null,
  'new.txt': 'new\n',
  'renamed.txt': 'old\n',
};
const BEFORE = {
  'notes.md': 'one\ntwo\n',
  'old.txt': 'old\n',
  'away.txt': 'away\n',
  'new.txt': null,
  'renamed.txt': null,
};
const files = () => Object.fromEntries(Object.keys(AFTER).map((path) => [path, contentOf(path)]));
const forget = () => Object.keys(AFTER).forEach((path) => rmSync(join(root, path), { force: true }));

describe('a review', () => {
  verifies(
    ['changesets.review', 'changesets.resolved'],
    'accept keeps every change, rollback restores every file, bytes and mode; no copy is left but of earlier versions',
    async () => {
      for (const [action, counted, left] of [
        ['accept', outcome(5, 0), AFTER],
        ['rollback', outcome(0, 5), BEFORE],
      ] as const) {
        const { id, runId } = await oneOfEach();
        expect(files()).toEqual(AFTER);
        expect(await reviewed(id, { action, runId: runId.toUpperCase() })).toEqual(counted);
        expect([files(), await changeset(id)]).toEqual([left, NONE]);
        await lettingGo();
        expect(copies()).toEqual([]);
        const again = await review(id, { action: 'rollback', runId });
        expect(expectProblem(again, 409, 'no_changeset')['runId']).toBeNull();
        expect(files()).toEqual(left);
        if (action === 'rollback') expect(statSync(join(root, 'away.txt')).mode & 0o777).toBe(0o640);
        forget();
      }
    },
  );

  verifies(
    ['changesets.review.partial', 'changesets.review'],
    'partial rolls back the named files and keeps the rest; a path outside the set is 400 and changes nothing',
    async () => {
      const { id, runId } = await oneOfEach();
      const partial = (rolledBackFiles?: unknown) =>
        review(id, { action: 'partial', runId, rolledBackFiles });
      for (const stranger of ['../history.db', 'NOTES.md', 'a\u0000b', 'never.txt'])
        expectProblem(await partial(['notes.md', stranger]), 400, 'not_in_changeset');
      for (const wrong of ['notes.md', [1]]) expectProblem(await partial(wrong), 400, 'invalid_request');
      expectProblem(await partial(), 400, 'files_missing');
      const named = { action: 'accept', runId, rolledBackFiles: ['notes.md'] };
      expectProblem(await review(id, named), 400, 'files_only_for_partial');
      expectProblem(await review(id, { action: 'undo', runId }), 400, 'invalid_request');
      expect(files()).toEqual(AFTER);
      expect((await changeset(id)).files).toHaveLength(5);

      expect((await partial(['notes.md', 'away.txt', 'new.txt'])).json()).toEqual(outcome(2, 3));
      expect(files()).toEqual({ ...BEFORE, 'old.txt': null, 'renamed.txt': 'old\n' });
      expect(await changeset(id)).toEqual(NONE);
    },
  );

  verifies(
    'changesets.run-in-progress',
    'while a run is in progress is 409 and changes nothing',
    async () => {
      const { id, runId } = await oneOfEach();
      const gate = Promise.withResolvers<void>();
      turns.push([text('Wait. '), { step: 'wait', until: () => gate.promise }, text('Done.')]);
      const stream = await startRun(engine, id, 'wait');
      const refused = await review(id, { action: 'rollback', runId });
      expect(expectProblem(refused, 409, 'run_in_progress')['runId']).toBe(runId);
      expect(await changeset(id)).toMatchObject({ pending: true, runId, files: { length: 5 } });
      gate.resolve();
      const events = await allOf(stream);
      // The run changed nothing, so the first run still holds the set.
      expect(typesOf(events)).not.toContain('changeset_ready');
      expect(await reviewed(id, { action: 'rollback', runId })).toMatchObject({ rolledBack: 5 });
      expect(files()).toEqual(BEFORE);
    },
  );

  test('of an unknown session is 404, and so are its changes', async () => {
    const unknownId = '01900000-0000-7000-8000-ffffffffffff';
    expectProblem(await review(unknownId, { action: 'accept', runId: unknownId }), 404, 'session_not_found');
    const target = `/api/sessions/${unknownId}/changeset`;
    await expectRefusal(engine.port, { target }, 404, 'session_not_found');
  });

  verifies(
    'changesets.kept.way-back',
    'what was kept by mistake is taken back file by file, and that can be taken back, too; a restart changes nothing of it',
    async () => {
      const { id, runId } = await oneOfEach();
      const { earlier } = (await reviewed(id, { action: 'accept', runId })) as {
        earlier: { path: string; deletedFileId: string }[];
      };
      expect(earlier.map(({ path }) => path)).toEqual(['away.txt', 'notes.md', 'old.txt']);
      expect(
        (await earlierVersions()).map(({ path, earlierVersion }) => [path, earlierVersion]).toSorted(),
      ).toEqual([
        ['away.txt', false],
        ['notes.md', true],
        ['old.txt', false],
      ]);
      await engine.stop();
      await start();
      for (const { deletedFileId, path } of earlier)
        expect(
          await engine.client['deletedFiles.restore']({
            params: { id: deletedFileId },
            query: { inPlace: true },
          }),
        ).toEqual({ deletedFileId, path });
      expect(files()).toEqual({ ...BEFORE, 'new.txt': 'new\n', 'renamed.txt': 'old\n' });
      expect(statSync(join(root, 'away.txt')).mode & 0o777).toBe(0o640);
      const [replaced, ...others] = await earlierVersions();
      expect([replaced?.path, replaced?.earlierVersion, others]).toEqual(['notes.md', true, []]);
      const params = { id: replaced?.deletedFileId ?? '' };
      await engine.client['deletedFiles.restore']({ params, query: { inPlace: true } });
      expect(contentOf('notes.md')).toBe(AFTER['notes.md']);
      // Without being asked for its own name, an earlier version comes back beside the file.
      const [again] = await earlierVersions();
      expect(
        await engine.client['deletedFiles.restore']({ params: { id: again?.deletedFileId ?? '' } }),
      ).toMatchObject({ path: 'notes (2).md' });
      expect([contentOf('notes (2).md'), copies()]).toEqual([BEFORE['notes.md'], []]);
    },
  );

  verifies(
    'changesets.kept.way-back',
    'what others wrote between two runs is kept beside what the file was at first, and what nobody changed is not',
    async () => {
      put('a.txt', 'A');
      const { id } = await newSession(engine);
      await run(id, write('a.txt', 'B'));
      put('a.txt', 'theirs');
      const { runId } = await run(id, write('a.txt', 'D'), write('new.txt', 'N'));
      const { earlier } = (await reviewed(id, { action: 'accept', runId })) as {
        earlier: { path: string; deletedFileId: string }[];
      };
      const [newest, first, ...others] = await earlierVersions();
      expect([earlier, others]).toEqual([[{ path: 'a.txt', deletedFileId: newest?.deletedFileId }], []]);
      const back = async (version: typeof newest) => {
        const params = { id: version?.deletedFileId ?? '' };
        const { path } = await engine.client['deletedFiles.restore']({ params });
        return contentOf(path);
      };
      expect([await back(newest), await back(first)]).toEqual(['theirs', 'A']);
    },
  );

  test('that is sent twice at once is carried out once', async () => {
    const { id, runId } = await oneOfEach();
    const replies = await Promise.all([1, 2, 3].map(() => review(id, { action: 'rollback', runId })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(files()).toEqual(BEFORE);
  });
});

describe('pending changes', () => {
  verifies(
    ['changesets.pending', 'changesets.review'],
    'survive a restart and outlive their session: another session of the thread rolls them back',
    async () => {
      const { id, threadId, runId } = await oneOfEach();
      const before = await changeset(id);
      writeFileSync(join(dataDir, 'changesets', 'left-by-a-killed-process'), 'half');
      await engine.stop();
      await start();
      expect(copies()).toHaveLength(3);
      await engine.client['sessions.delete']({ params: { id } });
      const { sessionId } = await engine.client['sessions.create']({ body: { threadId } });
      expect(await changeset(sessionId)).toEqual(before);
      expect(await reviewed(sessionId, { action: 'rollback', runId })).toEqual(outcome(0, 5));
      expect([files(), copies()]).toEqual([BEFORE, []]);
    },
  );

  verifies(
    'changesets.thread-deleted',
    'keep their thread from being deleted until the query says keep or undo',
    async () => {
      const deleted = (threadId: string, query = '') =>
        ask(engine.port, { method: 'DELETE', target: `/api/threads/${threadId}${query}` });
      for (const [how, left] of [
        ['keep', AFTER],
        ['undo', BEFORE],
      ] as const) {
        const { id, threadId, runId } = await oneOfEach();
        const said = expectProblem(await deleted(threadId), 409, 'changes_pending');
        expect(said).toMatchObject({ runId, fileCount: 5 });
        expectProblem(await deleted(threadId, '?changes=forget'), 400, 'invalid_request');
        expect([files(), (await changeset(id)).files.length]).toEqual([AFTER, 5]);
        expect((await deleted(threadId, `?changes=${how}`)).status).toBe(204);
        expect([files(), (await earlierVersions()).length]).toEqual([left, how === 'keep' ? 3 : 0]);
        await lettingGo();
        expect(copies()).toEqual([]);
        expect((await deleted(threadId)).status).toBe(404);
        forget();
      }
    },
  );

  verifies(
    'changesets.thread-deleted',
    'that cannot all be undone keep their thread, and the answer names the files',
    async () => {
      put('a.txt', 'A');
      put('b.txt', 'B');
      const { id, threadId } = await newSession(engine);
      await run(id, write('a.txt', 'A1'), write('b.txt', 'B1'));
      put('a.txt', 'theirs');
      const target = `/api/threads/${threadId}?changes=undo`;
      const refused = await expectRefusal(
        engine.port,
        { method: 'DELETE', target },
        409,
        'changes_not_undone',
      );
      expect(refused['failed']).toMatchObject([{ path: 'a.txt' }]);
      expect([contentOf('a.txt'), contentOf('b.txt')]).toEqual(['theirs', 'B']);
      expect((await changeset(id)).files).toMatchObject([{ path: 'a.txt' }]);
    },
  );

  test('belong to one thread; changes of another thread in the same file count as foreign', async () => {
    put('a.txt', 'A');
    const [one, two] = [await newSession(engine), await newSession(engine)];
    const first = await run(one.id, write('a.txt', 'B'));
    const second = await run(two.id, write('a.txt', 'C'));
    expect(await reviewed(one.id, { action: 'rollback', runId: first.runId })).toEqual(
      outcome(0, 0, ['a.txt', 'changed_in_other_thread']),
    );
    expect(contentOf('a.txt')).toBe('C');
    await reviewed(two.id, { action: 'rollback', runId: second.runId });
    expect(contentOf('a.txt')).toBe('B');
    await reviewed(one.id, { action: 'rollback', runId: first.runId });
    expect(contentOf('a.txt')).toBe('A');
  });

  verifies(
    'changesets.rename',
    'of a rename are decided together, so that the content is never lost',
    async () => {
      put('old.txt', 'precious');
      const { id } = await newSession(engine);
      const { runId } = await run(id, rename('old.txt', 'new.txt'), write('else.txt', 'x'));
      const rolledBackFiles = ['new.txt', 'else.txt'];
      expect(await reviewed(id, { action: 'partial', runId, rolledBackFiles })).toEqual(
        outcome(0, 1, ['old.txt', 'half_of_rename'], ['new.txt', 'half_of_rename']),
      );
      expect(await reviewed(id, { action: 'accept', runId, files: ['old.txt'] })).toEqual(
        outcome(0, 0, ['old.txt', 'half_of_rename']),
      );
      expect(['old.txt', 'new.txt', 'else.txt'].map(contentOf)).toEqual([null, 'precious', null]);
      expect((await changeset(id)).files).toHaveLength(2);
      expect(await reviewed(id, { action: 'rollback', runId })).toMatchObject({ rolledBack: 2, failed: [] });
      expect(['old.txt', 'new.txt'].map(contentOf)).toEqual(['precious', null]);
    },
  );

  test('are counted if a restored file differs from its original', async () => {
    put('a.txt', 'A');
    const { id, threadId } = await newSession(engine);
    turns.push([toolCalls(write('a.txt', 'B'))], [toolCalls(write('a.txt', 'A'))]);
    turns.push([{ step: 'wait', until: async () => put('a.txt', 'B') }, text('Done.')]);
    const stream = await startRun(engine, id, 'work');
    await allOf(stream);
    const { runId } = stream;
    const thread = await engine.client['threads.get']({ params: { id: threadId } });
    expect(thread.pendingChangeset).toEqual({ runId, fileCount: 1 });
    expect(await reviewed(id, { action: 'rollback', runId })).toEqual(outcome(0, 1));
    expect(contentOf('a.txt')).toBe('A');
  });

  test('are shown without a diff if it would be too long, and can still be rolled back', async () => {
    const old = 'line\n'.repeat(200_000);
    put('long.txt', old);
    const { id } = await newSession(engine);
    const { runId } = await run(id, write('long.txt', 'short\n'));
    expect((await changeset(id)).files).toMatchObject([
      { path: 'long.txt', diff: '', linesAdded: 0, linesRemoved: 0, binary: false, diffOmitted: true },
    ]);
    await reviewed(id, { action: 'rollback', runId });
    expect(contentOf('long.txt')).toBe(old);
  });
});

describe('a foreign edit in the meantime', () => {
  verifies(
    'changesets.foreign-edits',
    'is not destroyed by a rollback, which reports it; the file stays pending and can be accepted',
    async () => {
      put('a.txt', 'A');
      put('b.txt', 'B');
      put('c.txt', 'C');
      const { id } = await newSession(engine);
      const { runId } = await run(
        id,
        write('a.txt', 'A1'),
        write('b.txt', 'B1'),
        remove('c.txt'),
        write('d.txt', 'D1'),
      );
      put('a.txt', 'theirs');
      put('c.txt', 'theirs, too');
      put('d.txt', 'D1 and theirs');
      expect(await reviewed(id, { action: 'rollback', runId })).toEqual(
        outcome(0, 1, ...['a.txt', 'c.txt', 'd.txt'].map((path) => [path, 'changed_meanwhile'] as const)),
      );
      expect(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(contentOf)).toEqual([
        'theirs',
        'B',
        'theirs, too',
        'D1 and theirs',
      ]);
      expect((await changeset(id)).files.map(({ path, status }) => [path, status])).toEqual([
        ['a.txt', 'modified'],
        ['c.txt', 'modified'],
        ['d.txt', 'added'],
      ]);
      // A rollback must not destroy a file that was moved away.
      renameSync(join(root, 'a.txt'), join(root, 'a-theirs.txt'));
      expect(await reviewed(id, { action: 'partial', runId, rolledBackFiles: ['a.txt'] })).toEqual(
        outcome(2, 1),
      );
      expect(['a.txt', 'a-theirs.txt', 'c.txt', 'd.txt'].map(contentOf)).toEqual([
        'A',
        'theirs',
        'theirs, too',
        'D1 and theirs',
      ]);
      expect(await changeset(id)).toEqual(NONE);
      expect((await earlierVersions()).map(({ path }) => path)).toEqual(['c.txt']);
    },
  );

  verifies(
    'changesets.foreign-edits',
    'between two runs is what a rollback restores; nothing earlier is destroyed silently',
    async () => {
      put('a.txt', 'A');
      const { id } = await newSession(engine);
      await run(id, write('a.txt', 'B'));
      put('a.txt', 'theirs');
      const { runId } = await run(id, write('a.txt', 'D'));
      expect((await changeset(id)).files[0]?.diff).toContain('-A\n');
      expect(await reviewed(id, { action: 'rollback', runId })).toEqual(
        outcome(0, 0, ['a.txt', 'changed_between']),
      );
      expect(contentOf('a.txt')).toBe('theirs');
      expect(await reviewed(id, { action: 'rollback', runId })).toEqual(
        outcome(0, 0, ['a.txt', 'changed_meanwhile']),
      );
      expect(contentOf('a.txt')).toBe('theirs');
      rmSync(join(root, 'a.txt'));
      expect(await reviewed(id, { action: 'rollback', runId })).toEqual(outcome(0, 1));
      expect(contentOf('a.txt')).toBe('A');
      expect(copies()).toEqual([]);
    },
  );

  test('that put a folder or a link in the place of the file is left there and reported', async () => {
    put('a.txt', 'A');
    const { id } = await newSession(engine);
    const { runId } = await run(id, write('a.txt', 'B'));
    rmSync(join(root, 'a.txt'));
    mkdirSync(join(root, 'a.txt'));
    expect((await changeset(id)).files).toMatchObject([
      { path: 'a.txt', status: 'modified', diffOmitted: true },
    ]);
    expect(await reviewed(id, { action: 'rollback', runId })).toEqual(outcome(0, 0, ['a.txt', 'not_a_file']));
    expect(statSync(join(root, 'a.txt')).isDirectory()).toBe(true);
  });

  verifies(
    'changesets.foreign-edits',
    'of a copy, or its loss, prevents the rollback of that file alone; it can be accepted',
    async () => {
      for (const [diffOmitted, damage] of [
        [false, (file: string) => writeFileSync(file, 'X')],
        [true, (file: string) => rmSync(file)],
      ] as const) {
        put('a.txt', 'A');
        put('b.txt', 'B');
        const { id } = await newSession(engine);
        const { runId } = await run(id, write('a.txt', 'A1'), write('b.txt', 'B1'));
        damage(join(dataDir, 'changesets', [...copies()].toSorted()[0] ?? ''));
        expect((await changeset(id)).files).toMatchObject([
          { path: 'a.txt', status: 'modified', diffOmitted },
          { path: 'b.txt', diffOmitted: false },
        ]);
        expect(await reviewed(id, { action: 'rollback', runId })).toEqual(
          outcome(0, 1, ['a.txt', 'copy_damaged']),
        );
        expect(['a.txt', 'b.txt'].map(contentOf)).toEqual(['A1', 'B']);
        expect(await reviewed(id, { action: 'accept', runId })).toEqual(outcome(1, 0));
        await lettingGo();
      }
    },
  );
});

test('the model gets the reason when a change is refused', async () => {
  put('a.txt', 'A');
  put('b.txt', 'B');
  mkdirSync(join(root, 'folder'));
  const { id } = await newSession(engine);
  const calls = [
    remove('none.txt'),
    remove('folder'),
    rename('a.txt', 'b.txt'),
    rename('a.txt', '../out.txt'),
    rename('none.txt', 'x.txt'),
    remove('../history.db'),
    { name: 'write_file', input: { path: 'c.bin', content: 'no base64!', encoding: 'base64' } },
  ];
  const events = await tried(id, ...calls);
  const told = resultsIn(events);
  expect(told.map(({ success }) => success)).toEqual(calls.map(() => false));
  expect(told.map(({ output }) => output).join('\n')).not.toMatch(/with an internal error/u);
  expect([contentOf('a.txt'), contentOf('b.txt'), contentOf('c.bin')]).toEqual(['A', 'B', null]);
  expect(typesOf(events)).not.toContain('changeset_ready');
  expect([copies(), existsSync(join(dataDir, 'history.db'))]).toEqual([[], true]);
});

test('a file too large to copy is not changed', async () => {
  put('huge.bin', '');
  truncateSync(join(root, 'huge.bin'), 101 * 1024 * 1024);
  const { id } = await newSession(engine);
  const events = await tried(id, write('huge.bin', 'x'), remove('huge.bin'));
  const told = resultsIn(events).map(({ success }) => success);
  expect(told).toEqual([false, false]);
  expect(statSync(join(root, 'huge.bin')).size).toBe(101 * 1024 * 1024);
  expect(copies()).toEqual([]);
});

verifies('changesets.not-written', 'a change that the disk refused waits for no review', async () => {
  put('a.txt', 'A');
  put('b.txt', 'B');
  await engine.stop();
  let isReadOnly = true;
  const refused = () => Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' }));
  const open: Disk['open'] = (path, ...more) =>
    isReadOnly && String(path).includes(temporaryPrefix) ? refused() : systemDisk.open(path, ...more);
  const disk: Disk = {
    ...systemDisk,
    open,
    unlink: (path) => (isReadOnly ? refused() : systemDisk.unlink(path)),
    rename: (from, to) => (isReadOnly ? refused() : systemDisk.rename(from, to)),
  };
  await start({ workspace: () => new DiskWorkspace({ root, dataDir, gate: new WriteGate(), disk }) });
  const { id } = await newSession(engine);
  const calls = [
    write('a.txt', 'other'),
    write('new.txt', 'new'),
    edit('b.txt', 'B', 'other'),
    remove('a.txt'),
    rename('a.txt', 'c.txt'),
  ];
  const events = await tried(id, ...calls);
  expect(
    events.filter(({ type, data }) => type === 'tool_result' && !(data as { success: boolean }).success),
  ).toHaveLength(5);
  expect(typesOf(events)).not.toContain('changeset_ready');
  expect(await changeset(id)).toEqual(NONE);
  const { threads } = await engine.client['threads.list']();
  expect([threads[0]?.pendingChangeset, copies()]).toEqual([null, []]);
  // A change that was made before the disk refused the next one still waits.
  isReadOnly = false;
  await run(id, write('a.txt', 'kept'));
  isReadOnly = true;
  await tried(id, write('a.txt', 'refused'));
  expect((await changeset(id)).files).toMatchObject([{ path: 'a.txt', status: 'modified' }]);
  // A disk that refuses is told in the log, which `afterEach` wants empty.
  await engine.stop();
  await start();
});

verifies('changesets.others', 'a file that others changed, too, says so', async () => {
  put('a.txt', 'A\n');
  put('b.txt', 'B\n');
  const { id } = await newSession(engine);
  await run(id, write('a.txt', 'run\n'), write('b.txt', 'run\n'));
  const others = async () =>
    (await changeset(id)).files.map(({ alsoChangedByOthers = false }) => alsoChangedByOthers);
  expect(await others()).toEqual([false, false]);
  put('a.txt', 'run\nperson\n');
  expect(await others()).toEqual([true, false]);
  // A run that goes on from there does not make the change its own.
  await run(id, write('a.txt', 'run\nperson\nrun\n'));
  expect(await others()).toEqual([true, false]);
});

verifies(
  'changesets.undo-part',
  'the rest of the changes waits, all of it can be undone, and what is not as shown is left alone',
  async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
    const before = lines.join('\n');
    const changed = (...places: readonly number[]) =>
      lines.map((line, n) => (places.includes(n) ? `${line} changed` : line)).join('\n');
    put('a.txt', before);
    const { id, threadId } = await newSession(engine);
    const { runId } = await run(id, write('a.txt', changed(2, 20, 38)));
    const parts = async () =>
      ((await changeset(id)).files[0]?.diff ?? '')
        .split(/^(?=@@ -)/mu)
        .filter((part) => part.startsWith('@@ -'));
    const undo = async (part: string, more: object = {}) =>
      await engine.client['threads.undo-part']({
        params: { id: threadId },
        body: { runId, path: 'a.txt', part, ...more },
      }).then(
        () => 'undone',
        ({ problem }) => problem.code as string,
      );
    const [first = '', second = '', third = ''] = await parts();
    expect((await engine.client['files.read']({ query: { path: 'a.txt' } })).waitsIn).toEqual([threadId]);
    expect(await undo(second)).toBe('undone');
    expect(contentOf('a.txt')).toBe(changed(2, 38));
    expect(await undo(second)).toBe('no_such_part');
    expect(await undo(first, { runId: 'other' })).toBe('changeset_run_stale');
    expect(await undo(first, { path: 'b.txt' })).toBe('not_in_changeset');
    expect(await parts()).toHaveLength(2);
    // All of it can still be undone: the engine knows what the file has now.
    await reviewed(id, { action: 'rollback', runId });
    expect(contentOf('a.txt')).toBe(before);

    const again = await run(id, write('a.txt', changed(2, 20)));
    put('a.txt', changed(2, 20, 30));
    expect(await undo(first, { runId: again.runId })).toBe('changed_meanwhile');
    expect(contentOf('a.txt')).toBe(changed(2, 20, 30));
    put('a.txt', changed(2, 20));
    for (const part of await parts()) expect(await undo(part, { runId: again.runId })).toBe('undone');
    // Nothing is left to review, and no copy to keep.
    expect([contentOf('a.txt'), await changeset(id), copies()]).toEqual([before, NONE, []]);
    expect(await undo(third)).toBe('no_changeset');
  },
);

verifies(
  'changesets.last-run',
  'of a file that an earlier run made, each part can be undone, and no copy is left over',
  async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
    const changed = (...places: readonly number[]) =>
      lines.map((line, n) => (places.includes(n) ? `${line} changed` : line)).join('\n');
    const { id, threadId } = await newSession(engine);
    await run(id, write('new.txt', changed()));
    const shown = async () => (await changeset(id)).files[0];
    expect((await shown())?.lastRun).toBeUndefined();
    expect(copies()).toEqual([]);
    const { runId } = await run(id, write('new.txt', changed(2)), write('new.txt', changed(2, 38)));
    const file = await shown();
    expect(file).toMatchObject({ status: 'added', lastRun: { linesAdded: 2, linesRemoved: 2 } });
    expect(copies()).toHaveLength(1);
    const parts = (file?.lastRun?.diff ?? '').split(/^(?=@@ -)/mu).filter((one) => one.startsWith('@@ -'));
    expect(parts).toHaveLength(2);
    await engine.client['threads.undo-part']({
      params: { id: threadId },
      body: { runId, path: 'new.txt', part: parts[0] ?? '' },
    });
    expect(contentOf('new.txt')).toBe(changed(38));
    // Undoing is no work of a further run: what was left of the last one is still told apart.
    expect((await shown())?.lastRun).toMatchObject({ linesAdded: 1, linesRemoved: 1 });
    const third = await run(id, write('new.txt', changed(20, 38)));
    expect((await shown())?.lastRun).toMatchObject({ linesAdded: 1, linesRemoved: 1 });
    expect(copies()).toHaveLength(1);
    await reviewed(id, { action: 'accept', runId: third.runId });
    expect([contentOf('new.txt'), copies()]).toEqual([changed(20, 38), []]);

    await run(id, write('other.txt', 'a\n'));
    const last = await run(id, write('other.txt', 'b\n'));
    await reviewed(id, { action: 'rollback', runId: last.runId });
    expect([await changeset(id), copies()]).toEqual([NONE, []]);
    expect(contentOf('other.txt')).toBeNull();
  },
);
