import { describe, expect, test } from '@jest/globals';
import type { ConfigFiles } from '../../src/core/instance/config/store.ts';

export interface OpenConfigFiles {
  readonly files: ConfigFiles;
  /** Writes a file directly, bypassing the port. */
  put(file: 'user' | 'project', text: string): Promise<void>;
  /** The files set aside, by ending. */
  kept(): Promise<Readonly<Record<string, string>>>;
}

/** What every ConfigFiles implementation promises. */
export function configFilesSuite(name: string, open: () => Promise<OpenConfigFiles>): void {
  describe(`${name} as config files`, () => {
    test('finds nothing in an empty place', async () => {
      const { files } = await open();
      expect([await files.readUser(), await files.readProject()]).toEqual([
        { found: 'nothing' },
        { found: 'nothing' },
      ]);
    });

    test('reads each text unchanged', async () => {
      const { files, put } = await open();
      await put('user', '{"a": "ü\u{1F600}"}\n');
      await put('project', '');
      expect(await files.readUser()).toEqual({ found: 'text', text: '{"a": "ü\u{1F600}"}\n' });
      expect(await files.readProject()).toEqual({ found: 'text', text: '' });
    });

    test('reads back what was written, and leaves the project file alone', async () => {
      const { files, put, kept } = await open();
      await put('project', 'theirs');
      for (const text of ['one, which is longer', 'two']) {
        await files.replaceUser(text, null);
        expect(await files.readUser()).toEqual({ found: 'text', text });
      }
      expect(await files.readProject()).toEqual({ found: 'text', text: 'theirs' });
      expect(await kept()).toEqual({});
    });

    test('keeps a replaced file on request, each under its own name', async () => {
      const { files, put, kept } = await open();
      await files.replaceUser('zero', 'old');
      expect(await kept()).toEqual({});
      await put('user', 'broken');
      await files.replaceUser('one', 'old');
      await files.replaceUser('two', 'old');
      await files.replaceUser('three', 'older');
      expect(await files.readUser()).toEqual({ found: 'text', text: 'three' });
      expect(await kept()).toEqual({ old: 'broken', 'old-2': 'one', older: 'two' });
    });
  });
}
