import { Place } from '../../../../src/core/workspace/files/places.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { nodeCrypto } from '../../../../src/adapters/out/system/node-crypto.ts';
import { describe, expect, it } from '@jest/globals';
import { FileService } from '../../../../src/core/workspace/files/service.ts';
import type { Workspace } from '../../../../src/core/ports/workspace.ts';
import type { ChangeAuthor, ChangeTracker } from '../../../../src/core/workspace/files/port.ts';
import { runId, threadId } from '../../../../src/core/kernel/ids.ts';
import { workspaceLimits } from '../../../../src/core/workspace/files/limits.ts';
import { verifies } from '../../../spec/verifies.ts';

const notHere = () => Promise.reject(new Error('not part of this test'));

/** Accepts everything, and keeps one file; real disk behaviour is tested with the real workspace. */
class OneFile implements Workspace {
  content = new Uint8Array();
  failure: Error | undefined;

  async write(_path: unknown, content: Uint8Array) {
    if (this.failure) throw this.failure;
    this.content = content.slice();
    return { created: false };
  }

  read = () => Promise.resolve(this.content);

  async change(_path: unknown, _most: number, change: (content: Uint8Array) => Uint8Array) {
    const made = change(this.content);
    if (this.failure) throw this.failure;
    this.content = made.slice();
  }

  list = () => Promise.resolve({ entries: [], isAll: true, isCut: false });
  find = () => notHere();
  contentId = () => notHere();
  remove = () => notHere();
  rename = () => notHere();
  whileHeld = () => notHere();
  removeFolder = () => notHere();
  sweepBeside = () => notHere();
}

const author = (name: string): ChangeAuthor => ({
  threadId: threadId('t'),
  runId: runId(name),
  signal: new AbortController().signal,
});
const one = author('one');
const two = author('two');
const tracker: ChangeTracker = { track: async () => undefined, failed: async () => undefined };
const given = { read: async () => null };
const over = (workspace = new OneFile()) =>
  new FileService({ workspace, tracker, given, crypto: nodeCrypto }, new Place(OWNER_ID, true));
const change = (oldString: string, newString: string, replaceAll = false) => ({
  oldString,
  newString,
  replaceAll,
});
const MIB = 1024 * 1024;

describe('the write budget of a run', () => {
  verifies(
    'files.allowance',
    'is 100 MB over all its files, and the refusal says how much is left',
    async () => {
      const files = over();
      const full = `${'x'.repeat(5 * MIB - 1)}q`;
      for (let count = 0; count < 20; count += 1) await files.write(`${count}.txt`, full, one);
      await expect(files.write('more.txt', 'x', one)).rejects.toMatchObject({
        name: 'Refusal',
        code: 'run_wrote_too_much',
      });
      await expect(files.edit('more.txt', change('q', 'y', true), one)).rejects.toMatchObject({
        code: 'run_wrote_too_much',
      });
      expect(workspaceLimits.runBytes).toBe(100 * MIB);
      // Another run has its own budget.
      await files.write('more.txt', 'x', two);
    },
  );

  it('counts edits by the size of the resulting file', async () => {
    const files = over();
    for (let count = 0; count < 16; count += 1)
      await files.write('a.txt', `${'x'.repeat(5 * MIB - 1)}0`, one);
    for (let count = 0; count < 4; count += 1)
      await files.edit('a.txt', change(String(count % 2), String((count + 1) % 2)), one);
    await expect(files.write('b.txt', 'x', one)).rejects.toMatchObject({ code: 'run_wrote_too_much' });
  });

  it('is not charged for failed writes', async () => {
    const workspace = new OneFile();
    const full = 'y'.repeat(5 * MIB);
    const files = over(workspace);
    await files.write('a.txt', `${'x'.repeat(5 * MIB - 1)}q`, one);
    workspace.failure = new Error('planted');
    await expect(files.write('a.txt', full, one)).rejects.toThrow('planted');
    await expect(files.edit('a.txt', change('q', 'y'), one)).rejects.toThrow('planted');
    await expect(files.edit('a.txt', change('z', 'y'), one)).rejects.toMatchObject({ code: 'no_match' });
    workspace.failure = undefined;
    // Together with the first, exactly the limit of the run: any of those above would exceed it.
    for (let count = 0; count < 19; count += 1) await files.write('a.txt', 'x'.repeat(5 * MIB), one);
    await expect(files.write('a.txt', 'x', one)).rejects.toMatchObject({ code: 'run_wrote_too_much' });
  });

  it('is remembered for a long run while thousands of others write', async () => {
    const files = over();
    for (let count = 0; count < 19; count += 1) await files.write('a.txt', 'x'.repeat(5 * MIB), one);
    for (let count = 0; count < 3_000; count += 1) {
      await files.write('b.txt', 'x', author(`other ${count}`));
      if (count % 500 === 0) await files.write('a.txt', 'x', one);
    }
    await expect(files.write('a.txt', 'x'.repeat(5 * MIB), one)).rejects.toMatchObject({
      code: 'run_wrote_too_much',
    });
  });
});

describe('an edit', () => {
  it('keeps the byte order mark and the line breaks', async () => {
    const workspace = new OneFile();
    const files = over(workspace);
    workspace.content = new TextEncoder().encode('\ufeffone\r\ntwo\r\n');
    const edited = await files.edit('a.txt', change('one\ntwo', '1\n2'), one);
    expect(Buffer.from(workspace.content).toString()).toBe('\ufeff1\r\n2\r\n');
    expect(edited).toEqual({ path: 'a.txt', sizeBytes: 9, places: 1, lines: [{ from: 1, to: 2 }] });
  });

  verifies(
    'files.encodings',
    'keeps the encoding, and refuses a letter that has no place in it',
    async () => {
      for (const [encoding, mark] of [
        ['latin1', ''],
        ['utf16le', '\ufeff'],
      ] as const) {
        const workspace = new OneFile();
        workspace.content = Buffer.from(`${mark}Grüße\r\nzwei\r\n`, encoding);
        await over(workspace).edit('a.txt', change('ße\nz', 'n\nZ'), one);
        expect(Buffer.from(workspace.content).toString(encoding)).toBe(`${mark}Grün\r\nZwei\r\n`);
      }
      const workspace = new OneFile();
      const bytes = (workspace.content = Buffer.from('Grüße', 'latin1'));
      await expect(over(workspace).edit('a.txt', change('ße', 'Ж'), one)).rejects.toMatchObject({
        code: 'letter_without_place',
      });
      expect(workspace.content).toBe(bytes);
    },
  );

  it.each([[[0x61, 0]], [[0xff, 0x61]]])('refuses non-text content: %j', async (bytes) => {
    const workspace = new OneFile();
    workspace.content = Uint8Array.from(bytes);
    const files = over(workspace);
    await expect(files.edit('a.txt', change('a', 'b'), one)).rejects.toMatchObject({ code: 'not_text' });
    expect([...workspace.content]).toEqual(bytes);
  });

  it('never exceeds the maximum file size', async () => {
    const workspace = new OneFile();
    workspace.content = new TextEncoder().encode(`a${'é'.repeat(2_600_000)}`);
    const files = over(workspace);
    await expect(files.edit('a.txt', change('a', 'é'.repeat(100_000)), one)).rejects.toMatchObject({
      code: 'file_too_large',
    });
  });
});

describe('a folder', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    ['.', []],
    ['./', []],
    ['notes', ['notes']],
    ['notes/', ['notes']],
    ['./notes/old/', ['notes', 'old']],
  ])('may be named %j', async (named, path) => {
    const asked: unknown[] = [];
    const workspace = Object.assign(new OneFile(), {
      list: (...input: readonly unknown[]) => {
        asked.push(input);
        return Promise.resolve({ entries: [], isAll: true, isCut: false });
      },
    });
    await over(workspace).list(named, 9);
    expect(asked).toEqual([[path, { depth: 3, most: 500 }]]);
  });

  it.each(['/', '//', 'a//', '..', '../', 'a/..', '/etc/'])('may not be named %j', async (named) => {
    await expect(over().list(named, 1)).rejects.toMatchObject({
      name: 'Refusal',
    });
  });
});
