import { expect, test } from '@jest/globals';
import { LineReader } from '../../../src/adapters/in/mcp/stdio/line-reader.ts';
import { cpuMs } from '../../harness/cpu-ms.ts';

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

test('a line in small pieces takes time by its length, not by the square of it', () => {
  const piece = Buffer.alloc(64 * 1024, 'a');
  const cost = (pieces: number): number => {
    let length = 0;
    const reader = new LineReader(64 * 2 ** 20, (line) => void (length = line?.length ?? -1));
    const from = cpuMs();
    for (let at = 0; at < pieces; at += 1) reader.push(piece);
    reader.push(Buffer.from('\n'));
    const ms = cpuMs() - from;
    expect(length).toBe(pieces * piece.length);
    return ms;
  };
  cost(96);
  // Eight times as long: joining the pieces again with each new one takes more than sixty-four times as long, and seconds.
  expect(cost(768)).toBeLessThan(60 * (cost(96) + 20));
});
