import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FileRead } from '../../src/core/ports/file-read.ts';
import type { VaultKeyFile } from '../../src/core/trust/secrets/store.ts';

export function vaultKeyFileContract(name: string, make: () => VaultKeyFile): void {
  describe(`VaultKeyFile contract: ${name}`, () => {
    let file: VaultKeyFile;
    beforeEach(() => {
      file = make();
    });
    const both = async (): Promise<readonly (string | null)[]> =>
      [await file.read(), await file.readNext()].map(said);
    const said = (read: FileRead) => (read.found === 'text' ? read.text.trim() : null);

    it('is empty at first, and dropping nothing is no error', async () => {
      expect([await file.read(), await file.readNext()]).toEqual([
        { found: 'nothing' },
        { found: 'nothing' },
      ]);
      await file.dropNext();
    });

    it('keeps one key and the next one apart, and replaces each', async () => {
      await file.replace('first');
      await file.replaceNext('next');
      expect(await both()).toEqual(['first', 'next']);
      await file.replaceNext('another');
      await file.replace('second');
      expect(await both()).toEqual(['second', 'another']);
      await file.dropNext();
      expect(await both()).toEqual(['second', null]);
    });

    it('keeps the marks of keys apart from the keys', async () => {
      await file.replace('first');
      expect(await file.readSealed()).toEqual({ found: 'nothing' });
      await file.replaceSealed('one\n');
      await file.replaceSealed('one\ntwo\n');
      expect(await file.readSealed()).toEqual({ found: 'text', text: 'one\ntwo\n' });
      expect(await both()).toEqual(['first', null]);
    });

    it('puts the next key in the place of the current one, even where there is none', async () => {
      await file.replaceNext('next');
      await file.promoteNext();
      expect(await both()).toEqual(['next', null]);
      await file.replaceNext('third');
      await file.promoteNext();
      expect(await both()).toEqual(['third', null]);
    });

    it('refuses to promote a missing key, and keeps the current one', async () => {
      await file.replace('first');
      await expect(file.promoteNext()).rejects.toMatchObject({ code: 'storage_error' });
      expect(await both()).toEqual(['first', null]);
    });
  });
}
