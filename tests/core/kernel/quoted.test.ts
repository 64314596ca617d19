import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Json } from '../../../src/core/kernel/json.ts';
import { quoted, quotedJson, shortenedQuotes } from '../../../src/core/kernel/quoted.ts';

it.each([
  [{ a: 'abc' }, 20, '{"a":"abc"}'],
  [{ a: 'abc' }, 8, '{"a":"ab"… (3 more)'],
  [{ a: 'abc' }, 6, '{"a":""… (5 more)'],
  [{ a: 'abc' }, 5, '{"a":… (6 more)'],
  [{ a: 'a\\b' }, 8, '{"a":"a"… (5 more)'],
  [{ a: 'a\\b' }, 9, String.raw`{"a":"a\\"… (3 more)`],
  [{ a: 'a"b' }, 8, '{"a":"a"… (5 more)'],
  [['\u0001b'], 5, '[""… (9 more)'],
])(
  'a value is cut so that the quotation marks around each text stay pairs: example %#',
  (value, chars, said) => {
    expect(quotedJson(value, chars)).toBe(said);
  },
);

it('leaves no quotation mark open, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(40), (value, chars) => {
      const rest = quotedJson(value as Json, chars).replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '');
      expect(rest).not.toContain('"');
    }),
  );
});

it('a line of texts that is cut keeps the marks of the last one', () => {
  expect(shortenedQuotes('- notes says "abc", "def"', 22)).toBe('- notes says "abc", "d"… (3 more)');
});

it.each([
  '\u202e',
  '\u3164',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\u2800',
  '\u034f',
  '\u17b4',
  '\ufe0f',
  '\u{e0100}',
])('a character that a reader does not see is told by its number: %#', (sign) => {
  expect(quoted(`a${sign}b`, 100)).toBe(String.raw`"a\u{${sign.codePointAt(0)?.toString(16)}}b"`);
});
