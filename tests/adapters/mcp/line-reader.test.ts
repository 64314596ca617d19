import { expect, test } from '@jest/globals';
import { LineReader } from '../../../src/adapters/in/mcp/stdio/line-reader.ts';

function linesOf(pieces: readonly (string | Buffer)[], most = 1_000): (string | null)[] {
  const lines: (string | null)[] = [];
  const reader = new LineReader(most, (line) => void lines.push(line));
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return lines;
}

test('lines come whole, however they are cut', () => {
  const text = 'één\r\n\nzwei\nthree';
  const bytes = Buffer.from(text);
  const cut = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
  expect(linesOf(cut)).toEqual(['één', '', 'zwei']);
  expect(linesOf([text])).toEqual(['één', '', 'zwei']);
});

test('a line that is too long is reported once and not kept, and the next one is whole', () => {
  const long = Array.from({ length: 50 }, () => 'x'.repeat(30));
  expect(linesOf([...long, '\nshort\n'], 100)).toEqual([null, 'short']);
  expect(linesOf(['y'.repeat(100), '\n'], 100)).toEqual(['y'.repeat(100)]);
});

test('48 MB in small pieces take no longer than a copy of them would', () => {
  const piece = Buffer.alloc(64 * 1024, 'a');
  let length = 0;
  const reader = new LineReader(64 * 2 ** 20, (line) => void (length = line?.length ?? -1));
  const from = performance.now();
  for (let at = 0; at < 768; at += 1) reader.push(piece);
  reader.push(Buffer.from('\n'));
  const ms = performance.now() - from;
  expect(length).toBe(48 * 2 ** 20);
  // Joining the pieces again with each new one copies 18 GB, which takes many seconds.
  expect(ms).toBeLessThan(2_000);
});
