import { inEnglish } from '../../../src/contract/words/english.ts';
import { expect, test } from '@jest/globals';
import { tables } from '../../../src/adapters/out/text/tables.ts';
import { verifies } from '../../spec/verifies.ts';

function parsed(text: string) {
  const table = tables.parse(text, 5_000);
  if ('code' in table) throw new Error(table.code);
  return {
    rows: table.rows.map(({ line, cells }) => [line, ...cells.values()]),
    problems: table.problems.map(({ line }) => line).toSorted((a, b) => a - b),
  };
}

verifies('crm.import.quotes', 'a stray quotation mark costs its row alone, which is told', async () => {
  // Never closed; closed before another letter; taken up by the quotation mark of a later row.
  for (const stray of ['"Anna,a@x', '"Annie" Weber,a@x', '"Anna,a@x,"'])
    for (const later of ['', '\n"Weber, Eva",e@x', '\nEva,"e@x"'])
      expect([stray, later, parsed(`name,email\n${stray}\nBob,b@x\nCarl,c@x${later}\n`)]).toEqual([
        stray,
        later,
        {
          rows: [
            [3, 'Bob', 'b@x'],
            [4, 'Carl', 'c@x'],
            ...(later === '' ? [] : [[5, later.includes('Weber') ? 'Weber, Eva' : 'Eva', 'e@x']]),
          ],
          problems: [2],
        },
      ]);
});

test('a correct table stays as it is: lines in cells, doubled quotes, quotes within a cell, other line ends', () => {
  expect(parsed('name;notes\r\n"Anna";"one\r\ntwo ""three"""\r\nMax "Maxi" M.;27"\r\n\r\nEva;\r\n')).toEqual({
    rows: [
      [2, 'Anna', 'one\r\ntwo "three"'],
      [4, 'Max "Maxi" M.', '27"'],
      [6, 'Eva', ''],
    ],
    problems: [],
  });
});

test('the line in which the mark stands is told, also within a row of several lines', () => {
  const toldOf = (text: string) => {
    const table = tables.parse(text, 10);
    const why = 'code' in table ? table : table.problems[0]?.problem;
    return why && inEnglish(why);
  };
  expect(toldOf('name,email\n"Anna\nWeber","a@x\nBob,b@x\n')).toMatch(
    /opens a cell in line 3 and is not closed/u,
  );
  expect(toldOf('name,email\n"Anna\nWeber","a@x" y\n')).toMatch(/opens a cell in line 3 and is closed/u);
  expect(toldOf('name,email\nBob,b@x\n"Anna,a@x\nEva,"e@x"\n')).toMatch(
    /opens a cell in line 3 and is closed/u,
  );
});

test('only an unreadable header refuses the whole table', () => {
  expect(tables.parse('"name,email\nAnna,a@x\n', 100)).toMatchObject({ code: 'table.broken_head' });
});

test('a hundred thousand stray marks are told, each with no more than its own row read', () => {
  const table = tables.parse(`name,email\n${'"Anna,a@x\n'.repeat(100_000)}`, 200_000);
  expect('code' in table ? table : table.problems).toHaveLength(100_000);
});
