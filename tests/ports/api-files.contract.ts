import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiFiles } from '../../src/core/outside/api-store/store.ts';

export function apiFilesContract(name: string, make: () => ApiFiles): void {
  describe(`ApiFiles contract: ${name}`, () => {
    let files: ApiFiles;
    beforeEach(() => {
      files = make();
    });

    it('is empty at first, and removing an unknown id is no error', async () => {
      expect(await files.all()).toEqual([]);
      expect(await files.isTaken('shop')).toBe(false);
      await files.remove('shop');
      expect(await files.all()).toEqual([]);
    });

    it('keeps texts by id, and replaces them', async () => {
      await files.write('b', 'first');
      await files.write('a', 'second');
      await files.write('b', 'third');
      const found = await files.all();
      expect(found?.toSorted((x, y) => (x.name < y.name ? -1 : 1))).toEqual([
        { name: 'a.json', read: { found: 'text', text: 'second' } },
        { name: 'b.json', read: { found: 'text', text: 'third' } },
      ]);
      expect([await files.isTaken('a'), await files.isTaken('c')]).toEqual([true, false]);
    });

    it('has another stamp after each change', async () => {
      const stamps = [await files.stamp()];
      await files.write('a', 'first');
      stamps.push(await files.stamp(), await files.stamp());
      await files.write('a', 'second one');
      stamps.push(await files.stamp());
      await files.remove('a');
      stamps.push(await files.stamp());
      expect(stamps.map((stamp) => stamps.indexOf(stamp))).toEqual([0, 1, 1, 3, 0]);
    });

    it('removes one, and only that one', async () => {
      await files.write('a', 'first');
      await files.write('b', 'second');
      await files.remove('a');
      expect((await files.all())?.map((file) => file.name)).toEqual(['b.json']);
      expect(await files.isTaken('a')).toBe(false);
    });
  });
}
