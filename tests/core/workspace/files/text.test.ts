import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countLines, LineCounter, linesFrom } from '../../../../src/core/workspace/files/text.ts';
import { bytesOf, textIn } from '../../../../src/core/kernel/file-text.ts';
import { workspaceLimits } from '../../../../src/core/workspace/files/limits.ts';
import { verifies } from '../../../spec/verifies.ts';

const most = workspaceLimits.readBytes;
const encode = (text: string) => new TextEncoder().encode(text);

describe('the text of a file', () => {
  verifies('files.encodings', 'round-trips to the same bytes in each encoding, including its mark', () => {
    const wide = (text: string) => Buffer.from(text, 'utf16le');
    const all: readonly (readonly [Uint8Array, string, string, boolean])[] = [
      ...['', 'a\r\nb', 'é\u{1F600}', 'a\ufeffb', 'Grüße — “so”'].flatMap((text) => [
        [encode(text), text, 'utf-8', false] as const,
        [encode(`\ufeff${text}`), text, 'utf-8', true] as const,
        [wide(`\ufeff${text}`), text, 'utf-16le', true] as const,
        [wide(`\ufeff${text}`).swap16(), text, 'utf-16be', true] as const,
      ]),
      [wide('Grüße\r\n'), 'Grüße\r\n', 'utf-16le', false],
      [wide('Grüße\r\n').swap16(), 'Grüße\r\n', 'utf-16be', false],
      [
        Buffer.from('Gr\xfc\xdfe f\xfcr 5 \x80, \x84so\x93', 'latin1'),
        'Grüße für 5 €, „so“',
        'windows-1252',
        false,
      ],
    ];
    for (const [bytes, text, encoding, hasMark] of all) {
      const file = textIn(bytes);
      expect([text, file]).toEqual([text, { text, encoding, hasMark }]);
      expect(Buffer.from(bytesOf(file!)!).equals(bytes)).toBe(true);
    }
    expect(bytesOf({ text: 'Ж', encoding: 'windows-1252', hasMark: false })).toBeNull();
  });

  verifies('files.read', 'bytes of no encoding of texts, or with a NUL, are not text', () => {
    for (const bytes of [
      [0],
      [0x61, 0, 0x62],
      [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0],
      [0xff, 0xfe, 0x61],
      [0x61, 0, 1, 0],
      [0xff, 0xd8, 0xff, 0xe0],
      [...encode('Grüße, größer '), 0xfc],
      [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2],
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

  it('of an empty text is empty, and beyond the end is refused', () => {
    expect(linesFrom('', 1, 1)).toBeNull();
    expect(() => linesFrom('a\nb\n', 3, 1)).toThrow(expect.objectContaining({ facts: { lines: 2 } }));
    expect(() => linesFrom('a', 2, 1)).toThrow(expect.objectContaining({ facts: { lines: 1 } }));
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
