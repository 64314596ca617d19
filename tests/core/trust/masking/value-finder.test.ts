import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { KnownValues } from '../../../../src/core/trust/masking/known-values.ts';
import { redactText, secretMask } from '../../../../src/core/trust/masking/redaction.ts';
import { StreamedMask } from '../../../../src/core/trust/masking/streamed-mask.ts';
import { ValueFinder } from '../../../../src/core/trust/masking/value-finder.ts';
import { valueMask } from '../../../../src/core/trust/masking/value-mask.ts';
import { spellingsOf } from '../../../e2e/secrets/spellings.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const MASK = '[redacted]';

/** No two pieces of it are the same, and it contains every character that any encoding escapes. */
const long = (length: number, name: string): string =>
  Array.from({ length: Math.ceil(length / 24) }, (_, index) => `${name}${index} /+&"'\\<é 😀%~!*(\n`)
    .join('')
    .slice(0, length)
    .toWellFormed();

const inPieces = (known: readonly string[], text: string, size: number): string => {
  const mask = new StreamedMask(known);
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += mask.next(text.slice(at, at + size));
  return shown + mask.rest();
};

/** The base64 of a text after any prefix; the characters at the edges may differ. */
const coded = (value: string): readonly string[] =>
  ['', 'x', 'xx', 'xxx'].flatMap((before) =>
    (['base64', 'base64url'] as const).map((code) => Buffer.from(`${before}${value}yy`).toString(code)),
  );
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charAt(index))
    .map((unit) => (unit < '\u0080' ? json(unit) : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
    .join('');
/** As .NET escapes it. */
const strict = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charAt(index))
    .map((unit) =>
      /["&'+<>`\u0080-\uffff]/u.test(unit)
        ? `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
        : json(unit),
    )
    .join('');
const EDGES = /^before [\w+/-]{0,7}\[redacted\][\w+/-]{0,7}=* after$/u;

const written = (value: string): readonly (readonly [string, string])[] =>
  Object.entries(spellingsOf(value)).filter(([name]) => !name.startsWith('base64'));

/** Parts of one text: they overlap, share beginnings and contain each other. */
const WHOLE = 'abcabcdabcabceaabcabcdaab';
const part = (least: number) =>
  fc
    .tuple(fc.nat(WHOLE.length - least), fc.integer({ min: least, max: 14 }))
    .map(([from, length]) => WHOLE.slice(from, Math.min(from + length, WHOLE.length)).padEnd(least, 'x'));
const texts = fc.array(fc.oneof(part(1), part(6)), { maxLength: 12 });
const values = fc.array(part(6), { minLength: 1, maxLength: 6 });

verifies(
  'secrets.masked',
  'of overlapping values the first is found, and of those with the same start the longest, in any order of learning',
  () => {
    fc.assert(
      fc.property(values, texts, fc.nat(6), (known, parts, first) => {
        const text = parts.join('');
        const byLength = known.toSorted((a, b) => b.length - a.length);
        const expected = text.replace(new RegExp(byLength.join('|'), 'gu'), MASK);
        const finder = new ValueFinder(known.slice(0, first));
        finder.masked(text, MASK);
        finder.learn(known.slice(first));
        expect(finder.masked(text, MASK)).toBe(expected);
        expect(finder.isIn(text)).toBe(expected !== text);
      }),
      { numRuns: tries(1_000) },
    );
  },
);

const SPACED = 'open the +gate/ & "wait"\\ for~it! 100% (é😀) \'now\' <br>*';

verifies('secrets.masked', 'a value is found in every spelling', () => {
  const known = [SPACED];
  const query = new URL('http://a.test/');
  query.searchParams.set('key', SPACED);
  const ascii = (text: string) =>
    json(text).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const form = query.search.slice('?key='.length);
  const escapedTwice = encodeURIComponent(form);
  const told = {
    ...Object.fromEntries(written(SPACED)),
    'address in an address': escapedTwice,
    'address in an address, small': escapedTwice.replace(/%[\dA-F]{2}/gu, (code) => code.toLowerCase()),
    'plus for a space, and nothing else': SPACED.replaceAll(' ', '+'),
    encodeURI: encodeURI(SPACED),
    Python: ascii(SPACED),
    '.NET': strict(SPACED),
    '.NET, twice': strict(strict(SPACED)),
    PHP: ascii(SPACED).replaceAll('/', '\\/'),
    Go: json(SPACED).replace(/[&<>]/gu, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
    HTML: SPACED.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    'HTML with quotes': SPACED.replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#039;'),
    'quoted for a shell': SPACED.replaceAll("'", `'\\''`),
    'quoted by Python for a shell': SPACED.replaceAll("'", `'"'"'`),
    'escaped for a shell': SPACED.replace(/[^\w@%+=:,./é😀-]/gu, '\\$&'),
    SQL: SPACED.replaceAll("'", "''"),
  };
  for (const [how, text] of Object.entries(told)) {
    expect([how, valueMask(() => known)(`key=${text}&x`)]).toEqual([how, `key=${MASK}&x`]);
    expect([how, inPieces(known, `key=${text}&x`, 7)]).toEqual([how, `key=${MASK}&x`]);
  }
  for (const text of coded(SPACED)) expect(valueMask(() => known)(`before ${text} after`)).toMatch(EDGES);
  const lines = Buffer.from(SPACED.repeat(2)).toString('base64').replace(/.{76}/gu, '$&\n');
  expect(valueMask(() => [SPACED.repeat(2)])(lines)).toMatch(/^\[redacted\][\w+/]{0,4}=*$/u);
});

/** Only every fourth spelling of the last one, which is slow: all are compared piece by piece. */
const LENGTHS = [255, 256, 257, 1_500, 65_536];

for (const length of LENGTHS)
  verifies(
    'secrets.long',
    `a value of ${length} characters is masked whole, in ${length < 2_000 ? 'every spelling' : 'a fourth of the spellings'} and cut into pieces anywhere`,
    () => {
      const value = long(length, 'k');
      const known = [long(length, 'another'), value];
      const masked = valueMask(() => known);
      expect(redactText(`before ${value} after`, known)).toBe(`before ${MASK} after`);
      expect(secretMask(known).cutText(`before ${value.slice(0, length - 9)}…`)).toBe(`before ${MASK}…`);
      const told = [...written(value), ['Python', ascii(value)], ['.NET', strict(value)]] as const;
      const some = <T>(all: readonly T[]) => all.filter((_, index) => length < 2_000 || index % 4 === 0);
      for (const [how, spelling] of some(told)) {
        const text = `before ${spelling} after`;
        expect([how, masked(text)]).toEqual([how, `before ${MASK} after`]);
        for (const size of length < 2_000 ? [5, 300] : [4_096]) {
          const shown = inPieces(known, text, size);
          expect([how, size, shown]).toEqual([how, size, `before ${MASK} after`]);
        }
      }
      for (const text of some(coded(value))) {
        expect(masked(`before ${text} after`)).toMatch(EDGES);
        expect(inPieces(known, `before ${text} after`, 1_000)).toMatch(EDGES);
      }
    },
  );

test('a long value with letters beyond ASCII is found with lower-case and upper-case digits in its escapes', () => {
  const value = 'zażółć gęślą jaźń'.repeat(40);
  for (const text of [ascii(value), strict(value), encodeURIComponent(value)])
    expect(valueMask(() => [value])(text)).toBe(MASK);
});

test('a long text that matches two values is masked to the end of the longer one', () => {
  const value = long(5_000, 'k');
  const known = [value, `${value.slice(0, 3_000)}, and something else`];
  for (const [text, clean] of [
    [`a ${value} b`, `a ${MASK} b`],
    [`a ${known[1]} b`, `a ${MASK} b`],
    [`a ${value.slice(0, 3_000)}, and nothing`, `a ${MASK}nothing`],
    [`a ${value.slice(0, 4_000)}#`, `a ${MASK}#`],
    [`a ${value.slice(0, 255)}#`, `a ${value.slice(0, 255)}#`],
    [`a ${value}${value} b`, `a ${MASK}${MASK} b`],
  ] as const) {
    expect(valueMask(() => known)(text)).toBe(clean);
    for (const size of [1, 3, 300]) expect(inPieces(known, text, size)).toBe(clean);
  }
});

test('learns and finds twenty values of 64 kB, and reads hostile texts, in linear time', () => {
  const many = Array.from({ length: 20 }, (_, index) => long(65_536, `k${index}-`));
  const known = new KnownValues();
  known.learn(many);
  const masked = valueMask(() => known.list);
  for (const text of [many[3], many[19], encodeURIComponent(many[10] ?? '')])
    expect(masked(`${text}`)).toBe(MASK);
  known.learn([long(65_536, 'more')]);
  expect(masked(`${long(65_536, 'more')}${many[7]}`)).toBe(MASK + MASK);
  const alike = [`${'a'.repeat(60_000)}b`, `${'a'.repeat(200)}c`, 'aaaaaaaaab', `${'ab'.repeat(20_000)}c`];
  for (const piece of ['a', 'ab', 'aab', many[0]?.slice(0, 250) ?? '', `${'a'.repeat(300)}b`]) {
    const text = piece.repeat(200_000 / piece.length);
    expect(valueMask(() => alike)(text).length).toBeGreaterThan(0);
    expect(masked(text).length).toBeGreaterThan(0);
    expect(inPieces(alike, text, 100).length).toBeGreaterThan(0);
  }
});

test('a value is forgotten once for each time it was learned', () => {
  const known = new KnownValues();
  known.learn(['first-value', 'second-value']);
  known.learn(['second-value']);
  expect(redactText('first-value', known.list)).toBe(MASK);
  known.forget(['first-value', 'second-value', 'unknown-value']);
  expect(known.list).toEqual(['second-value']);
  expect(redactText('first-value second-value', known.list)).toBe(`first-value ${MASK}`);
  known.forget(['second-value']);
  expect(known.list).toEqual([]);
});
