// The bytes of a file. Beyond a limit they are counted and hashed, not kept, so that a large upload costs little memory.
import { createHash } from 'node:crypto';

/** Bytes up to which a content is kept. */
const KEPT = 8 * 1024 ** 2;

export interface Content {
  readonly size: number;
  readonly md5: string;
  /** Null for a large content. */
  readonly bytes: Buffer | null;
}

/** Takes a content piece by piece. */
export interface Sink {
  readonly size: number;
  add(piece: Uint8Array): void;
  end(): Content;
}

export function startSink(kept = KEPT): Sink {
  const md5 = createHash('md5');
  let pieces: Buffer[] | null = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add: (piece) => {
      md5.update(piece);
      size += piece.length;
      if (size > kept) pieces = null;
      // A copy: the piece may be a view of a buffer that is used again.
      pieces?.push(Buffer.from(piece));
    },
    end: () => ({ size, md5: md5.digest('hex'), bytes: pieces && Buffer.concat(pieces) }),
  };
}

export function contentOf(bytes: Uint8Array | string, kept?: number): Content {
  const sink = startSink(kept);
  sink.add(Buffer.from(bytes as string));
  return sink.end();
}
