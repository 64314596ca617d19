import { expect, test } from '@jest/globals';
import { csvText } from '../../../src/adapters/out/text/csv.ts';
import { tables } from '../../../src/adapters/out/text/tables.ts';

const COMMAS = ','.repeat(5_000_000);

let taken = 0;
async function* pieces(text: string) {
  taken = 0;
  for (let at = 0; at < text.length; at += 65_536) {
    taken += 1;
    yield new TextEncoder().encode(text.slice(at, at + 65_536));
  }
}

async function rowsOf(text: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const some of csvText.read(pieces(text), { separator: null, rowsTogether: 1_000 }))
    rows.push(...some.map(({ fields }) => fields));
  return rows;
}

test.each([
  ['a header', `name${COMMAS}\nAnna`, 1],
  ['a row', `name,email\nAnna${COMMAS}\n`, 2],
])('%s of five million commas is refused before it is read whole', async (_what, text, line) => {
  await expect(rowsOf(text)).rejects.toThrow(`The row at line ${line} has more than 1000 fields.`);
  expect(taken).toBeLessThan(4);
});

test('a table of contacts with five million commas is refused at once', async () => {
  expect(tables.parse(`name${COMMAS}`, 100)).toBe(
    'The first line, which names the columns, cannot be read: it has more than 500 cells.',
  );
});

test('commas in quotes, doubled quotes and quotes in the middle of a field are no separators and open nothing', async () => {
  const many = Array.from({ length: 3_000 }, (_, nth) => nth).join(',');
  expect(await rowsOf(`name,note\nAnna,"${many} ""${many}"""\n27" monitor,x\n"",y`)).toEqual([
    ['name', 'note'],
    ['Anna', `${many} "${many}"`],
    ['27" monitor', 'x'],
    ['', 'y'],
  ]);
});
