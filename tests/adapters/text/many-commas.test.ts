import { expect, test } from '@jest/globals';
import { csvText } from '../../../src/adapters/out/text/csv.ts';
import { tables } from '../../../src/adapters/out/text/tables.ts';
import { longestPause } from '../../harness/longest-pause.ts';

const COMMAS = ','.repeat(5_000_000);

async function* pieces(text: string) {
  for (let at = 0; at < text.length; at += 65_536)
    yield new TextEncoder().encode(text.slice(at, at + 65_536));
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
  let told: unknown;
  const ms = await longestPause(async () => {
    await rowsOf(text).catch((error: unknown) => (told = error));
  });
  expect((told as Error).message).toBe(`The row at line ${line} has more than 1000 fields.`);
  expect(ms).toBeLessThan(50);
});

test('a table of contacts with five million commas is refused at once', async () => {
  const ms = await longestPause(async () => {
    expect(tables.parse(`name${COMMAS}`, 100)).toBe(
      'The first line, which names the columns, cannot be read: it has more than 500 cells.',
    );
  });
  expect(ms).toBeLessThan(50);
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
