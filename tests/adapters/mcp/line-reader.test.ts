import { expect, jest, test } from '@jest/globals';
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

test('a line that is not UTF-8 is no line, and the next one is whole', () => {
  expect(linesOf([Buffer.from('{"a":"J\xf6rg"}\nzwei\n', 'latin1')])).toEqual([null, 'zwei']);
});

test('a line in small pieces is copied once, not again with each piece', () => {
  const copied: number[] = [];
  const { concat } = Buffer;
  const spy = jest.spyOn(Buffer, 'concat').mockImplementation((pieces, length) => {
    const whole = concat.call(Buffer, pieces, length);
    copied.push(whole.length);
    return whole;
  });
  try {
    const piece = 'a'.repeat(1_000);
    const pieces = Array.from({ length: 500 }, () => piece);
    expect(linesOf([...pieces, '\n', ...pieces], 2 ** 20)).toEqual([piece.repeat(500)]);
    expect(copied).toEqual([500_000]);
  } finally {
    spy.mockRestore();
  }
});
