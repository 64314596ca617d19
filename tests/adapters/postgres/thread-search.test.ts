// A search of threads finds the same in the same order, with the same snippets, in both databases.
import { expect, it } from '@jest/globals';
import { wordsOf } from '../../../src/core/conversation/thread-search/model.ts';
import type { HitPosition, ThreadSearchStore } from '../../../src/core/conversation/thread-search/store.ts';
import type { Change } from '../../../src/core/features.ts';
import { EVERYONE, type Whose } from '../../../src/core/trust/people/model.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { freshHistory } from '../../harness/fresh-databases.ts';
import { describeInPostgres, freshPlaces, historyIn } from '../../harness/in-postgres.ts';
import { aMessage, aRun, aSession, aThread, NOON } from '../../ports/history-builders.ts';

const WORDS =
  `garden gardens gardening Gärten Garten tomato tomatoes Küche kueche café cafe invoice invoices svc_run_start
  run start o'clock 2024 v2.1 C++ Straße STRASSE naïve Москва москве 東京 京都へ行く ไทย Zürich. Berlin: mail@example.test \\ ' %`.split(
    /\s+/u,
  );

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describeInPostgres('the search of threads', () => {
  const fresh = freshPlaces();

  it('answers as SQLite does', async () => {
    const [sqlite, postgres] = [freshHistory(), await historyIn(fresh())];
    afterwards(sqlite.close);
    afterwards(postgres.close);
    const both = [sqlite, postgres];
    const commit = async (changes: readonly Change[]) => {
      for (const { journal } of both) await journal.commit(changes as never);
    };
    const below = numbers(7);
    const pick = <One>(all: readonly One[]): One => all[below(all.length)]!;
    const said = (most: number) =>
      Array.from({ length: 1 + below(most) }, () => `${pick(WORDS)}${below(9) === 0 ? '. ' : ''}`).join(' ');
    const fill = async () => {
      for (;;) {
        const [stretch, same] = await Promise.all(both.map((one) => one.threadSearch.missing(new Set())));
        expect(same).toEqual(stretch);
        if (!stretch) return;
        await commit([{ change: 'thread-search.fill', stretch }]);
      }
    };
    for (let nth = 0; nth < 30; nth += 1) {
      const thread = aThread({ title: said(5), updatedAt: NOON + nth });
      const session = aSession(thread.threadId);
      const run = aRun(session);
      await commit([
        { change: 'thread.create', thread },
        { change: 'session.create', session },
        { change: 'run.start', run, idempotencyKey: null, bootId: null },
        ...Array.from({ length: 12 }, () => {
          const message = aMessage(run, said(pick([4, 40, 400])));
          return { change: 'message.append', message } as const;
        }),
      ]);
      if (nth % 4 === 0) await fill();
      if (nth % 5 === 0)
        await commit([
          { change: 'thread.set', threadId: thread.threadId, title: said(5), updatedAt: NOON + nth },
        ]);
      if (nth % 11 === 10)
        await commit([{ change: 'thread.delete', threadId: thread.threadId, personId: OWNER_ID }]);
    }
    await fill();
    const all = async (
      store: ThreadSearchStore,
      whose: Whose,
      query: Omit<Parameters<typeof store.find>[1], 'after'>,
    ) => {
      const pages = [];
      for (let after: HitPosition | null = null; ;) {
        const page: Awaited<ReturnType<typeof store.find>> = await store.find(whose, {
          ...query,
          after,
        });
        pages.push(page);
        if (page.next === null || pages.length === 4) return pages;
        after = page.next;
      }
    };
    let found = 0;
    for (let nth = 0; nth < 120; nth += 1) {
      const some = wordsOf(said(3)).map((word) => word.slice(0, pick([2, 3, 99])));
      const words = wordsOf(some.join(' '));
      if (words.length === 0) continue;
      const any = words.map((text) => ({ text, isBeginning: below(2) === 0 }));
      const query = { words, limit: pick([3, 20]), ...(below(3) === 0 ? { any } : {}) };
      const whose = pick<Whose>([EVERYONE, OWNER_ID]);
      const [expected, answered] = [
        await all(sqlite.threadSearch, whose, query),
        await all(postgres.threadSearch, whose, query),
      ];
      expect({ query, pages: answered }).toEqual({ query, pages: expected });
      found += expected.flatMap(({ items }) => items).length;
    }
    expect(found).toBeGreaterThan(500);
  });
});
