// Both databases find the same entries in the same order: it is decided above them, and what they look up is the same.
import { expect, it } from '@jest/globals';
import { entryId, personId, type PersonId } from '../../../src/core/kernel/ids.ts';
import { STEP } from '../../../src/core/knowledge/memory/diff.ts';
import { namespaces, type Namespace } from '../../../src/core/knowledge/memory/model.ts';
import type {
  Bounds,
  CurrentEntry,
  EntryChange,
  FindableMemory,
} from '../../../src/core/knowledge/memory/store.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { dialogues, rememberedIn } from '../../harness/dialogues.ts';
import { freshMemory } from '../../harness/fresh-databases.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { describeInPostgres, freshPlaces, memoryIn } from '../../harness/in-postgres.ts';
import { memoryOver } from '../../harness/memory.ts';
import { anEntry, anywhere, asking, type WrittenMemory } from '../../ports/memory-builders.ts';

const MEMBER = personId('01900000-0000-7000-8000-0000000000bb');
const WORDS =
  `garden gardens gardening plant plants watering water tomato tomatoes kitchen kitchens Küche Küchentee tee
  lieblingstee education educate educational school invoice invoices invoicing customer customers Berlin Hamburg
  train trains travel travelling Zürich straße Strasse meeting meetings Montag coffee Kaffee budget budgets 2024 2025 v2
  東京 京都 旅行 Москва москве painting painted paint printer printing password deploy deployment`.split(
    /\s+/u,
  );

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describeInPostgres('searches of the memory', () => {
  const fresh = freshPlaces();

  it('give the same entries in the same order: 400 entries, 80 queries', async () => {
    const [sqlite, postgres] = [freshMemory(), await memoryIn(fresh())];
    afterwards(sqlite.close);
    afterwards(postgres.close);
    const below = numbers(49);
    const pick = <One>(all: readonly One[]): One => all[below(all.length)]!;
    const said = (most: number) => Array.from({ length: 1 + below(most) }, () => pick(WORDS)).join(' ');
    const written: CurrentEntry[] = [];
    const commit = async (person: PersonId, namespace: Namespace, changes: readonly EntryChange[]) => {
      for (const { journal, store } of [sqlite, postgres] satisfies WrittenMemory[]) {
        const { version, tail, chars } = await store.ofPerson(person).end(namespace);
        await journal.commit([
          { change: 'namespace.set', personId: person, namespace, version, tail, chars },
          ...changes,
        ]);
      }
    };
    for (let nth = 0; nth < 400;) {
      const [person, namespace] = [pick([OWNER_ID, OWNER_ID, MEMBER]), pick(namespaces)];
      const entries = Array.from({ length: pick([1, 3, 40]) }, () => {
        nth += 1;
        const given = { personId: person, namespace, shared: below(5) === 0, position: nth * STEP };
        return anEntry(said(12), given);
      });
      await commit(
        person,
        namespace,
        entries.map((entry) => ({ change: 'entry.add', entry })),
      );
      written.push(...entries);
      const [one, other] = [written[below(written.length)]!, written.at(-1)!];
      const isSame = one.personId === other.personId && one.namespace === other.namespace && one !== other;
      if (isSame)
        await commit(one.personId, one.namespace, [
          below(4) === 0
            ? { change: 'entry.erase', entryId: one.entryId }
            : { change: 'entry.supersede', entryId: one.entryId, at: nth, by: other.entryId },
        ]);
      if (isSame) written.splice(written.indexOf(one), 1);
    }
    expect(written.length).toBeGreaterThan(300);
    const readers: readonly ((memory: WrittenMemory) => FindableMemory)[] = [
      ({ store }) => store.ofPerson(OWNER_ID),
      ({ store }) => store.ofPerson(MEMBER),
      ({ store }) => store.ofEveryone(),
    ];
    for (const { store } of [sqlite, postgres]) await store.ofEveryone().searchable();
    let found = 0;
    for (let query = 0; query < 80; query += 1) {
      const asked = asking(said(4));
      const bounds: Bounds = {
        ...anywhere,
        namespace: pick([null, null, ...namespaces]),
        history: below(3) === 0,
        postings: pick([12, 60, 1_000]),
        entries: pick([5, 100]),
      };
      const misspelled = said(1).replace(/(?<=^..)./u, pick(['', 'x', 'aa']));
      const short = pick(['tee', 'te', '京', 'gar']);
      for (const of of readers) {
        const answers = async (memory: WrittenMemory) => [
          await of(memory).candidates(asked, bounds),
          await of(memory).statistics(asked.map(({ key }) => key)),
          await of(memory).similar(misspelled.toLowerCase(), 10),
          await of(memory).similar(short, 10),
        ];
        const before = await answers(sqlite);
        expect(await answers(postgres)).toEqual(before);
        found += (before[0] as readonly unknown[]).length;
      }
    }
    expect(found).toBeGreaterThan(1_000);
    for (const person of [OWNER_ID, MEMBER]) {
      const all = async ({ store }: WrittenMemory) => {
        const own = store.ofPerson(person);
        const each = namespaces.map(async (namespace) => [
          await own.read(namespace),
          await own.sharedByOthers(namespace),
          await own.page(namespace, { after: null, limit: 7 }),
          await own.history(namespace, { after: null, limit: 7 }),
        ]);
        const ids = written.map((entry) => entryId(entry.entryId));
        return [await own.counts(), await own.entries(ids), ...(await Promise.all(each))];
      };
      expect(await all(postgres)).toEqual(await all(sqlite));
    }
  });

  it('answer each question about the dialogues alike', async () => {
    for (const dialogue of dialogues()) {
      const postgres = await memoryIn(fresh());
      const inPostgres = { ...postgres, ids: freshMemory().ids, leave: () => undefined };
      const [ours, theirs] = [memoryOver(), memoryOver(inPostgres)];
      const [one, other] = [
        await rememberedIn(ours.memory, dialogue),
        await rememberedIn(theirs.memory, dialogue),
      ];
      for (const { question } of dialogue.questions)
        expect(await other(question)).toEqual(await one(question));
      await ours.close();
      await theirs.close();
    }
  });
});
