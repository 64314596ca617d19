import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { visible, visibleOnOneLine } from '../../../src/adapters/in/cli/terminal-text.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import type { Finished } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { engineHere, type EngineHere } from './engines.ts';

let dataDir: string;
let engine: EngineHere;
beforeEach(async () => {
  dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  engine = await engineHere(dataDir, { LOG_LEVEL: 'error' });
});

const put = (path: string, content: string): void => writeFileSync(join(dataDir, 'workspace', path), content);
const contentOf = (path: string): string | null => {
  const file = join(dataDir, 'workspace', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
const changes = (...args: readonly string[]): Promise<Finished> =>
  svc(dataDir, ['changes', ...args], { LOG_LEVEL: 'error' });

/** A task in its own session. */
async function work(task: string, threadId?: string) {
  const body = threadId === undefined ? {} : { threadId };
  const session = await engine.client['sessions.create']({ body });
  const { runId, events } = await engine.client['runs.start']({
    params: { id: session.sessionId },
    body: { task },
  });
  for await (const event of events) if (event.type === 'done') break;
  return { threadId: session.threadId, runId: runId ?? '' };
}

interface Listed {
  readonly changes: readonly {
    readonly threadId: string;
    readonly runId: string;
    readonly files: readonly { readonly path: string }[];
  }[];
}
const listed = async (...args: readonly string[]) =>
  (JSON.parse((await changes('list', '--json', ...args)).stdout) as Listed).changes.map(
    ({ files, ...set }) => ({
      threadId: set.threadId,
      runId: set.runId,
      paths: files.map(({ path }) => path),
    }),
  );

describe('svc changes', () => {
  verifies('cli.changes', 'shows the changes of a terminal run, and undoes or keeps them', async () => {
    put('a.txt', 'one\n');
    expect(await changes()).toMatchObject({ code: 0, stdout: '' });
    const ran = await svc(dataDir, ['run', 'write a.txt: two'], { LOG_LEVEL: 'error' });
    expect(ran.stderr).toContain('svc changes');
    const [set] = await listed();
    const thread = set?.threadId ?? '';
    for (const args of [[], ['list'], ['list', 'all'], ['list', thread], ['list', '--files', './a.txt']]) {
      const { code, stdout, stderr } = await changes(...args);
      expect([args, code]).toEqual([args, 0]);
      for (const fact of [thread, set?.runId, 'changed: a.txt (+1 -1)\n@@ -1,1 +1,1 @@\n-one\n+two\n'])
        expect(stdout).toContain(fact);
      expect(stderr).toContain('svc changes keep');
    }
    expect(await changes('undo', thread)).toMatchObject({ code: 0, stdout: '' });
    expect(contentOf('a.txt')).toBe('one\n');
    expect(await listed()).toEqual([]);
    await work('write a.txt: three');
    put('a.txt', 'three\nby a person\n');
    expect((await changes()).stdout).toMatch(/\nchanged: a\.txt \(\+2 -1\), \S/u);
    put('a.txt', 'three');
    expect(await changes('keep', 'all')).toMatchObject({ code: 0 });
    expect([contentOf('a.txt'), await listed()]).toEqual(['three', []]);
  });

  verifies(
    ['cli.changes', 'threads.changesets.reachable'],
    'undoes everything, however many sessions and threads changed the same file in sequence',
    async () => {
      put('a.txt', '0');
      const first = await work('write a.txt: 1');
      const second = await work('write a.txt: 2', first.threadId);
      const third = await work('write a.txt: 3');
      expect(await listed()).toEqual([
        { ...third, paths: ['a.txt'] },
        { ...second, paths: ['a.txt'] },
      ]);
      expect((await listed(first.threadId)).map(({ runId }) => runId)).toEqual([second.runId]);
      expect(await changes('undo', 'all')).toMatchObject({ code: 0 });
      expect([contentOf('a.txt'), await listed()]).toEqual(['0', []]);
    },
  );

  verifies(
    'cli.changes.all',
    'undoes everything in one call where threads changed a file alternately, and reports it once',
    async () => {
      put('f', '0');
      put('g', '0');
      const first = await work('write f: 1');
      const second = await work('write f: 2');
      await work('write g: 1', first.threadId);
      const undone = await changes('undo', 'all');
      expect(undone.code).toBe(0);
      // A line for each of them.
      expect(undone.stderr.match(/^“write f: \d”/gmu)).toEqual(['“write f: 1”', '“write f: 2”']);
      expect([contentOf('f'), contentOf('g'), await listed()]).toEqual(['0', '0', []]);
      // Each blocks the other's rollback, and neither can be rolled back completely at first.
      for (const content of [1, 3, 5]) {
        await work(`write f: ${content}`, first.threadId);
        await work(`write f: ${content + 1}`, second.threadId);
      }
      expect(await changes('undo', 'all')).toMatchObject({ code: 0 });
      expect([contentOf('f'), await listed()]).toEqual(['0', []]);
    },
  );

  verifies('cli.changes.all', 'reports remaining changes once, and stops', async () => {
    put('f', '0');
    put('g', '0');
    const first = await work('write f: 1');
    await work('write f: 2');
    await work('write g: 1', first.threadId);
    put('f', 'mine');
    const undone = await changes('undo', 'all');
    expect(undone.code).toBe(1);
    expect(undone.stderr).toMatch(
      /^“write f: 1”[^\n]+\nsvc: f: [^\n]+\n“write f: 2”[^\n]+\nsvc: f: [^\n]+\n$/u,
    );
    expect([contentOf('f'), contentOf('g')]).toEqual(['mine', '0']);
  });

  verifies(
    'cli.changes.all',
    'a thread that cannot be read is reported, and does not block the others',
    async () => {
      const odd = await work('write a.txt: 1');
      const other = await work('write b.txt: 1');
      const database = new Database(join(dataDir, 'history.db'));
      // Damage that only reading the change itself hits.
      database.prepare('UPDATE changed_files SET path = ? WHERE thread_id = ?').run('x\0', odd.threadId);
      database.close();
      const told = /^svc: “write a\.txt: 1”: [^\n]+\n/mu;
      const list = await changes('list', '--json');
      expect(list).toMatchObject({ code: 1, stderr: expect.stringMatching(told) as unknown });
      expect(JSON.parse(list.stdout)).toMatchObject({ changes: [{ threadId: other.threadId }] });
      const undone = await changes('undo', 'all');
      expect(undone).toMatchObject({ code: 1, stderr: expect.stringMatching(told) as unknown });
      expect(undone.stderr).toContain('“write b.txt: 1”: 1 file undone.\n');
      expect(contentOf('b.txt')).toBeNull();
      const alone = await changes('keep', odd.threadId);
      expect(alone).toMatchObject({ code: 1, stderr: expect.stringMatching(told) as unknown });
    },
  );

  verifies(
    'cli.changes.run',
    'with a listed run id, changes nothing that a later run has changed',
    async () => {
      put('a.txt', '0');
      const { threadId, runId } = await work('write a.txt: 1');
      const later = await work('write b.txt: 1', threadId);
      for (const which of [threadId, 'all'])
        for (const verb of ['keep', 'undo'])
          expect(await changes(verb, which, '--run', runId)).toMatchObject({
            code: 1,
            stdout: '',
          });
      expect([contentOf('a.txt'), contentOf('b.txt')]).toEqual(['1', '1']);
      const apart = await work('write c.txt: 1');
      expect(await changes('undo', 'all', '--run', later.runId.toUpperCase())).toMatchObject({ code: 0 });
      expect([contentOf('a.txt'), contentOf('b.txt'), contentOf('c.txt')]).toEqual(['0', null, '1']);
      expect((await listed()).map((set) => set.runId)).toEqual([apart.runId]);
    },
  );

  verifies(
    'cli.changes',
    'resolves only the named files, and does nothing if one of them is missing',
    async () => {
      put('a.txt', 'A');
      const { threadId } = await work('write a.txt: 1');
      await work('write b.txt: 1', threadId);
      expect(await changes('undo', threadId, '--files', 'a.txt', 'c.txt')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('svc: c.txt '),
      });
      expect(contentOf('a.txt')).toBe('1');
      expect(await changes('undo', 'all', '--files', './b.txt')).toMatchObject({ code: 0 });
      expect([contentOf('a.txt'), contentOf('b.txt')]).toEqual(['1', null]);
      expect((await listed()).flatMap(({ paths }) => paths)).toEqual(['a.txt']);
      // Before the thread, --files would take it for a file; --file takes one each time.
      expect((await changes('undo', '--files', 'a.txt', threadId)).code).toBe(2);
      expect(await changes('undo', '--file', 'a.txt', '--file', 'c.txt', threadId)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('svc: c.txt '),
      });
      expect(await changes('undo', '--file', 'a.txt', threadId)).toMatchObject({ code: 0 });
      expect(contentOf('a.txt')).toBe('A');
    },
  );

  verifies(['cli.changes', 'cli.exit-codes'], 'says what was not done, and exits 1', async () => {
    put('a.txt', 'A');
    const { threadId } = await work('write a.txt: 1');
    put('a.txt', 'mine');
    expect(await changes('undo', threadId)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('svc: a.txt: ') as unknown,
    });
    expect(contentOf('a.txt')).toBe('mine');
    const unknownId = '01900000-0000-7000-8000-ffffffffffff';
    for (const verb of ['keep', 'list'])
      expect(await changes(verb, unknownId)).toMatchObject({ code: 1, stdout: '' });
    for (const args of [['keep'], ['undo'], ['take'], ['keep', 'all', 'more']])
      expect(await changes(...args)).toMatchObject({ code: 2, stdout: '' });
  });

  verifies('cli.changes', 'drops pending changes when a person restored the files', async () => {
    put('a.txt', 'A');
    const { threadId, runId } = await work('write a.txt: 1');
    put('a.txt', 'A');
    expect(await listed()).toEqual([{ threadId, runId, paths: [] }]);
    expect(await changes('keep', 'all')).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
  });

  test('listing while the history is away deletes no copy that it needs', async () => {
    put('a.txt', 'A');
    const { threadId } = await work('write a.txt: 1');
    await engine.stop();
    const [history, aside] = [join(dataDir, 'history.db'), join(dataDir, 'aside.db')];
    renameSync(history, aside);
    expect(await svc(dataDir, ['config'], { LOG_LEVEL: 'error' })).toMatchObject({ code: 0 });
    expect(await changes()).toMatchObject({ code: 0 });
    renameSync(aside, history);
    expect(await changes('undo', threadId)).toMatchObject({ code: 0 });
    expect(contentOf('a.txt')).toBe('A');
  });

  verifies('cli.changes', 'no file, name or title can control the terminal or hide in it', async () => {
    await work('write a.txt: \u001b]52;c;eA==\u0007 \u202Eold\r\nnext\tx\u009b2J');
    const { stdout } = await changes();
    expect(stdout).toContain('+\\x1b]52;c;eA==\\x07 \\u202eold\\x0d\n+next\tx\\x9b2J\n');
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
  });
});

test('shows the complete content of a change to review', () => {
  expect(visible('a\u0000\u001b\u007f\u2066b\n\tc')).toBe('a\\x00\\x1b\\x7f\\u2066b\n\tc');
  expect(visibleOnOneLine('a\n\tb')).toBe('a\\x0a\\x09b');
});
