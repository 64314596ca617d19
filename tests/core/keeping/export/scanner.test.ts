import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DocumentScanner, type Scanned } from '../../../../src/core/keeping/export/scanner.ts';

function scanned(text: string, cuts: readonly number[]): readonly Scanned[] {
  const scanner = new DocumentScanner();
  const found: Scanned[] = [];
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (text.length + 1)).toSorted((a, b) => a - b), text.length]) {
    found.push(...scanner.feed(text.slice(from, cut)));
    from = cut;
  }
  scanner.end();
  return found;
}

const items = fc.array(
  fc.oneof(fc.object({ maxDepth: 3 }), fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)),
);
const sections = fc.dictionary(
  fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
  items,
  { maxKeys: 4 },
);

test('whatever the items are, and wherever the text is cut, each comes out as it went in', () => {
  fc.assert(
    fc.property(sections, fc.array(fc.nat()), fc.boolean(), (given, cuts, isSpaced) => {
      const document = {
        format: 'x',
        sections: Object.fromEntries(
          Object.entries(given).map(([name, all]) => [name, { count: all.length, items: all }]),
        ),
        complete: true,
      };
      const found = scanned(JSON.stringify(document, null, isSpaced ? 2 : 0), cuts);
      const expected = Object.entries(given).map(([name, all]) => [name, JSON.parse(JSON.stringify(all))]);
      const read = Object.keys(given).map((name) => [
        name,
        found.flatMap((one) => (one.found === 'item' && one.section === name ? [JSON.parse(one.text)] : [])),
      ]);
      expect(read).toEqual(expected);
      expect(found.filter((one) => one.found === 'field').map(({ name }) => name)).toEqual([
        'format',
        'complete',
      ]);
    }),
  );
});

test.each([
  ['', 'unusable.cut_off'],
  ['{"sections":{"a":{"count":1,"items":[{}', 'unusable.cut_off'],
  ['[]', 'unusable.near'],
  ['{"sections":[]}', 'unusable.near'],
  ['{"sections":{"a":{"items":{}}}}', 'unusable.near'],
  ['{"a":1,}', 'unusable.near'],
  ['{"a":1}{', 'unusable.near'],
  ['{"a" 1}', 'unusable.near'],
  ['{"\\u12":1}', 'unusable.name_no_json'],
  ['{"a":1,"\\u0061":2}', 'unusable.name_twice'],
  [`{"a":"${'x'.repeat(2_000_000)}"}`, 'unusable.part_long'],
])('a text that is no document is refused: %.40s', (text, why) => {
  expect(() => scanned(text, [])).toThrow(why);
});
