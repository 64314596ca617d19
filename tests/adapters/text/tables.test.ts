import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cards } from '../../../src/adapters/out/text/cards.ts';
import { tables } from '../../../src/adapters/out/text/tables.ts';
import type { Card } from '../../../src/core/knowledge/contacts/port.ts';
import type { ParsedTable } from '../../../src/core/ports/tables.ts';
import { verifies } from '../../spec/verifies.ts';
import { tries } from '../../harness/thinned.ts';

const read = (text: string, most = 100): ParsedTable => {
  const table = tables.parse(text, most);
  if ('code' in table) throw new Error(table.code);
  return table;
};
const NOT_WRITTEN = { nickname: null, labels: new Map(), details: [], remarks: [], ignored: [] };
const cellsOf = ({ rows }: ParsedTable) => rows.map(({ cells }) => [...cells.values()]);

describe('tables', () => {
  verifies('crm.formulas', 'what is written is read as it was, whatever is in the cells', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^['=+\-@＝＋－＠\t\r\n",; a]{0,6}$/u),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const text = tables.write([['a', 'b', 'c'], ...rows]);
          expect(cellsOf(read(text))).toEqual(rows.map((row) => [...row]));
          for (const one of rows.flat())
            expect(tables.write([[one]])).not.toMatch(/^"?[=+\-@＝＋－＠\t\r](?!\n$)/u);
        },
      ),
    );
  });

  test('the delimiter is that of the first line, and a row is named by the line in which it begins', () => {
    for (const [delimiter, other] of [',;', ';,', '\t;'].map((two) => [two[0]!, two[1]!] as const)) {
      const text = `\uFEFFname${delimiter}"a ${other}"${delimiter}note\r\n\r\n"x\r\ny"${delimiter}${other}${delimiter}\r\nz${delimiter}1${delimiter}2`;
      const table = read(text);
      expect([delimiter, table.columns, cellsOf(table), table.rows.map(({ line }) => line)]).toEqual([
        delimiter,
        ['name', `a ${other}`, 'note'],
        [
          ['x\r\ny', other, ''],
          ['z', '1', '2'],
        ],
        [3, 5],
      ]);
    }
  });

  test('a stray quotation mark is told with its line, and no text throws', () => {
    for (const text of ['name\nx\n"a"b\n', 'name\nx\n"a\nb\n'])
      expect([text, tables.parse(text, 10)]).toMatchObject([
        text,
        { problems: [{ line: 3, problem: { code: 'table.broken_row' } }] },
      ]);
    fc.assert(
      fc.property(fc.stringMatching(/^["a,;\n\r \t\uFEFF]{0,30}$/u), (text) => {
        for (const one of [text, `name,email\n${text}`]) {
          const table = tables.parse(one, 10);
          expect('code' in table ? table.code : 'rows').toMatch(/^rows$|^table\./u);
        }
      }),
    );
  });

  test('rows with too few or too many cells are told, and the others read', () => {
    const table = read('a,b\n1\n1,2,3\n1,2,,\n3,4\n');
    expect(cellsOf(table)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(table.problems).toEqual([
      { line: 2, problem: { code: 'table.uneven', facts: { cells: 1, columns: 2 } } },
      { line: 3, problem: { code: 'table.uneven', facts: { cells: 3, columns: 2 } } },
    ]);
  });

  test('hostile texts of any size and shape are answered soon', () => {
    expect(tables.parse('a,'.repeat(1_000_000), 10)).toEqual({
      code: 'table.broken_head',
      facts: { why: { code: 'table.cells', facts: { most: 500 } } },
    });
    expect(read(`a\n${'x\n'.repeat(2_000_000)}`, 10)).toMatchObject({ hasMore: true });
    expect(read(`a,b\n${',\n'.repeat(100_000)}x,y\n`, 10)).toMatchObject({
      hasMore: false,
      rows: [{ line: 100_002 }],
    });
    expect(read(`a\n${"'".repeat(2_000_000)}`).rows).toHaveLength(1);
    expect(tables.parse('"'.repeat(2_000_001), 10)).toHaveProperty('code');
    expect(read(`__proto__,constructor\n1,2\n`).rows[0]?.cells.get('__proto__')).toBe('1');
  });
});

describe('cards', () => {
  verifies('crm.transfer', 'a card is read as it was written, whatever is in its texts', () => {
    // Texts without white space at their ends, as those of contacts.
    const text = fc
      .oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\\;:,"\n=a ]{0,9}$/u))
      .map((one) => one.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (mark) => (mark === '\n' ? mark : '')).trim())
      .filter((one) => one !== '');
    const orNull = fc.option(text);
    const card = fc.record<Card>({
      line: fc.constant(1),
      uid: fc.constant('urn:uuid:0198c6c2-0000-7000-8000-000000000000'),
      kind: fc.constant('person'),
      name: text,
      emails: fc.array(fc.constantFrom('a@b.example', 'c@d.example'), { maxLength: 1 }),
      phones: fc.array(fc.constantFrom('+43 512 2112'), { maxLength: 1 }),
      company: orNull,
      role: orNull,
      birthday: fc.option(fc.constantFrom('1990', '1990-05', '1990-05-30')),
      websites: fc.array(fc.constantFrom('https://a.example/x,y;z'), { maxLength: 1 }),
      type: orNull,
      source: orNull,
      language: fc.option(fc.oneof(text, fc.constantFrom('de', 'pt-BR'))),
      notes: orNull,
      tags: fc.array(text, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(card, fc.constantFrom('3.0' as const, '4.0' as const), (one, version) => {
        const written = cards.write([one], version);
        expect(cards.parse(written, 10)).toEqual({
          cards: [{ ...one, ...NOT_WRITTEN }],
          problems: [],
          hasMore: false,
        });
      }),
      { numRuns: tries(300) },
    );
  });

  test('no text is too large to be answered soon', () => {
    const card = (inside: string) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\n${inside}\r\nEND:VCARD\r\n`;
    expect(
      cards.parse(card(`PHOTO;ENCODING=b:${`${'A'.repeat(70)}\r\n `.repeat(50_000)}`), 10).cards,
    ).toHaveLength(1);
    expect(cards.parse(card(`NOTE:${'\\'.repeat(1_000_000)}`), 10).cards.length).toBeLessThan(2);
    expect(cards.parse(card(`X;${'A=B;'.repeat(200_000)}:x`), 10).cards.length).toBeLessThan(2);
    expect(cards.parse('BEGIN:VCARD\r\n'.repeat(300_000), 10)).toMatchObject({ hasMore: true });
    expect(cards.parse('\n'.repeat(4_000_000), 10)).toEqual({ cards: [], problems: [], hasMore: false });
  });
});
