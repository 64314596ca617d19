import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type {
  Drive,
  DriveEntry,
  DrivePage,
  UploadSource,
} from '../../src/core/keeping/backups/drive/port.ts';

const never = new AbortController().signal;
const INSTANCE = 'this instance';

export const sourceOf = (bytes: Uint8Array): UploadSource => ({
  sizeBytes: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
  md5: async () => createHash('md5').update(bytes).digest('hex'),
});

async function all(page: (after: string | null) => Promise<DrivePage>): Promise<readonly DriveEntry[]> {
  const found: DriveEntry[] = [];
  for (let after: string | null = null; ;) {
    const { entries, next }: DrivePage = await page(after);
    found.push(...entries);
    if (next === null) return found;
    after = next;
  }
}

/** What every drive keeps: the vendor's, and the one in memory. */
export function driveContract(
  start: () => Promise<{ readonly drive: Drive; readonly close: () => Promise<void> }>,
): void {
  const over = (work: (drive: Drive) => Promise<void>) => async () => {
    const { drive, close } = await start();
    try {
      await work(drive);
    } finally {
      await close();
    }
  };
  const folder = async (drive: Drive, name = 'a folder', parent: string | null = null): Promise<string> => {
    const [id = ''] = await drive.newIds(1, never);
    await drive.makeFolder({ id, name, parent, instance: INSTANCE }, never);
    return id;
  };
  const file = async (drive: Drive, parent: string, name: string, bytes: Uint8Array): Promise<string> => {
    const [id = ''] = await drive.newIds(1, never);
    await drive.put(
      { id, parent, name, instance: INSTANCE, source: sourceOf(bytes) },
      () => undefined,
      never,
    );
    return id;
  };

  describe('a drive', () => {
    test(
      'gives ids that are all different',
      over(async (drive) => {
        const ids = await drive.newIds(50, never);
        expect(new Set(ids).size).toBe(50);
        expect(await drive.get(ids[0] ?? '', never)).toBeNull();
      }),
    );

    test(
      'makes a folder once, however often it is asked to',
      over(async (drive) => {
        const [id = ''] = await drive.newIds(1, never);
        const asked = { id, name: "It's a folder \\ of mine", parent: null, instance: INSTANCE };
        await drive.makeFolder(asked, never);
        await drive.makeFolder(asked, never);
        expect(await drive.get(id, never)).toEqual({
          id,
          name: asked.name,
          isFolder: true,
          sizeBytes: null,
          md5: null,
          isInBin: false,
          isOwned: true,
          isOurs: true,
          isShared: false,
          instance: INSTANCE,
        });
        const named = await all((after) => drive.foldersNamed(asked.name, after, never));
        expect(named.map((entry) => entry.id)).toEqual([id]);
      }),
    );

    test(
      'keeps files of any size, with their checksums, and says how much has arrived',
      over(async (drive) => {
        const parent = await folder(drive);
        for (const size of [0, 1, 70_000, 262_144, 600_001]) {
          const bytes = Buffer.alloc(size, 7);
          const [id = ''] = await drive.newIds(1, never);
          const sent: number[] = [];
          const one = { id, parent, name: `memory/${size} ü'`, source: sourceOf(bytes), instance: INSTANCE };
          await drive.put(one, (arrived) => sent.push(arrived), never);
          expect(sent.at(-1)).toBe(size);
          expect(sent).toEqual(sent.toSorted((a, b) => a - b));
          expect(await drive.get(id, never)).toMatchObject({
            name: one.name,
            isFolder: false,
            sizeBytes: size,
            md5: await one.source.md5(),
          });
          const read = size === 0 ? Buffer.alloc(0) : await drive.read(id, 0, size, never);
          expect(Buffer.from(read).equals(bytes)).toBe(true);
        }
      }),
    );

    test(
      'takes the same file twice as one, and never two contents under one id',
      over(async (drive) => {
        const parent = await folder(drive);
        const [id = ''] = await drive.newIds(1, never);
        const one = { id, parent, name: 'a', instance: INSTANCE, source: sourceOf(Buffer.from('content')) };
        await drive.put(one, () => undefined, never);
        await drive.put(one, () => undefined, never);
        expect(await all((after) => drive.childrenOf(parent, after, never))).toHaveLength(1);
        const other = { ...one, source: sourceOf(Buffer.from('another')) };
        await expect(drive.put(other, () => undefined, never)).rejects.toMatchObject({
          code: 'upload_altered',
        });
        expect(await drive.get(id, never)).toBeNull();
      }),
    );

    test(
      'lists what is directly in a folder, all pages of it',
      over(async (drive) => {
        const parent = await folder(drive);
        const inner = await folder(drive, 'inner', parent);
        await file(drive, inner, 'deeper', Buffer.from('x'));
        for (const name of ['a', 'b', 'c', 'd']) await file(drive, parent, name, Buffer.from(name));
        const found = await all((after) => drive.childrenOf(parent, after, never));
        expect(found.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c', 'd', 'inner']);
      }),
    );

    test(
      'gives a piece of a file',
      over(async (drive) => {
        const id = await file(drive, await folder(drive), 'a', Buffer.from('0123456789'));
        const piece = async (at: number, length: number) =>
          Buffer.from(await drive.read(id, at, length, never)).toString();
        expect([await piece(0, 4), await piece(4, 4), await piece(8, 4)]).toEqual(['0123', '4567', '89']);
      }),
    );

    test(
      'removes a file for good, and says whether there was one',
      over(async (drive) => {
        const parent = await folder(drive);
        const id = await file(drive, parent, 'a', Buffer.from('x'));
        expect([await drive.remove(id, never), await drive.remove(id, never)]).toEqual([true, false]);
        expect(await drive.get(id, never)).toBeNull();
        await expect(drive.read(id, 0, 1, never)).rejects.toMatchObject({ code: 'drive_file_gone' });
      }),
    );
  });
}
