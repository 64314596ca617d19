import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { CopyStore } from '../../src/core/workspace/changesets/store.ts';

export interface OpenCopies {
  readonly copies: CopyStore;
  close(): Promise<void>;
}

export async function* inPieces(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
}

const sha = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const MOST = 1_000_000;

export function copiesContract(name: string, open: () => Promise<OpenCopies>): void {
  describe(`Copies contract: ${name}`, () => {
    let opened: OpenCopies;
    let copies: CopyStore;
    beforeEach(async () => {
      opened = await open();
      copies = opened.copies;
    });
    afterEach(() => opened.close());

    const content = async (copyId: string): Promise<Buffer> => {
      const pieces: Uint8Array[] = [];
      for await (const piece of copies.content(copyId)) pieces.push(piece);
      return Buffer.concat(pieces);
    };

    it('is empty at first, and removing an unknown copy is no error', async () => {
      expect(await copies.all()).toEqual([]);
      await copies.remove(['1']);
      await expect(content('1')).rejects.toThrow();
    });

    it('keeps every byte, and names the content', async () => {
      const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256);
      const kept = await copies.keep('1', inPieces(bytes.subarray(0, 70_001), bytes.subarray(70_001)), MOST);
      expect(kept).toEqual({ contentId: sha(bytes), sizeBytes: 200_000 });
      expect((await content('1')).equals(Buffer.from(bytes))).toBe(true);
      // Twice, because a copy may be read more than once.
      expect((await content('1')).length).toBe(200_000);
      expect(await copies.contentId(copies.content('1'))).toBe(kept.contentId);
      expect(await copies.contentId(bytes)).toBe(kept.contentId);
    });

    it('keeps an empty file', async () => {
      expect(await copies.keep('1', inPieces(), MOST)).toEqual({ contentId: sha(''), sizeBytes: 0 });
      expect((await content('1')).length).toBe(0);
    });

    it('accepts the maximum size, and stores nothing that exceeds it', async () => {
      await copies.keep('1', inPieces('12', '345'), 5);
      await expect(copies.keep('2', inPieces('12', '3456'), 5)).rejects.toMatchObject({
        name: 'Refusal',
        code: 'too_large_to_undo',
      });
      expect(await copies.all()).toEqual(['1']);
    });

    it('stores nothing that cannot be read to its end', async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield* inPieces('12');
        throw new Error('planted');
      }
      await expect(copies.keep('1', broken(), MOST)).rejects.toMatchObject({ code: 'storage_error' });
      expect(await copies.all()).toEqual([]);
    });

    it('removes only the named copies', async () => {
      for (const copyId of ['1', '2', '3']) await copies.keep(copyId, inPieces(copyId), MOST);
      await copies.remove(['1', '3', '4']);
      await copies.remove(['1']);
      expect(await copies.all()).toEqual(['2']);
      expect((await content('2')).toString()).toBe('2');
    });
  });
}
