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
  await expect(rowsOf(text)).rejects.toMatchObject({
    says: { code: 'table.fields', facts: { line, most: 1000 } },
  });
  expect(taken).toBeLessThan(4);
});

test('a table of contacts with five million commas is refused at once', async () => {
  expect(tables.parse(`name${COMMAS}`, 100)).toEqual({
    code: 'table.broken_head',
    facts: { why: { code: 'table.cells', facts: { most: 500 } } },
  });
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

test.each([
  [
    'sep=;',
    Buffer.from('\uFEFFsep=;\r\nname;n\r\nA,B;1\r\n'),
    [
      ['name', 'n'],
      ['A,B', '1'],
    ],
  ],
  [
    'empty columns',
    Buffer.from('name;n;;\r\nA;1;;\r\nB;;;\r\n;;;\r\n'),
    [
      ['name', 'n'],
      ['A', '1'],
      ['B', null],
    ],
  ],
  [
    'rows that end in separators',
    Buffer.from('name,n\nA,1,,\nB,2,"",\n,\n'),
    [
      ['name', 'n'],
      ['A', '1'],
      ['B', '2'],
    ],
  ],
  [
    'UTF-16',
    Buffer.from('\uFEFFname\tn\nÜ\t1\n', 'utf16le'),
    [
      ['name', 'n'],
      ['Ü', '1'],
    ],
  ],
  [
    'windows-1252',
    Buffer.from('name;n\nM\xfcller \x80;1\n', 'latin1'),
    [
      ['name', 'n'],
      ['Müller €', '1'],
    ],
  ],
])('a table with %s is read', async (_what, bytes, rows) => {
  for (const size of [1, 7, 65_536]) {
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const read: unknown[] = [];
    for await (const some of csvText.read(pieces(), { separator: null, rowsTogether: 10 }))
      read.push(...some.map(({ fields }) => fields));
    expect([size, read]).toEqual([size, rows]);
  }
});

test('a table of contacts may begin with its separator and end in empty columns', () => {
  expect(tables.parse('sep=;\r\nname;email;;\r\nA;a@b.example\r\nB;;;\r\n;;;\r\n', 10)).toMatchObject({
    columns: ['name', 'email'],
    rows: [{ line: 3 }, { line: 4 }],
    problems: [],
  });
});
