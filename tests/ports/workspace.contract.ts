import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HeldFile, Workspace } from '../../src/core/ports/workspace.ts';

export interface OpenWorkspace {
  readonly workspace: Workspace;
  /** The content at this path, read without the workspace. */
  read(path: readonly string[]): Promise<Uint8Array | undefined>;
  /** Every file in it, as joined paths. */
  files(): Promise<readonly string[]>;
  modeOf(path: readonly string[]): Promise<number>;
  /** Writes this without the workspace, as another program would. */
  touch(path: readonly string[], content: string): Promise<void>;
  close(): Promise<void>;
}

const bytes = (text: string) => new TextEncoder().encode(text);

export function workspaceContract(name: string, open: () => Promise<OpenWorkspace>): void {
  describe(`Workspace contract: ${name}`, () => {
    let opened: OpenWorkspace;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const write = (path: string, content: string | Uint8Array) =>
      opened.workspace.write(path.split('/'), typeof content === 'string' ? bytes(content) : content);
    const read = async (path: string) => {
      const content = await opened.read(path.split('/'));
      return content === undefined ? undefined : new TextDecoder().decode(content);
    };

    const MOST = 1_000_000;
    const text = async (path: string, most = MOST) =>
      new TextDecoder().decode(await opened.workspace.read(path.split('/'), most));
    const change = (path: string, make: (content: string) => string, most = MOST) =>
      opened.workspace.change(path.split('/'), most, (content) =>
        bytes(make(new TextDecoder().decode(content))),
      );
    const list = async (path: string, depth = 3, most = 500) => {
      const { entries, isAll } = await opened.workspace.list(path === '' ? [] : path.split('/'), {
        depth,
        most,
      });
      return {
        isAll,
        shown: entries.map((entry) => `${entry.path.join('/')} ${entry.type} ${entry.sizeBytes}`),
      };
    };
    const refused = (code: string) => ({ name: 'Refusal', code });

    it('makes a file', async () => {
      expect(await write('a.txt', 'one')).toEqual({ created: true });
      expect(await read('a.txt')).toBe('one');
    });

    it('replaces a file, also with shorter content', async () => {
      await write('a.txt', 'a long content');
      expect(await write('a.txt', 'short')).toEqual({ created: false });
      expect(await read('a.txt')).toBe('short');
    });

    it('makes missing folders, and uses existing ones', async () => {
      expect(await write('a/b/c.txt', 'one')).toEqual({ created: true });
      expect(await write('a/b/d.txt', 'two')).toEqual({ created: true });
      expect(await read('a/b/c.txt')).toBe('one');
      expect(await read('a/b/d.txt')).toBe('two');
    });

    it('keeps every byte', async () => {
      const content = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      await write('a.bin', content);
      for (const found of [await opened.read(['a.bin']), await opened.workspace.read(['a.bin'], MOST)])
        expect(Buffer.compare(Buffer.from(found ?? []), Buffer.from(content))).toBe(0);
      await write('empty', '');
      expect(await text('empty')).toBe('');
    });

    it.each([
      ['names in any script', 'заметки/日記 1.md'],
      ['a name of 255 bytes', 'n'.repeat(255)],
      ['a path of a hundred folders', `${'d/'.repeat(100)}f`],
    ])('accepts %s', async (_what, name) => {
      await write(name, 'one');
      expect(await read(name)).toBe('one');
    });

    it('refuses to put a file where a folder is', async () => {
      await write('a/b.txt', 'one');
      await expect(write('a', 'two')).rejects.toMatchObject(refused('not_a_file'));
      expect(await opened.files()).toEqual(['a/b.txt']);
    });

    it('refuses to put a file below a file', async () => {
      await write('a', 'one');
      for (const below of ['a/b.txt', 'a/b/c.txt'])
        await expect(write(below, 'two')).rejects.toMatchObject(refused('not_a_file'));
      expect(await read('a')).toBe('one');
      expect(await opened.files()).toEqual(['a']);
    });

    describe('reading', () => {
      it('refuses a file above the limit, and accepts one exactly at it', async () => {
        await write('a.txt', '12345');
        expect(await text('a.txt', 5)).toBe('12345');
        await expect(text('a.txt', 4)).rejects.toMatchObject({
          ...refused('file_too_large'),
          facts: { sizeBytes: 5, mostBytes: 4 },
        });
      });

      it('refuses a missing file, a folder, and a path below a file; and creates nothing', async () => {
        await expect(text('a.txt')).rejects.toMatchObject(refused('file_not_found'));
        await write('a/b.txt', 'one');
        await expect(text('a/c.txt')).rejects.toMatchObject(refused('file_not_found'));
        await expect(text('x/y/c.txt')).rejects.toMatchObject(refused('file_not_found'));
        await expect(text('a')).rejects.toMatchObject(refused('not_a_file'));
        await expect(text('a/b.txt/c')).rejects.toMatchObject(refused('not_a_file'));
        expect((await list('')).shown).toEqual(['a folder null', 'a/b.txt file 3']);
      });
    });

    describe('changing', () => {
      it('writes the result of the change', async () => {
        await write('a/b.txt', 'one');
        await change('a/b.txt', (content) => `${content} two`);
        expect(await read('a/b.txt')).toBe('one two');
        await change('a/b.txt', () => '');
        expect(await read('a/b.txt')).toBe('');
        expect(await opened.files()).toEqual(['a/b.txt']);
      });

      it('changes nothing when the change throws, and rethrows the error', async () => {
        await write('a.txt', 'one');
        const planted = new Error('planted');
        const outcome: unknown = await change('a.txt', () => {
          throw planted;
        }).catch((error: unknown) => error);
        expect(outcome).toBe(planted);
        expect(await read('a.txt')).toBe('one');
        expect(await opened.files()).toEqual(['a.txt']);
      });

      it('refuses as reading does, without calling the change', async () => {
        await write('a/b.txt', 'one');
        const never = () => {
          throw new Error('was asked');
        };
        await expect(change('c.txt', never)).rejects.toMatchObject(refused('file_not_found'));
        await expect(change('x/c.txt', never)).rejects.toMatchObject(refused('file_not_found'));
        await expect(change('a', never)).rejects.toMatchObject(refused('not_a_file'));
        await expect(change('a/b.txt', never, 2)).rejects.toMatchObject(refused('file_too_large'));
        expect(await opened.files()).toEqual(['a/b.txt']);
      });

      it('loses none of many concurrent changes, nor a write between them', async () => {
        await write('a.txt', '');
        await Promise.all(
          Array.from({ length: 20 }, (_, index) => change('a.txt', (content) => `${content}${index},`)),
        );
        expect(
          (await read('a.txt'))
            ?.split(',')
            .slice(0, -1)
            .map(Number)
            .toSorted((a, b) => a - b),
        ).toEqual(Array.from({ length: 20 }, (_, index) => index));
        await Promise.all([
          change('a.txt', () => 'first;'),
          write('a.txt', 'second;'),
          change('a.txt', (content) => `${content}third`),
        ]);
        expect(await read('a.txt')).toBe('second;third');
        expect(await opened.files()).toEqual(['a.txt']);
      });

      it('continues after one that failed', async () => {
        await write('a.txt', 'one');
        const failing = change('a.txt', () => {
          throw new Error('planted');
        });
        const next = change('a.txt', (content) => `${content} two`);
        await expect(failing).rejects.toThrow('planted');
        await next;
        expect(await read('a.txt')).toBe('one two');
      });
    });

    const idOf = (content: string) => createHash('sha256').update(content).digest('hex');
    const path = (joined: string) => joined.split('/');
    const collect = async (pieces: AsyncIterable<Uint8Array>) => {
      const all: Uint8Array[] = [];
      for await (const piece of pieces) all.push(piece);
      return Buffer.concat(all).toString();
    };

    describe('looking before a change', () => {
      /** Every way to change `a.txt`, or `new.txt` where it says so. */
      const ways: readonly (readonly [
        string,
        (before: (held: HeldFile | null) => Promise<void>) => Promise<unknown>,
      ])[] = [
        ['write', (before) => opened.workspace.write(['a.txt'], bytes('new'), { before })],
        ['change', (before) => opened.workspace.change(['a.txt'], MOST, () => bytes('new'), { before })],
        ['remove', (before) => opened.workspace.remove(['a.txt'], { before })],
        ['rename', (before) => opened.workspace.rename(['a.txt'], ['b', 'c.txt'], { before })],
      ];

      it.each(ways)('%s shows the current content, before anything is changed', async (_way, act) => {
        await write('a.txt', 'one');
        const seen: unknown[] = [];
        await act(async (held) => {
          seen.push([await held?.contentId(), held?.sizeBytes, held && (await collect(held.content()))]);
          seen.push([held && (await collect(held.content())), await read('a.txt'), await opened.files()]);
        });
        expect(seen).toEqual([
          [idOf('one'), 3, 'one'],
          ['one', 'one', ['a.txt']],
        ]);
        expect(await read('a.txt')).toBe(_way === 'write' || _way === 'change' ? 'new' : undefined);
      });

      it.each(ways)('%s changes nothing when the look throws, and rethrows the error', async (_way, act) => {
        await write('a.txt', 'one');
        const planted = new Error('planted');
        expect(await act(() => Promise.reject(planted)).catch((error: unknown) => error)).toBe(planted);
        expect(await read('a.txt')).toBe('one');
        expect(await opened.files()).toEqual(['a.txt']);
      });

      it.each(ways)('%s never overwrites a change from outside', async (_way, act) => {
        for (const foreign of ['two', 'three, and longer']) {
          await write('a.txt', 'one');
          await expect(act(() => opened.touch(['a.txt'], foreign))).rejects.toMatchObject(
            refused('file_changed'),
          );
          expect(await read('a.txt')).toBe(foreign);
          expect(await opened.files()).toEqual(['a.txt']);
        }
      });

      it('never overwrites a file created from outside', async () => {
        const before = async (held: HeldFile | null) => {
          expect(held).toBeNull();
          await opened.touch(['a.txt'], 'theirs');
        };
        await expect(opened.workspace.write(['a.txt'], bytes('new'), { before })).rejects.toMatchObject(
          refused('file_changed'),
        );
        await write('b.txt', 'one');
        await expect(
          opened.workspace.rename(['b.txt'], ['c.txt'], {
            before: () => opened.touch(['c.txt'], 'theirs'),
          }),
        ).rejects.toMatchObject(refused('file_exists'));
        expect([await read('a.txt'), await read('b.txt'), await read('c.txt')]).toEqual([
          'theirs',
          'one',
          'theirs',
        ]);
      });

      it('passes the new content to the check before the change', async () => {
        await write('a.txt', 'one');
        const told: string[] = [];
        await opened.workspace.change(['a.txt'], MOST, () => bytes('two'), {
          before: async (held, next) => {
            told.push(await held.contentId(), new TextDecoder().decode(next));
          },
        });
        expect(told).toEqual([idOf('one'), 'two']);
      });
    });

    describe('finding', () => {
      it('returns the size, and the content in pieces, in full or from the beginning', async () => {
        const long = 'abc'.repeat(100_000);
        await write('a/b.txt', long);
        const found = await opened.workspace.find(['a', 'b.txt']);
        expect(found.sizeBytes).toBe(300_000);
        expect(Number.isSafeInteger(found.modifiedAt)).toBe(true);
        expect(await collect(found.content())).toBe(long);
        expect(await collect(found.content(4))).toBe('abca');
        expect(await collect(found.content(300_001))).toBe(long);
        expect(await opened.workspace.contentId(['a', 'b.txt'])).toBe(idOf(long));
      });

      it('returns no content of a replaced or deleted file', async () => {
        await write('a.txt', 'one');
        const found = await opened.workspace.find(['a.txt']);
        await write('a.txt', 'two');
        await expect(collect(found.content())).rejects.toMatchObject(refused('file_changed'));
        await opened.workspace.remove(['a.txt']);
        await expect(collect(found.content())).rejects.toMatchObject(refused('file_not_found'));
      });

      it('refuses a missing path or a non-file; the id of a missing file is null', async () => {
        await write('a/b.txt', 'one');
        for (const [named, code] of [
          ['x', 'file_not_found'],
          ['x/y', 'file_not_found'],
          ['a', 'not_a_file'],
          ['a/b.txt/c', 'not_a_file'],
        ] as const) {
          await expect(opened.workspace.find(path(named))).rejects.toMatchObject(refused(code));
          const id = opened.workspace.contentId(path(named));
          if (code === 'file_not_found') expect(await id).toBeNull();
          else await expect(id).rejects.toMatchObject(refused(code));
        }
      });
    });

    describe('removing and renaming', () => {
      it('removes only that file', async () => {
        await write('a/b.txt', 'one');
        await write('a/c.txt', 'two');
        await opened.workspace.remove(['a', 'b.txt']);
        expect(await opened.files()).toEqual(['a/c.txt']);
        await opened.workspace.remove(['a', 'c.txt']);
        expect((await list('')).shown).toEqual(['a folder null']);
      });

      it('renames a file, and creates the target folder', async () => {
        await write('a.txt', 'one');
        await opened.workspace.rename(['a.txt'], ['b', 'c', 'd.txt']);
        expect(await opened.files()).toEqual(['b/c/d.txt']);
        expect(await read('b/c/d.txt')).toBe('one');
      });

      it('never overwrites a file by a rename', async () => {
        await write('a.txt', 'one');
        await write('b.txt', 'two');
        await write('c/d.txt', 'three');
        for (const to of ['b.txt', 'c', 'a.txt'])
          await expect(opened.workspace.rename(['a.txt'], path(to))).rejects.toMatchObject(
            refused('file_exists'),
          );
        await expect(opened.workspace.rename(['a.txt'], ['b.txt', 'x'])).rejects.toMatchObject(
          refused('not_a_file'),
        );
        expect(await opened.files()).toEqual(['a.txt', 'b.txt', 'c/d.txt']);
      });

      it('refuses a missing file and a folder', async () => {
        await write('a/b.txt', 'one');
        for (const [named, code] of [
          ['x', 'file_not_found'],
          ['x/y', 'file_not_found'],
          ['a', 'not_a_file'],
          ['a/b.txt/c', 'not_a_file'],
        ] as const) {
          await expect(opened.workspace.remove(path(named))).rejects.toMatchObject(refused(code));
          await expect(opened.workspace.rename(path(named), ['z'])).rejects.toMatchObject(refused(code));
        }
        expect((await list('')).shown).toEqual(['a folder null', 'a/b.txt file 3']);
      });

      it('of two opposite renames one is refused at once: they do not wait for each other', async () => {
        await write('a.txt', 'one');
        await write('b.txt', 'two');
        const both = await Promise.allSettled([
          opened.workspace.rename(['a.txt'], ['b.txt']),
          opened.workspace.rename(['b.txt'], ['a.txt']),
        ]);
        expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        expect([await read('a.txt'), await read('b.txt')]).toEqual(['one', 'two']);
      });

      it('writes pieces, with a mode', async () => {
        await write('a.txt', 'old');
        async function* pieces() {
          yield bytes('one ');
          yield bytes('two');
        }
        await opened.workspace.write(['a.txt'], pieces(), { mode: 0o640 });
        expect(await read('a.txt')).toBe('one two');
        expect(await opened.modeOf(['a.txt'])).toBe(0o640);
      });
    });

    describe('listing', () => {
      it('continues after a name', async () => {
        for (const name of ['a', 'b', 'c', 'd']) await write(`${name}.txt`, '');
        const page = async (after?: string) => {
          const within = { depth: 1, most: 2, ...(after === undefined ? {} : { after }) };
          const { entries, isAll } = await opened.workspace.list([], within);
          return [entries.map((entry) => entry.path.join('/')), isAll];
        };
        expect(await page()).toEqual([['a.txt', 'b.txt'], false]);
        expect(await page('b.txt')).toEqual([['c.txt', 'd.txt'], true]);
        expect(await page('bb')).toEqual([['c.txt', 'd.txt'], true]);
        expect(await page('d.txt')).toEqual([[], true]);
      });

      it('an empty workspace lists nothing', async () => {
        expect(await list('')).toEqual({ isAll: true, shown: [] });
        await expect(list('a')).rejects.toMatchObject(refused('file_not_found'));
      });

      it('lists shallow entries before deep ones, by name, with sizes', async () => {
        for (const path of ['b.txt', 'a/z.txt', 'a/m/n/o/deep.txt', 'c/y.txt', 'B.txt', 'a/m/é.txt'])
          await write(path, path);
        expect(await list('', 1)).toEqual({
          isAll: true,
          shown: ['B.txt file 5', 'a folder null', 'b.txt file 5', 'c folder null'],
        });
        expect((await list('', 2)).shown.slice(4)).toEqual([
          'a/m folder null',
          'a/z.txt file 7',
          'c/y.txt file 7',
        ]);
        expect((await list('', 3)).shown.slice(7)).toEqual(['a/m/n folder null', 'a/m/é.txt file 10']);
        expect((await list('a/m', 1)).shown).toEqual(['a/m/n folder null', 'a/m/é.txt file 10']);
        expect((await list('a/m', 3)).shown.at(-1)).toBe('a/m/n/o/deep.txt file 16');
      });

      it('lists up to the limit, and says whether that is everything', async () => {
        for (let count = 0; count < 6; count += 1) await write(`${count}.txt`, '');
        expect(await list('', 1, 6)).toMatchObject({ isAll: true });
        expect(await list('', 1, 5)).toMatchObject({ isAll: false, shown: { length: 5 } });
        await write('a/b', '');
        expect(await list('', 2, 7)).toMatchObject({ isAll: false, shown: { length: 7 } });
      });

      it('refuses a file, and a path below one', async () => {
        await write('a.txt', 'one');
        await expect(list('a.txt')).rejects.toMatchObject(refused('not_a_file'));
        await expect(list('a.txt/b')).rejects.toMatchObject(refused('not_a_file'));
      });
    });

    it('leaves one complete content after several concurrent writes, and nothing else', async () => {
      const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
      await Promise.all(contents.map((content) => write('x/y/a.txt', content)));
      expect(contents).toContain(await read('x/y/a.txt'));
      expect(await opened.files()).toEqual(['x/y/a.txt']);
    });
  });
}
