import { expect, it } from '@jest/globals';
import { kind, newestOf, query, showAdded, shown, type Memory } from '../../src/page/memory/memories.ts';

it('shows what was just written down, whatever the list showed before', () => {
  [query.value, shown.value, kind.value] = ['tea', 'past', 'knowledge'];
  showAdded('learnings');
  expect([query.value, shown.value, kind.value]).toEqual(['', 'current', 'learnings']);
});

const entry = (id: string, createdAt: string) => ({ id, createdAt }) as Memory;

it('lists the newest of all kinds, and stops where an older page may hold a newer one', () => {
  const facts = ['2026-05-04', '2026-05-02'].map((at) => entry(`fact ${at}`, at));
  const methods = ['2026-05-03', '2026-05-01'].map((at) => entry(`method ${at}`, at));
  const rest = { cursor: null, taken: 0 };
  const all = newestOf([
    { one: 'knowledge', rest, entries: facts, nextCursor: 'more facts' },
    { one: 'methods', rest, entries: methods, nextCursor: null },
  ]);
  expect(all.items.map(({ id }) => id)).toEqual(['fact 2026-05-04', 'method 2026-05-03', 'fact 2026-05-02']);
  expect(JSON.parse(all.nextCursor ?? '')).toEqual({
    knowledge: { cursor: 'more facts', taken: 0 },
    methods: { cursor: null, taken: 1 },
  });
  const last = newestOf([
    { one: 'methods', rest: { cursor: null, taken: 1 }, entries: methods, nextCursor: null },
  ]);
  expect(last).toEqual({ items: [methods[1]], nextCursor: null });
});
