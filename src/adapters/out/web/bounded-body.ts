import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { webLimits } from '../../../core/outside/web/limits.ts';
import { refuse } from '../../../core/outside/web/errors.ts';

export interface BoundedBody {
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * At most `most` bytes, counted after decoding: a small reply may unpack to a huge one.
 * @throws Refusal reply_unreadable, and the errors of the connection
 */
export async function boundedBody(source: Readable, encoding: string, most: number): Promise<BoundedBody> {
  const decoders = decodersOf(encoding);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const full = new AbortController();
  const take = async (decoded: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of decoded) {
      chunks.push(chunk.subarray(0, most - bytes));
      bytes += chunk.length;
      if (bytes > most) {
        // Not a return: that would wait for a source that may never end.
        full.abort();
        return;
      }
    }
  };
  try {
    const steps: readonly unknown[] = [source, ...decoders, take];
    await pipeline(steps as Readable[], { signal: full.signal });
  } catch (error) {
    if (full.signal.aborted) return { body: joined(chunks), isCut: true };
    if (/^(Z_|ERR__|ERR_BROTLI)/u.test(String((error as { code?: unknown }).code)))
      throw refuse.reply_unreadable();
    throw error;
  }
  return { body: joined(chunks), isCut: bytes > most };
}

function decodersOf(encoding: string): Transform[] {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > webLimits.encodings || !names.every((name) => Object.hasOwn(DECODERS, name)))
    throw refuse.reply_unreadable();
  // The encoding applied last is undone first.
  return names.toReversed().flatMap((name) => DECODERS[name]?.() ?? []);
}

const joined = (chunks: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(chunks));
