import { OWNER_ID } from '../../../doubles/people.ts';
// What an import did is taken back whole: the graph shows all that it showed before, whoever had said it.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromOwner, type Source } from '../../../../src/core/knowledge/memory/model.ts';
import { contactTokens, graphTokens } from '../../../../src/main/tokens.ts';
import { graphOver } from '../../../harness/graph.ts';
import { tries } from '../../../harness/thinned.ts';

const agent: Source = { ...fromOwner, origin: 'agent', tool: 'save_contact' };
const PEOPLE = ['Ann Lee', 'ANN LEE', 'Ann M. Lee', 'Bob Ray', 'Cy Poe'];
const FIRMS = ['Acme GmbH', 'acme gmbh', 'Bolt Ltd'];
const MAILS = ['ann@a.example', 'bob@a.example', 'hi@acme.example'];

const cell = (...values: readonly string[]) => fc.constantFrom('', ...values);
const rowOf = fc.record({
  contactId: fc.constantFrom('', '', 'of the name'),
  name: cell(...PEOPLE),
  company: cell(...FIRMS),
  email: cell(...MAILS),
  phone: cell('+43 512 2111', '+43 512 2222'),
  role: cell('boss', 'clerk'),
  notes: cell('Met', 'Likes tea', 'Met\nLikes tea'),
  tags: cell('vip', 'vip, new'),
  type: cell('lead', 'customer'),
  language: cell('en', 'de'),
  furtherEmails: cell('two@a.example', 'two@a.example; three@a.example'),
});
type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Cells = Of<typeof rowOf>;

const saved = fc.record({
  by: fc.constantFrom(fromOwner, agent),
  isContact: fc.boolean(),
  row: rowOf,
});

type World = ReturnType<typeof worldOf>;

function worldOf() {
  const made = graphOver();
  const [graph, contacts, transfer] = [
    made.get(graphTokens.graph).of(OWNER_ID),
    made.get(contactTokens.contacts).of(OWNER_ID),
    made.get(contactTokens.transfer).of(OWNER_ID),
  ];
  const all = async () =>
    (await graph.list({ q: null, kind: null, sort: 'name', limit: 200, after: null })).items;

  async function says({ by, isContact, row }: Of<typeof saved>) {
    await made.clock.advance(1_000);
    const { name, company, email, phone, role, notes, type, language } = row;
    const given = Object.entries({ email, phone, role, notes, type, language }).filter(
      ([, value]) => value !== '',
    );
    const called = name || company;
    if (called === '') return;
    const kind = name === '' ? ('organization' as const) : ('person' as const);
    const detail = Object.fromEntries(given.filter(([of]) => kind === 'person' || of !== 'role'));
    const works = kind === 'person' && company !== '' ? company : undefined;
    const saving = isContact
      ? contacts.add({ kind, name: called, ...detail, ...(works ? { company: works } : {}) }, by)
      : graph.save({ kind, name: called, detail, ...(works ? { worksFor: works } : {}) }, by);
    await saving.catch(() => undefined);
  }

  async function imports(rows: readonly Cells[]) {
    await made.clock.advance(1_000);
    const known = await all();
    const idOf = (name: string) =>
      known.find(({ entity }) => entity.name.startsWith(name.slice(0, 3)))?.entity.entityId ?? '';
    const cells = rows.map((row) => ({
      ...row,
      contactId: row.contactId === '' ? '' : idOf(row.name),
    }));
    const columns = Object.keys(rows[0] ?? { name: '' });
    const lines = cells.map((row) =>
      Object.values(row)
        .map((one) => `"${one}"`)
        .join(','),
    );
    const text = [columns.join(','), ...lines, ''].join('\n');
    const given = { format: 'csv', text, country: null, fileName: 'mine.csv', isSeparate: false } as const;
    return (await transfer.imported(given, new AbortController().signal)).importId;
  }

  async function shown() {
    const entities = await all();
    return await Promise.all(
      entities.map(async ({ entity, aliases, detail, further, contradictions }) => {
        const found = await graph.find(entity.name, entity.kind, 50);
        const relations = await graph.relations(entity.entityId);
        return {
          id: entity.entityId,
          name: entity.name,
          isContact: entity.isContact,
          isFound: found.some((one) => one.entity.entityId === entity.entityId),
          aliases: aliases.toSorted(),
          detail,
          further,
          contradictions: contradictions.map(({ attribute, value }) => `${attribute} ${value}`).toSorted(),
          relations: relations.items
            .map(({ kind, from, to }) => [from.name, kind, to.name].join(' '))
            .toSorted(),
        };
      }),
    );
  }

  return {
    ...made,
    imports,
    says,
    shown,
    back: async (id: string | null) => {
      await made.clock.advance(1_000);
      return id === null ? null : transfer.rolledBack(id);
    },
  };
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = worldOf();
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

test('what was known before an import is known after it was taken back, and nothing else', async () => {
  const rows = fc.array(rowOf, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(saved, { maxLength: 4 }), rows, rows, async (before, first, second) => {
      await inWorld(async ({ says, imports, back, shown }) => {
        for (const one of before) await says(one);
        const atFirst = await shown();
        const one = await imports(first);
        const between = await shown();
        const other = await imports(second);
        await back(other);
        expect(await shown()).toEqual(between);
        await back(one);
        expect(await shown()).toEqual(atFirst);
      });
    }),
    { numRuns: tries(60) },
  );
});
