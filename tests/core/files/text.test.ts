import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countLines, LineCounter, linesFrom } from '../../../src/core/files/text.ts';
import { bytesOf, textIn } from '../../../src/core/kernel/file-text.ts';
import { workspaceLimits } from '../../../src/core/files/limits.ts';
import { verifies } from '../../spec/verifies.ts';

const most = workspaceLimits.readBytes;
const encode = (text: string) => new TextEncoder().encode(text);

describe('the text of a file', () => {
  it('round-trips to the same bytes, including its mark', () => {
    for (const text of ['', 'a\r\nb', '\ufeff', '\ufeffa', '\ufeff\ufeffa', 'é\u{1F600}', 'a\ufeffb']) {
      const file = textIn(encode(text));
      expect(file?.hasMark).toBe(text.startsWith('\ufeff'));
      expect(file && Buffer.from(bytesOf(file)).equals(Buffer.from(encode(text)))).toBe(true);
    }
    expect(textIn(encode('\ufeffa'))?.text).toBe('a');
  });

  verifies('files.read', 'bytes that are not UTF-8, or contain a NUL, are not text', () => {
    for (const bytes of [
      [0],
      [0x61, 0, 0x62],
      [0xff, 0xfe, 0x61, 0],
      [0xc3],
      [0xc3, 0x28],
      [0xed, 0xa0, 0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
      [0xc0, 0xaf],
    ])
      expect([bytes, textIn(Uint8Array.from(bytes))]).toEqual([bytes, null]);
  });
});

describe('a range of lines', () => {
  it.each([
    ['a\nb\nc\n', 1, Infinity, { text: 'a\nb\nc', from: 1, to: 3, lines: 3 }],
    ['a\nb\nc', 1, Infinity, { text: 'a\nb\nc', from: 1, to: 3, lines: 3 }],
    ['a\nb\nc\n', 2, 1, { text: 'b', from: 2, to: 2, lines: 3 }],
    ['a\nb\nc\n', 3, 9, { text: 'c', from: 3, to: 3, lines: 3 }],
    ['a\r\nb\r\nc', 1, 2, { text: 'a\r\nb', from: 1, to: 2, lines: 3 }],
    ['a\n\n\n', 2, 2, { text: '\n', from: 2, to: 3, lines: 3 }],
    ['\n', 1, 1, { text: '', from: 1, to: 1, lines: 1 }],
  ])('of %j from %d, %d of them', (text, offset, limit, expected) => {
    expect(linesFrom(text, offset, limit)).toEqual({ ...expected, isCut: false });
  });

  it('of a text without lines is empty, and one beyond the end is refused', () => {
    expect(linesFrom('', 1, 1)).toBeNull();
    expect(() => linesFrom('a\nb\n', 3, 1)).toThrow(/2.*3/u);
    expect(() => linesFrom('a', 2, 1)).toThrow(/1.*2/u);
  });

  verifies(
    'files.read',
    'at most 256 KB are returned, in whole lines, and a longer line from its beginning',
    () => {
      const line = `${'é'.repeat(500)}\n`;
      const text = line.repeat(1_000);
      const first = linesFrom(text, 1, Infinity);
      expect(first).toMatchObject({ from: 1, to: 261, lines: 1_000, isCut: false });
      expect(encode(first?.text ?? '').length).toBeLessThanOrEqual(most);
      expect(linesFrom(text, 262, Infinity)).toMatchObject({ from: 262, to: 522 });

      for (const long of [
        'x'.repeat(most + 1),
        'é'.repeat(most),
        `a${'é'.repeat(most)}`,
        '日'.repeat(most),
        `a${'\u{1F600}'.repeat(most)}`,
      ]) {
        const cut = linesFrom(`${long}\nnext`, 1, Infinity);
        expect(cut).toMatchObject({ from: 1, to: 1, lines: 2, isCut: true });
        expect(long.startsWith(cut?.text ?? '-')).toBe(true);
        expect(encode(cut?.text ?? '').length).toBeGreaterThan(most - 4);
        expect(encode(cut?.text ?? '').length).toBeLessThanOrEqual(most);
      }
      expect(linesFrom('x'.repeat(most), 1, 1)).toMatchObject({ isCut: false });
    },
  );

  it('read piece by piece is the whole text', () => {
    const texts = fc.array(fc.constantFrom('a', '\n', '\r\n', 'bc', 'é'), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 4 }), (pieces, limit) => {
        const text = pieces.join('');
        const told: string[] = [];
        for (let offset = 1; offset <= countLines(text); offset += limit)
          told.push(linesFrom(text, offset, limit)?.text ?? '');
        expect(told.join('\n').replaceAll('\r\n', '\n')).toBe(
          text.replaceAll('\r\n', '\n').replace(/\n$/u, ''),
        );
      }),
    );
  });

  it('counts along from left to right', () => {
    const counter = new LineCounter('a\nb\n\nc');
    expect([0, 1, 2, 3, 4, 5, 6, 100].map((place) => counter.lineOf(place))).toEqual([
      1, 1, 2, 2, 3, 4, 4, 4,
    ]);
  });
});
