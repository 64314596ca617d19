import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Workspace } from '../../src/core/files/workspace.ts';

export interface OpenWorkspace {
  readonly workspace: Workspace;
  /** What is at this path, read without the workspace. */
  read(path: readonly string[]): Promise<Uint8Array | undefined>;
  /** Every file there is, as joined paths. */
  files(): Promise<readonly string[]>;
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

    it('makes a file', async () => {
      expect(await write('a.txt', 'one')).toEqual({ created: true });
      expect(await read('a.txt')).toBe('one');
    });

    it('replaces a file, also by a shorter content', async () => {
      await write('a.txt', 'a long content');
      expect(await write('a.txt', 'short')).toEqual({ created: false });
      expect(await read('a.txt')).toBe('short');
    });

    it('may be repeated with the same outcome', async () => {
      await write('a.txt', 'one');
      await write('a.txt', 'one');
      expect(await read('a.txt')).toBe('one');
      expect(await opened.files()).toEqual(['a.txt']);
    });

    it('makes the folders that are missing, and uses those that are there', async () => {
      expect(await write('a/b/c.txt', 'one')).toEqual({ created: true });
      expect(await write('a/b/d.txt', 'two')).toEqual({ created: true });
      expect(await read('a/b/c.txt')).toBe('one');
      expect(await read('a/b/d.txt')).toBe('two');
    });

    it('keeps every byte', async () => {
      const content = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
      await write('a.bin', content);
      const found = await opened.read(['a.bin']);
      expect(Buffer.compare(Buffer.from(found ?? []), Buffer.from(content))).toBe(0);
    });

    it('writes an empty file', async () => {
      await write('empty', '');
      expect(await read('empty')).toBe('');
    });

    it('takes names in any script', async () => {
      await write('заметки/日記 1.md', 'one');
      expect(await read('заметки/日記 1.md')).toBe('one');
    });

    it('takes a name of 255 bytes', async () => {
      const longest = 'n'.repeat(255);
      await write(longest, 'one');
      expect(await read(longest)).toBe('one');
    });

    it('takes a path of a hundred folders', async () => {
      const deep = `${'d/'.repeat(100)}f`;
      await write(deep, 'one');
      expect(await read(deep)).toBe('one');
    });

    it('refuses to put a file where a folder is', async () => {
      await write('a/b.txt', 'one');
      await expect(write('a', 'two')).rejects.toMatchObject({
        name: 'Refusal',
        code: 'not_a_file',
      });
      expect(await opened.files()).toEqual(['a/b.txt']);
    });

    it('refuses to put a file below a file', async () => {
      await write('a', 'one');
      await expect(write('a/b.txt', 'two')).rejects.toMatchObject({
        name: 'Refusal',
        code: 'not_a_file',
      });
      await expect(write('a/b/c.txt', 'two')).rejects.toMatchObject({
        name: 'Refusal',
        code: 'not_a_file',
      });
      expect(await read('a')).toBe('one');
      expect(await opened.files()).toEqual(['a']);
    });

    it('leaves one whole content when several are written at once, and nothing else', async () => {
      const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000));
      await Promise.all(contents.map((content) => write('x/y/a.txt', content)));
      expect(contents).toContain(await read('x/y/a.txt'));
      expect(await opened.files()).toEqual(['x/y/a.txt']);
    });
  });
}
