import { spent } from '../../kernel/spent.ts';

/** All of a message; null if there is more than `most`. */
export async function allOf(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** @returns how much came, or one more than there is place */
export async function readInto(buffer: Uint8Array, body: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const piece of body) {
    if (length + piece.length > buffer.length) return buffer.length + 1;
    buffer.set(piece, length);
    length += piece.length;
    spent(piece);
  }
  return length;
}
