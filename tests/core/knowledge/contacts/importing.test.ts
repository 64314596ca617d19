import { expect, test } from '@jest/globals';
import { contactTokens } from '../../../../src/main/tokens.ts';
import { cpuMs } from '../../../harness/cpu-ms.ts';
import { graphOver } from '../../../harness/graph.ts';
import { afterwards } from '../../../harness/afterwards.ts';

const card = (name: string, ...lines: readonly string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD', ''].join('\r\n');

const ofOneName = (name: string, count: number, lineOf: (no: number) => string): string =>
  Array.from({ length: count }, (_, no) => card(name, lineOf(no))).join('');

async function imported(text: string) {
  const made = graphOver();
  afterwards(made.close);
  const transfer = made.get(contactTokens.transfer);
  const started = cpuMs();
  const given = { format: 'vcard', text, country: null, fileName: null, isSeparate: true } as const;
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const report = await transfer.imported(given, new AbortController().signal);
  isOver = true;
  return { report, turns, ms: cpuMs() - started };
}

test.each([
  { kind: 'mail addresses of their own', lineOf: (no: number) => `EMAIL:c${no}@x.example` },
  { kind: 'ids of their own', lineOf: (no: number) => `UID:c${no}` },
  { kind: 'notes of their own', lineOf: (no: number) => `NOTE:${no}` },
])('people of one name with $kind cost about the same each', async ({ lineOf }) => {
  // What is slow once is not measured.
  await imported(ofOneName('Clara', 100, lineOf));
  const few = await imported(ofOneName('Clara', 100, lineOf));
  const many = await imported(ofOneName('Clara', 400, lineOf));
  expect([few.report.added, many.report.added]).toEqual([100, 400]);
  expect(many.ms).toBeLessThan(8 * few.ms);
});

test('cards that say all the same are one contact, and let the event loop go on', async () => {
  const { report, turns } = await imported(ofOneName('Dora', 1_600, () => 'NOTE:a'));
  expect([report.added, report.completed]).toEqual([1, 1_599]);
  expect(turns).toBeGreaterThan(50);
});

test('a card takes a picture of any size of an import, and no more lines than one has', async () => {
  const folded = (line: string, count: number): string => `\r\n ${line}`.repeat(count);
  const photo = `PHOTO;ENCODING=b:${folded('A'.repeat(74), 100_000)}`;
  const { report } = await imported(
    card('Ann', photo, 'EMAIL:a@a.example') + card('Emil', `NOTE:${folded(' ', 160_000)}`) + card('Bob'),
  );
  expect(report.rows.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['Ann', 'added'],
    ['Emil', 'refused'],
    ['Bob', 'added'],
  ]);
});
