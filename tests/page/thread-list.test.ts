import { describe, expect, it } from '@jest/globals';
import type { Thread } from '../../src/page/engine/client.ts';
import { rowAt } from '../../src/page/parts/windowed.ts';
import { withFirstPage, withThread } from '../../src/page/threads/merged.ts';
import { numberedTitle } from '../../src/page/threads/title.ts';
import { offsetsOf, rowsOf, sectionsOf } from '../../src/page/threads/rows.ts';
import { verifies } from '../spec/verifies.ts';

const thread = (threadId: string, minute: number, more: Partial<Thread> = {}): Thread =>
  ({
    threadId,
    updatedAt: `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`,
    archived: false,
    pinnedAt: null,
    ...more,
  }) as unknown as Thread;
const ids = (threads: readonly Thread[]): string => threads.map(({ threadId }) => threadId).join('');

describe('the list of threads', () => {
  const list = [thread('c', 30), thread('b', 20), thread('a', 10)];
  const whole = { isComplete: true, hasArchived: false };

  it('takes what changed to the top, and leaves the rest in its order', () => {
    expect(ids(withThread(list, thread('a', 40), whole))).toBe('acb');
    expect(ids(withThread(list, thread('n', 50), whole))).toBe('ncba');
  });

  it('puts what is pinned before the others, and what is not among them by its last change', () => {
    const pinned = (threadId: string, minute: number) =>
      thread(threadId, minute, { pinnedAt: '2026-11-22T11:00:00.000Z' });
    expect(ids(withThread(list, pinned('a', 10), whole))).toBe('acb');
    const some = [pinned('p', 5), ...list];
    expect(ids(withThread(some, thread('b', 40), whole))).toBe('pbca');
    expect(ids(withThread(some, pinned('b', 20), whole))).toBe('bpca');
    expect(ids(withThread(some, thread('p', 5), whole))).toBe('cbap');
    expect(ids(withFirstPage(some, [pinned('p', 5), thread('c', 30)], false))).toBe('pcba');
  });

  it('keeps the place of a thread that was only seen or renamed', () => {
    const changed = withThread(list, thread('b', 20, { title: 'New' }), whole);
    expect(ids(changed)).toBe('cba');
    expect(changed[1]?.title).toBe('New');
  });

  it('leaves out an old thread that a later page will bring, and archived ones that are not shown', () => {
    expect(ids(withThread(list, thread('o', 5), { ...whole, isComplete: false }))).toBe('cba');
    expect(ids(withThread(list, thread('o', 5), whole))).toBe('cbao');
    expect(ids(withThread(list, thread('b', 20, { archived: true }), whole))).toBe('ca');
    expect(ids(withThread(list, thread('b', 20, { archived: true }), { ...whole, hasArchived: true }))).toBe(
      'cba',
    );
  });

  it('drops what is gone from the first page, and keeps older threads', () => {
    expect(ids(withFirstPage(list, [thread('c', 30), thread('b', 20)], false))).toBe('cba');
    expect(ids(withFirstPage([thread('x', 40), ...list], [thread('c', 30), thread('b', 20)], false))).toBe(
      'cba',
    );
    expect(ids(withFirstPage(list, [thread('c', 30)], true))).toBe('c');
  });
});

verifies('page.many-threads', 'finds the rows in sight by halving, and groups them by day', () => {
  const days = [
    { title: 'Today', threads: [thread('c', 30), thread('b', 20)] },
    { title: 'Yesterday', threads: [thread('a', 10)] },
  ];
  const rows = rowsOf(days, false);
  const offsets = offsetsOf(rows);
  expect(offsets).toHaveLength(rows.length + 1);
  expect(offsets.at(-1)).toBeCloseTo(2.1 * 2 + 3.4 * 3);
  for (const y of [-5, 0, 3, 9, 12, 99]) {
    const slow = offsets.findLastIndex((offset, nth) => offset <= Math.max(0, y) && nth < rows.length);
    expect([y, rowAt(offsets, y)]).toEqual([y, slow]);
  }
  expect(rowAt([0], 10)).toBe(0);
  const drawn = (all: typeof rows) =>
    sectionsOf(all.slice(2)).map(({ day, hasTitle, threads }) => [
      day,
      hasTitle,
      threads.map(({ thread: { threadId }, nth, of }) => `${threadId} ${nth}/${of}`),
    ]);
  expect(drawn(rows)).toEqual([
    ['Today', false, ['b 2/2']],
    ['Yesterday', true, ['a 1/1']],
  ]);
  expect(drawn(rowsOf(days, true))).toEqual([
    ['Today', false, ['b 2/2']],
    ['Yesterday', true, ['a 1/-1']],
  ]);
});

it('keeps the number of a copy apart from its title, which may be cut off', () => {
  expect(numberedTitle('A plan for the garden (2)')).toEqual({
    name: 'A plan for the garden',
    number: ' (2)',
  });
  expect(numberedTitle('Films of (1999)x')).toEqual({ name: 'Films of (1999)x', number: '' });
  expect(numberedTitle('(2)')).toEqual({ name: '(2)', number: '' });
});
