import { OWNER_ID } from '../doubles/people.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { entryId, personId, runId, threadId, type PersonId } from '../../src/core/kernel/ids.ts';
import { textOf } from '../../src/core/knowledge/memory/namespace-text.ts';
import { listLimits } from '../../src/core/kernel/limits.ts';
import type {
  CurrentEntry,
  CurrentPosition,
  MemoryChange,
  MemoryStore,
  PastPosition,
  PersonMemory,
} from '../../src/core/knowledge/memory/store.ts';
import { fromOwner } from '../../src/core/knowledge/memory/model.ts';
import { termKey, termOf } from '../../src/core/knowledge/memory/search/words.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import { verifies } from '../spec/verifies.ts';
import { NOON } from './history-builders.ts';
import {
  adding,
  anEntry,
  anywhere,
  asking,
  commitTo,
  someEntries,
  type WrittenMemory,
} from './memory-builders.ts';
import { pagesOf } from '../harness/paged.ts';

export interface OpenedMemory {
  readonly journal: Journal<MemoryChange>;
  readonly store: MemoryStore;
  /** Closes and reopens the same store. */
  reopen(): Promise<WrittenMemory>;
  close(): Promise<void>;
}

const NASTY = 'nul \u0000 quote \' " 🎉 e\u0301 \u202e <b> % _ \\ \u2028 end';
const CONFLICT = { name: 'JournalConflict' };

export function memoryStoreContract(name: string, open: () => Promise<OpenedMemory>): void {
  describe(`MemoryStore contract: ${name}`, () => {
    let opened: OpenedMemory;
    let store: PersonMemory;
    beforeEach(async () => {
      opened = await open();
      store = opened.store.ofPerson(OWNER_ID);
    });
    afterEach(() => opened.close());

    const textsIn = async (namespace: 'knowledge' | 'methods' = 'knowledge') =>
      (await store.read(namespace)).entries.map(({ text }) => text);

    const past = async (namespace: 'knowledge' | 'methods') =>
      (await store.history(namespace, { after: null, limit: 1_000 })).items;

    const found = async (text: string, bounds: Partial<typeof anywhere> = {}) => {
      await store.searchable();
      return (await store.candidates(asking(text), { ...anywhere, ...bounds })).map((one) => one.text);
    };

    it('is empty at first', async () => {
      const end = { version: 0, tail: '', chars: 0, lastPosition: null };
      expect(await store.end('methods')).toEqual(end);
      expect(await store.read('methods')).toEqual({ ...end, entries: [] });
      expect(await past('methods')).toEqual([]);
      expect(await store.historyOf('methods', () => true)).toEqual([]);
      expect(await store.entries([entryId('none')])).toEqual([]);
      expect(await store.statistics([1])).toEqual({ entries: 0, averageTerms: 0, frequencies: new Map() });
      expect(await store.similar('anything', 5)).toEqual([]);
      expect(await store.sayingTheSame('methods', 'x')).toEqual([]);
      expect(await found('anything')).toEqual([]);
    });

    it('returns an entry as it was added, whatever its text', async () => {
      const source = {
        origin: 'agent',
        runId: runId('r'),
        threadId: threadId('t'),
        tool: 'remember',
      } as const;
      const entry = anEntry(NASTY, {
        source,
        validFrom: NOON - 5,
        spaceBefore: ' \t\n',
        updatedAt: NOON + 1,
      });
      await commitTo(opened, adding([entry]));
      expect((await store.read('knowledge')).entries).toEqual([entry]);
      const { spaceBefore, position, ...plain } = entry;
      expect([spaceBefore, position]).toEqual([' \t\n', entry.position]);
      expect(await store.entries([entryId('none'), entry.entryId])).toEqual([plain]);
    });

    it('returns entries by position, and the end of the text', async () => {
      const [a, b, c] = someEntries(['a', 'b', 'c']);
      await opened.journal.commit([
        {
          change: 'namespace.set',
          personId: OWNER_ID,
          namespace: 'knowledge',
          version: 0,
          tail: '\n',
          chars: 6,
        },
        ...adding([c, a, b]),
      ]);
      expect(await textsIn()).toEqual(['a', 'b', 'c']);
      expect(await store.end('knowledge')).toEqual({
        version: 1,
        tail: '\n',
        chars: 6,
        lastPosition: c.position,
      });
      expect(await store.end('methods')).toMatchObject({ version: 0 });
    });

    it('moves entries', async () => {
      const [a, b] = someEntries(['a', 'b']);
      await commitTo(opened, adding([a, b]));
      const position = b.position + 7;
      await commitTo(opened, [{ change: 'entry.move', entryId: a.entryId, spaceBefore: '\n\n', position }]);
      expect((await store.read('knowledge')).entries).toEqual([b, { ...a, spaceBefore: '\n\n', position }]);
    });

    it('confirms an entry', async () => {
      const a = anEntry('a');
      await commitTo(opened, adding([a]));
      await commitTo(opened, [{ change: 'entry.confirm', entryId: a.entryId, at: NOON + 9 }]);
      expect((await store.entries([a.entryId]))[0]).toMatchObject({ createdAt: NOON, updatedAt: NOON + 9 });
    });

    verifies(
      'contract.lists.order',
      'history is in the order of replacement, whatever the clock said, also in pages',
      async () => {
        const entries = someEntries(Array.from({ length: 9 }, (_, index) => `entry ${index}`));
        await commitTo(opened, adding(entries));
        // Two with each commit, the later added before the other.
        const order = [3, 1, 7, 5, 0, 8, 2, 6];
        for (const [at, from] of [0, 2, 4, 6].entries())
          await commitTo(
            opened,
            order.slice(from, from + 2).map((index) => {
              const { entryId } = entries[index] as CurrentEntry;
              return { change: 'entry.supersede', entryId, at: NOON - at, by: null };
            }),
          );
        const latestFirst = [6, 2, 8, 0, 7, 5, 3, 1].map((index) => `entry ${index}`);
        expect((await past('knowledge')).map(({ text }) => text)).toEqual(latestFirst);
        for (const limit of [1, 3, 8]) {
          const pages = await pagesOf((after: PastPosition | null) =>
            store.history('knowledge', { after, limit }),
          );
          for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
          expect(pages.flat().map(({ text }) => text)).toEqual(latestFirst);
        }
      },
    );

    verifies(
      'contract.lists.bytes',
      'a large page of history ends early, and truncates nothing',
      async () => {
        const half = listLimits.pageBytes / 2;
        const entries = someEntries([10, half, half, 3 * half, 10].map((length) => 'x'.repeat(length)));
        await commitTo(opened, adding(entries));
        for (const { entryId } of entries.toReversed())
          await commitTo(opened, [{ change: 'entry.supersede', entryId, at: NOON, by: null }]);
        const pages = await pagesOf((after: PastPosition | null) =>
          store.history('knowledge', { after, limit: 9 }),
        );
        expect(pages.map((page) => page.map(({ text }) => text.length))).toEqual([
          [10, half],
          [half],
          [3 * half],
          [10],
        ]);
      },
    );

    it('keeps superseded entries as history, the latest first', async () => {
      const [a, b, c] = someEntries(['a', 'b', 'c']);
      await commitTo(opened, adding([a, b, c]));
      await commitTo(opened, [
        { change: 'entry.supersede', entryId: a.entryId, at: NOON + 1, by: c.entryId },
      ]);
      await commitTo(opened, [{ change: 'entry.supersede', entryId: b.entryId, at: NOON + 2, by: null }]);
      expect(await textsIn()).toEqual(['c']);
      expect(await past('knowledge')).toMatchObject([
        { text: 'b', supersededAt: NOON + 2, supersededBy: null },
        { text: 'a', supersededAt: NOON + 1, supersededBy: c.entryId },
      ]);
      expect((await store.history('knowledge', { after: null, limit: 1 })).items).toHaveLength(1);
      expect(await past('methods')).toEqual([]);
      expect(await store.historyOf('knowledge', (text) => text === 'a')).toEqual([a.entryId]);
    });

    it('replaces any number at once, each by its own successor, and keeps the source of each', async () => {
      const numbers = Array.from({ length: 70 }, (_, index) => index);
      const before = numbers.map((index) =>
        anEntry(`old ${index}`, {
          position: index,
          source: { ...fromOwner, origin: index % 3 === 0 ? 'import' : 'user' },
        }),
      );
      const after = numbers.map((index) => anEntry(`new ${index}`, { position: 100 + index }));
      await commitTo(opened, adding(before));
      expect((await store.read('knowledge')).entries).toEqual(before);
      await commitTo(opened, [
        ...before.map(({ entryId }, index) => ({
          change: 'entry.supersede' as const,
          entryId,
          at: NOON + index,
          by: after[index]?.entryId ?? null,
        })),
        ...adding(after),
      ]);
      expect((await store.read('knowledge')).entries).toEqual(after);
      const history = await past('knowledge');
      expect(history.map(({ text, source, supersededBy }) => [text, source.origin, supersededBy])).toEqual(
        before.map(({ text, source }, index) => [text, source.origin, after[index]?.entryId]).toReversed(),
      );
      expect(await found('old 7')).not.toContain('old 7');
      expect(await found('new 69')).toContain('new 69');
    });

    it('refuses a whole commit that supersedes an unknown entry', async () => {
      const entries = someEntries(Array.from({ length: 40 }, (_, index) => `entry ${index}`));
      await commitTo(opened, adding(entries));
      const gone = [...entries.slice(1), anEntry('never added')];
      await expect(
        commitTo(
          opened,
          gone.map(({ entryId }) => ({ change: 'entry.supersede', entryId, at: NOON, by: null })),
        ),
      ).rejects.toMatchObject(CONFLICT);
      expect(await textsIn()).toHaveLength(40);
    });

    it('has a new version after each commit, and refuses one based on another version', async () => {
      const [a, b] = someEntries(['a', 'b']);
      const commit = (version: number, entry: typeof a) =>
        opened.journal.commit([
          {
            change: 'namespace.set',
            personId: OWNER_ID,
            namespace: 'knowledge',
            version,
            tail: '',
            chars: 1,
          },
          ...adding([entry]),
        ]);
      await commit(0, a);
      await expect(commit(0, b)).rejects.toMatchObject(CONFLICT);
      await expect(commit(2, b)).rejects.toMatchObject(CONFLICT);
      expect(await textsIn()).toEqual(['a']);
      await commit(1, b);
      expect((await store.end('knowledge')).version).toBe(2);
    });

    it('applies all of a commit or nothing', async () => {
      const [a, b] = someEntries(['a word', 'b']);
      await commitTo(opened, adding([a]));
      const gone = entryId('none');
      await expect(
        commitTo(opened, [
          ...adding([b]),
          { change: 'entry.supersede', entryId: a.entryId, at: NOON, by: null },
          { change: 'entry.supersede', entryId: gone, at: NOON, by: null },
        ]),
      ).rejects.toMatchObject(CONFLICT);
      expect(await textsIn()).toEqual(['a word']);
      expect((await store.end('knowledge')).version).toBe(1);
      expect(await found('word')).toEqual(['a word']);
    });

    it('applies commits in order, even without awaiting them', async () => {
      const entries = someEntries(Array.from({ length: 20 }, (_, index) => `${index}`));
      await Promise.all(
        entries.map((entry, version) =>
          opened.journal.commit([
            {
              change: 'namespace.set',
              personId: OWNER_ID,
              namespace: 'knowledge',
              version,
              tail: '',
              chars: 0,
            },
            ...adding([entry]),
          ]),
        ),
      );
      expect(await textsIn()).toEqual(entries.map(({ text }) => text));
    });

    it('erases a current or superseded entry', async () => {
      const [a, b] = someEntries(['walrus', 'walrus again']);
      await commitTo(opened, adding([a, b]));
      await store.searchable();
      await commitTo(opened, [{ change: 'entry.supersede', entryId: b.entryId, at: NOON, by: null }]);
      await commitTo(opened, [
        { change: 'entry.erase', entryId: a.entryId },
        { change: 'entry.erase', entryId: b.entryId },
      ]);
      expect(await store.entries([a.entryId, b.entryId])).toEqual([]);
      expect(await found('walrus', { history: true })).toEqual([]);
      expect(await store.similar('walru', 5)).toEqual([]);
      expect(await store.statistics([termKey(termOf('walrus'))])).toEqual({
        entries: 0,
        averageTerms: 0,
        frequencies: new Map(),
      });
    });

    describe('search', () => {
      it('finds by terms, the highest weights first when limited', async () => {
        await commitTo(opened, adding(someEntries(['red apple', 'green apple', 'red house', 'blue sea'])));
        const hits = await found('red apple', { entries: 1 });
        // Neighbouring entries are included, in order.
        expect(hits).toEqual(['red apple', 'green apple', 'red house', 'blue sea']);
        const texts = ['a red apple', ...Array.from({ length: 9 }, () => 'nothing'), 'a red sea'];
        const far = someEntries(texts, { namespace: 'methods' });
        await commitTo(opened, adding(far), 'methods');
        expect(await found('red sea', { entries: 1, namespace: 'methods' })).toContain('a red sea');
        expect(await found('red sea', { entries: 1, namespace: 'methods' })).not.toContain('a red apple');
      });

      it('returns what was written right after another entry', async () => {
        await commitTo(opened, adding(someEntries(['one apple', 'two', 'three'])));
        await commitTo(opened, adding(someEntries(['a pear'], { namespace: 'methods' })), 'methods');
        await commitTo(opened, adding(someEntries(['four'], { position: 2 ** 40 })));
        await store.searchable();
        const rows = await store.candidates(asking('apple pear'), anywhere);
        expect(rows.map(({ text, follows }) => [text, follows])).toEqual([
          ['one apple', false],
          ['two', true],
          ['three', true],
          ['four', true],
          ['a pear', false],
        ]);
      });

      it('searches one namespace on request', async () => {
        await commitTo(opened, adding([anEntry('apple one')]));
        await commitTo(opened, adding([anEntry('apple two', { namespace: 'methods' })]), 'methods');
        expect(await found('apple', { namespace: 'methods' })).toEqual(['apple two']);
        expect(await found('apple')).toEqual(['apple one', 'apple two']);
      });

      it('finds superseded entries only on request', async () => {
        const [a, b] = someEntries(['apple one', 'apple two']);
        await commitTo(opened, adding([a, b]));
        await store.searchable();
        await commitTo(opened, [{ change: 'entry.supersede', entryId: a.entryId, at: NOON, by: null }]);
        expect(await found('apple')).toEqual(['apple two']);
        expect(await found('apple', { history: true })).toEqual(['apple two', 'apple one']);
        expect(await store.sayingTheSame('knowledge', 'apple one')).toEqual([]);
      });

      it('does not find a just superseded entry, even while the index still has it', async () => {
        const entries = someEntries(Array.from({ length: 90 }, (_, index) => `apple ${index}`));
        await commitTo(opened, adding(entries));
        await store.searchable();
        const old = entries.slice(0, 85);
        await commitTo(
          opened,
          old.map(({ entryId }) => ({ change: 'entry.supersede', entryId, at: NOON, by: null })),
        );
        const rows = await store.candidates(asking('apple'), anywhere);
        expect(rows.map(({ text }) => text)).toEqual([
          'apple 85',
          'apple 86',
          'apple 87',
          'apple 88',
          'apple 89',
        ]);
      });

      it('counts terms in current entries', async () => {
        const [a, b] = someEntries(['apple apple pear', 'apple']);
        const keys = ['apple', 'pear', 'plum'].map((word) => termKey(termOf(word)));
        await commitTo(opened, adding([a, b]));
        await store.searchable();
        expect(await store.statistics(keys)).toEqual({
          entries: 2,
          averageTerms: 2,
          frequencies: new Map([
            [keys[0], 2],
            [keys[1], 1],
          ]),
        });
        await commitTo(opened, [{ change: 'entry.supersede', entryId: a.entryId, at: NOON, by: null }]);
        await store.searchable();
        expect(await store.statistics(keys)).toEqual({
          entries: 1,
          averageTerms: 1,
          frequencies: new Map([[keys[0], 1]]),
        });
      });

      it('knows terms with similar spelling or containing the given one', async () => {
        await commitTo(opened, adding([anEntry('education workshop 図書館 a')]));
        await store.searchable();
        const terms = async (term: string) => (await store.similar(term, 5)).map(([other]) => other);
        const [education = ''] = ['education'].map(termOf);
        expect(await terms('educaton')).toEqual([education]);
        expect(await terms('wrokshop')).toEqual(['workshop']);
        expect(await terms('kshop')).toEqual(['workshop']);
        expect(await terms('図')).toEqual(['図書']);
        expect(await terms('zzzz')).toEqual([]);
        for (const [, likeness] of await store.similar('educaton', 5)) expect(likeness).toBeLessThan(1);
      });

      it('knows a German compound by its last part, also where the stemmer took a letter of it', async () => {
        await commitTo(opened, adding([anEntry('Lieblingstee Stromrechnung Bodensee Kutte')]));
        await store.searchable();
        const terms = async (word: string) => (await store.similar(termOf(word), 5)).map(([other]) => other);
        expect(await terms('tee')).toEqual([termOf('lieblingstee')]);
        expect(await terms('see')).toEqual([termOf('bodensee')]);
        expect(await terms('rechnung')).toEqual(['stromrechnung']);
      });

      it('finds duplicates, whatever their case and punctuation', async () => {
        const entry = anEntry('The cat sat on the mat.');
        await commitTo(opened, adding([entry]));
        await store.searchable();
        const same = async (text: string) =>
          (await store.sayingTheSame('knowledge', text)).map(({ entryId }) => entryId);
        expect(await same('the CAT sat on mat')).toEqual([entry.entryId]);
        expect(await same('the cat sat on the mats')).toEqual([]);
        expect(await store.sayingTheSame('methods', entry.text)).toEqual([]);
      });

      it('examines at most as many entries as the bounds allow, and prefers newer ones', async () => {
        const texts = Array.from({ length: 60 }, (_, index) => `apple ${index}`);
        await commitTo(opened, adding(someEntries(texts)));
        const few = await found('apple', { postings: 9, entries: 2 });
        expect(few).toContain('apple 59');
        expect(few.length).toBeLessThan(12);
        expect(few).not.toContain('apple 0');
      });
    });

    it('keeps and finds everything across closing and reopening', async () => {
      const texts = Array.from({ length: 500 }, (_, index) => `entry ${index}, word${index}`);
      await commitTo(opened, adding(someEntries(texts)));
      const [first] = (await store.read('knowledge')).entries;
      if (!first) throw new Error('there are some');
      await commitTo(opened, [{ change: 'entry.supersede', entryId: first.entryId, at: NOON, by: null }]);
      const before = await store.read('knowledge');
      // Without waiting for the index: missing entries are indexed after reopening.
      store = (await opened.reopen()).store.ofPerson(OWNER_ID);
      expect(await store.read('knowledge')).toEqual(before);
      expect(await found('word499')).toContain('entry 499, word499');
      expect(await found('word0')).not.toContain('entry 0, word0');
      expect(await found('word0', { history: true })).toContain('entry 0, word0');
      expect((await store.statistics([])).entries).toBe(499);
    });

    describe('of two people', () => {
      const ANN = personId('01900000-0000-7000-8000-0000000000a1');
      const BEN = personId('01900000-0000-7000-8000-0000000000b2');
      const setting = (person: PersonId, tail = '') =>
        ({
          change: 'namespace.set',
          personId: person,
          namespace: 'knowledge',
          version: 0,
          tail,
          chars: 0,
        }) as const;
      const foundBy = async (person: PersonId, text: string, history = false) =>
        (await opened.store.ofPerson(person).candidates(asking(text), { ...anywhere, history }))
          .map((one) => one.text)
          .toSorted();
      const people = [OWNER_ID, ANN, BEN];

      verifies('people.memory', 'each reads and finds their own, and what is shared', async () => {
        for (const person of people) {
          const mine = someEntries([`plum of ${person}`, `plum pie of ${person}`], { personId: person });
          await opened.journal.commit([setting(person), ...adding(mine)]);
        }
        for (const person of people) {
          const of = opened.store.ofPerson(person);
          await of.searchable();
          const { entries } = await of.read('knowledge');
          const texts = entries.map(({ text }) => text);
          expect(texts).toEqual([`plum of ${person}`, `plum pie of ${person}`]);
          expect(entries.every(({ personId: whose, shared }) => whose === person && !shared)).toBe(true);
          expect(await foundBy(person, 'plum')).toEqual(texts.toSorted());
          expect((await of.counts())[0]).toMatchObject({ current: 2, past: 0 });
          expect(await of.sayingTheSame('knowledge', texts[0] ?? '')).toHaveLength(1);
          expect(await of.sharedByOthers('knowledge')).toEqual([]);
          const others = (await opened.store.ofEveryone().since(null, 10)).filter(
            ({ personId: whose }) => whose !== person,
          );
          expect(others).toHaveLength(4);
          expect(await of.entries(others.map(({ entryId: id }) => id))).toEqual([]);
        }
        const [shared] = (await opened.store.ofPerson(ANN).read('knowledge')).entries;
        await opened.journal.commit([{ change: 'entry.share', entryId: shared!.entryId, shared: true }]);
        for (const person of [OWNER_ID, BEN]) {
          const of = opened.store.ofPerson(person);
          expect((await of.sharedByOthers('knowledge')).map(({ entryId: id }) => id)).toEqual([
            shared!.entryId,
          ]);
          expect(await of.entries([shared!.entryId])).toMatchObject([{ personId: ANN, shared: true }]);
          expect(await foundBy(person, 'plum')).toHaveLength(3);
          expect((await of.counts())[0]).toMatchObject({ current: 3, past: 0 });
          for (const limit of [1, 2, 3]) {
            const pages = await pagesOf((after: CurrentPosition | null) =>
              of.page('knowledge', { after, limit }),
            );
            expect(pages.flat().map(({ text }) => text)).toEqual([
              `plum pie of ${person}`,
              `plum of ${person}`,
              `plum of ${ANN}`,
            ]);
          }
        }
        // What is past is only for the one whose it was, whether it was shared or not.
        await commitTo(opened, []);
        await opened.journal.commit([
          { ...setting(ANN), version: 1 },
          { change: 'entry.supersede', entryId: shared!.entryId, at: NOON, by: null },
        ]);
        await opened.store.ofPerson(BEN).searchable();
        expect(await foundBy(ANN, 'plum', true)).toHaveLength(2);
        for (const person of [OWNER_ID, BEN]) {
          expect(await foundBy(person, 'plum', true)).toHaveLength(2);
          const of = opened.store.ofPerson(person);
          expect((await of.history('knowledge', { after: null, limit: 9 })).items).toEqual([]);
          expect(await of.historyOf('knowledge', () => true)).toEqual([]);
          expect(await of.sharedByOthers('knowledge')).toEqual([]);
        }
        expect((await opened.store.ofEveryone().people()).toSorted()).toEqual(people.toSorted());
      });

      it('hands over everything behind what is there', async () => {
        await opened.journal.commit([setting(OWNER_ID, '\n'), ...adding(someEntries(['a', 'b']))]);
        const hers = someEntries(['cherry', 'damson'], { personId: ANN });
        await opened.journal.commit([setting(ANN), ...adding(hers)]);
        await opened.journal.commit([{ change: 'memory.hand-over', from: ANN, to: OWNER_ID }]);
        const mine = await store.read('knowledge');
        expect(textOf(mine)).toBe('a\nb\ncherry\ndamson');
        await store.searchable();
        expect(await found('damson')).toContain('damson');
        expect(await opened.store.ofEveryone().people()).toEqual([OWNER_ID]);
        expect(await foundBy(ANN, 'damson')).toEqual([]);
        await commitTo(opened, [{ change: 'entry.supersede', entryId: hers[0].entryId, at: NOON, by: null }]);
        expect((await past('knowledge')).map(({ text }) => text)).toEqual(['cherry']);
      });
    });
  });
}
