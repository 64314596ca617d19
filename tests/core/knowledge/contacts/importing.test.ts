import { OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contactTokens } from '../../../../src/main/tokens.ts';
import { graphOver } from '../../../harness/graph.ts';
import { tries } from '../../../harness/thinned.ts';
import { afterwards } from '../../../harness/afterwards.ts';
import { counted } from '../../../harness/statements.ts';

const card = (name: string, ...lines: readonly string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...lines, 'END:VCARD', ''].join('\r\n');

const ofOneName = (name: string, count: number, lineOf: (no: number) => string): string =>
  Array.from({ length: count }, (_, no) => card(name, lineOf(no))).join('');

function transferOver() {
  const made = graphOver();
  afterwards(made.close);
  return made.get(contactTokens.transfer).of(OWNER_ID);
}

/** Imports as people of one name that nothing tells apart are two. */
async function separate(transfer: ReturnType<typeof transferOver>, ...cards: readonly (readonly string[])[]) {
  const text = cards.map((lines) => card('Clara Moser', ...lines)).join('');
  const given = { format: 'vcard', text, country: null, fileName: null, isSeparate: true } as const;
  const { rows } = await transfer.imported(given, new AbortController().signal);
  const outcomes = rows.map(({ outcome }) => outcome);
  return { outcomes, ids: rows.map(({ contactId }) => contactId) };
}

test('a card with an id of the text is the contact of that id, however many have its name', async () => {
  // Addresses of an office say nothing of a person.
  const { outcomes, ids } = await separate(
    transferOver(),
    ['UID:a', 'EMAIL:office@a.example'],
    ['UID:b', 'EMAIL:office@b.example'],
    ['UID:a', 'EMAIL:info@a.example'],
  );
  expect(outcomes).toEqual(['added', 'added', 'completed']);
  expect(ids[2]).toBe(ids[0]);
});

test('a card with another id is the one that has none, if that is the only one', async () => {
  const { outcomes, ids } = await separate(
    transferOver(),
    ['UID:a', 'EMAIL:clara@a.example'],
    ['EMAIL:moser@b.example'],
    ['UID:c', 'EMAIL:office@c.example'],
  );
  expect(outcomes).toEqual(['added', 'added', 'completed']);
  expect(ids[2]).toBe(ids[1]);
});

test('people of one name who are imported again are those that they were, and a new one is added', async () => {
  const transfer = transferOver();
  const cards = [
    [],
    ['TEL:+43 512 2222'],
    ['UID:a', 'NOTE:Of the choir'],
    ['UID:b', 'EMAIL:office@b.example'],
  ];
  const first = await separate(transfer, ...cards.slice(0, 3));
  expect(first.outcomes).toEqual(['added', 'added', 'added']);
  const again = await separate(transfer, ...cards);
  expect(again.outcomes).toEqual(['completed', 'completed', 'completed', 'added']);
  expect(again.ids.slice(0, 3)).toEqual(first.ids);
  const reversed = await separate(transfer, ...cards.toReversed());
  expect([reversed.outcomes, new Set(reversed.ids)]).toEqual([
    Array.from(cards, () => 'completed'),
    new Set(again.ids),
  ]);
});

const LINES = [
  'UID:a',
  'UID:b',
  'EMAIL:clara@a.example',
  'EMAIL:office@a.example',
  'EMAIL:info@b.example',
  'ORG:Firm',
  'ORG:Other',
  'KIND:org',
  'NOTE:of the choir',
  'TEL:+43 512 2222',
  'TITLE:Baker',
];

test('a preview says of each row what the import does with it, whatever the rows before bring', async () => {
  const some = fc.array(
    fc.record({
      name: fc.constantFrom('Clara Moser', 'C. Moser', 'Firm'),
      lines: fc.uniqueArray(fc.constantFrom(...LINES), {
        maxLength: 4,
        selector: (line) => line.split(':')[0],
      }),
    }),
    { maxLength: 6 },
  );
  const textOf = (cards: readonly { readonly name: string; readonly lines: readonly string[] }[]) =>
    cards.map(({ name, lines }) => card(name, ...lines)).join('');
  await fc.assert(
    fc.asyncProperty(some, some, fc.boolean(), async (before, cards, isSeparate) => {
      const made = graphOver();
      const transfer = made.get(contactTokens.transfer).of(OWNER_ID);
      const given = { format: 'vcard', country: null, fileName: null, isSeparate } as const;
      const { signal } = new AbortController();
      const import_ = async (text: string) => await transfer.imported({ ...given, text }, signal);
      if (before.length > 0) await import_(textOf(before));
      const known = new Set(
        (await made.engine.contacts.ofEveryone().all(100, null)).items.map((one) => one.contactId),
      );
      if (cards.length === 0) return await made.close();
      const would = await transfer.previewed({ ...given, text: textOf(cards) }, signal);
      expect((await made.engine.contacts.ofEveryone().all(100, null)).items).toHaveLength(known.size);
      const did = await import_(textOf(cards));
      const shownAs = (report: typeof did) =>
        report.rows.map(({ outcome, code, changes, remarks, contactId }) => ({
          outcome,
          code,
          changes,
          remarks,
          contactId: contactId !== null && known.has(contactId) ? contactId : null,
        }));
      expect(shownAs(would)).toEqual(shownAs(did));
      for (const { contactId, candidates } of would.rows)
        for (const id of [
          ...(contactId === null ? [] : [contactId]),
          ...candidates.map((one) => one.entityId),
        ])
          expect(await made.engine.graph.ofEveryone().get(id)).not.toBeNull();
      await made.close();
    }),
    { numRuns: tries(40) },
  );
});

async function imported(text: string) {
  const made = graphOver();
  afterwards(made.close);
  const transfer = made.get(contactTokens.transfer).of(OWNER_ID);
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
  return { report, turns };
}

test.each([
  { kind: 'mail addresses of their own', lineOf: (no: number) => `EMAIL:c${no}@x.example` },
  { kind: 'ids of their own', lineOf: (no: number) => `UID:c${no}` },
  { kind: 'notes of their own', lineOf: (no: number) => `NOTE:${no}` },
])('people of one name with $kind cost about the same each', async ({ lineOf }) => {
  const rowsOf = async (people: number): Promise<number> => {
    const { rows } = await counted(async () => {
      const { report } = await imported(ofOneName('Clara', people, lineOf));
      expect(report.added).toBe(people);
    });
    return rows;
  };
  expect(await rowsOf(400)).toBeLessThan(5 * (await rowsOf(100)));
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
