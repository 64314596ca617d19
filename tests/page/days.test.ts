import { expect, it } from '@jest/globals';
import { byDay } from '../../src/page/threads/days.ts';
import type { Thread } from '../../src/page/engine/client.ts';

const at = (updatedAt: Date): Thread =>
  ({ updatedAt: updatedAt.toISOString(), pinnedAt: null }) as unknown as Thread;

it('groups threads by the calendar day of this time zone, not by hours', () => {
  const now = new Date(2026, 10, 22, 0, 30);
  const lateYesterday = new Date(2026, 10, 21, 23, 50);
  const threads = [at(now), at(lateYesterday), at(new Date(2026, 10, 18, 12)), at(new Date(2026, 7, 1))];
  const days = byDay(threads, now);
  expect(days.map(({ threads: found }) => found.length)).toEqual([1, 1, 1, 1]);
  expect(days.map(({ title }) => title).slice(0, 2)).toEqual(['Today', 'Yesterday']);
});
