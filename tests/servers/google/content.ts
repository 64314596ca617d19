// The bytes of a file. Large ones are counted and hashed, not kept, so that an upload of any size costs little memory.
import { createHash } from 'node:crypto';

/** Bytes up to which a content is kept. */
const KEPT = 8 * 1024 ** 2;

export interface Content {
  readonly size: number;
  readonly md5: string;
  readonly sha256: string;
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
  const sha256 = createHash('sha256');
  let pieces: Buffer[] | null = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add: (piece) => {
      md5.update(piece);
      sha256.update(piece);
      size += piece.length;
      if (size > kept) pieces = null;
      // A copy: the piece may be a view of a buffer that is used again.
      pieces?.push(Buffer.from(piece));
    },
    end: () => ({
      size,
      md5: md5.digest('hex'),
      sha256: sha256.digest('hex'),
      bytes: pieces && Buffer.concat(pieces),
    }),
  };
}

export function contentOf(bytes: Uint8Array | string, kept?: number): Content {
  const sink = startSink(kept);
  sink.add(Buffer.from(bytes as string));
  return sink.end();
}
