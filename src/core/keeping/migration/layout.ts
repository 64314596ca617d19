import type { Manifest } from '../backups/model.ts';
import { migrationLimits } from './limits.ts';

/** A piece of a file, and where it is in a chunk. */
export interface Slice {
  readonly path: string;
  /** In the file. */
  readonly offset: number;
  readonly length: number;
  /** In the chunk. */
  readonly at: number;
}

/**
 * The files of a manifest, one after the other in its order, are one sequence of bytes, and a chunk is a part of it of
 * fixed size. So a chunk's number says what is in it, and ten thousand small files are as few chunks as one large one.
 */
export class Layout {
  readonly totalBytes: number;
  readonly chunkCount: number;
  readonly #files: readonly { readonly path: string; readonly start: number; readonly end: number }[];

  constructor({ files }: Pick<Manifest, 'files'>) {
    let start = 0;
    this.#files = files.flatMap(({ path, kind, contentBytes }) => {
      if (kind === 'folder' || contentBytes === 0) return [];
      const file = { path, start, end: start + contentBytes };
      start = file.end;
      return [file];
    });
    this.totalBytes = start;
    this.chunkCount = Math.ceil(start / migrationLimits.chunkBytes);
  }

  /** The content of a chunk, in bytes. */
  sizeOf(chunk: number): number {
    const { chunkBytes } = migrationLimits;
    return Math.min(chunkBytes, this.totalBytes - chunk * chunkBytes);
  }

  slicesOf(chunk: number): readonly Slice[] {
    const from = chunk * migrationLimits.chunkBytes;
    const to = from + this.sizeOf(chunk);
    const slices: Slice[] = [];
    for (let index = this.#at(from); index < this.#files.length; index += 1) {
      const { path, start, end } = this.#files[index]!;
      if (start >= to) break;
      const begin = Math.max(from, start);
      slices.push({
        path,
        offset: begin - start,
        length: Math.min(to, end) - begin,
        at: begin - from,
      });
    }
    return slices;
  }

  /** The file that has this byte. */
  #at(byte: number): number {
    let [low, high] = [0, this.#files.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#files[middle]!.end <= byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
