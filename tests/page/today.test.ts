import { expect, it } from '@jest/globals';
import { NOT_FOLLOWED } from '../../src/core/conversation/background/model.ts';
import { backgroundOf, ownTask } from '../../src/page/parts/own-task.ts';
import {
  backupFacts,
  comingUp,
  countsOf,
  firedSince,
  folded,
  worthShowing,
} from '../../src/page/today/facts.ts';
import { isReturn, visited } from '../../src/page/today/last-visit.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = Date.parse('2026-03-01T12:00:00Z');
const at = (minutes: number) => new Date(now + minutes * MINUTE).toISOString();

it('counts a visit from when the page was last looked at, and a reload as the same visit', () => {
  const first = visited(null, now);
  expect(first).toEqual({ since: now - DAY, seenAt: now, isFirst: true });
  const reloaded = visited(first, now + 29 * MINUTE);
  expect(reloaded).toEqual({ since: now - DAY, seenAt: now + 29 * MINUTE, isFirst: true });
  const later = visited(reloaded, now + 100 * MINUTE);
  expect(later).toEqual({ since: now + 29 * MINUTE, seenAt: now + 100 * MINUTE, isFirst: false });
  // The clock was set back.
  expect(visited(later, now)).toEqual({ since: now - DAY, seenAt: now, isFirst: true });
});

it('knows a person who comes back from one who is new and from a reload', () => {
  const first = visited(null, now);
  expect(isReturn(null, now)).toBe(false);
  expect(isReturn(first, now + 30 * MINUTE)).toBe(false);
  expect(isReturn(first, now + 31 * MINUTE)).toBe(true);
  // The clock was set back.
  expect(isReturn(first, now - MINUTE)).toBe(false);
});

it('shows what failed before what ended well, and tells both in the order in which they began', () => {
  const runs = Array.from({ length: 40 }, (_, nth) => ({
    status: nth === 39 ? ('failed' as const) : ('completed' as const),
    stopReason: null,
    createdAt: at(-nth),
  }));
  const shown = worthShowing(runs);
  expect(shown).toHaveLength(12);
  expect(shown.at(-1)).toMatchObject({ status: 'failed', createdAt: at(-39) });
  expect(countsOf(runs)).toEqual([
    ['failed', 1],
    ['completed', 39],
  ]);
});

it('folds what ended well beyond the newest three, and never hides one line behind another', () => {
  const isNews = (one: number) => one >= 10;
  expect(folded([1, 2, 10, 3, 4, 5, 11], isNews)).toEqual({ shown: [1, 2, 10, 3, 11], more: [4, 5] });
  expect(folded([1, 2, 3, 4], isNews)).toEqual({ shown: [1, 2, 3, 4], more: [] });
  expect(folded([], isNews)).toEqual({ shown: [], more: [] });
});

it('tells the automations that fired since then', () => {
  const fire = (startedAt: string) => ({ lastRun: { startedAt } as never });
  const all = [fire(at(-5)), { lastRun: null }, fire(at(-100)), fire(at(-1))];
  expect(firedSince(all, now - 10 * MINUTE)).toEqual([fire(at(-1)), fire(at(-5))]);
});

it('says what comes next, the soonest first, without what is paused, done or overdue', () => {
  const trigger = (triggerId: string, nextRunAt: string | null, more = {}) => ({
    triggerId,
    title: triggerId,
    nextRunAt,
    enabled: true,
    confirmedAt: at(-1),
    ...more,
  });
  const triggers = [
    trigger('late', at(60)),
    trigger('soon', at(5)),
    trigger('paused', at(1), { enabled: false }),
    trigger('unconfirmed', at(1), { confirmedAt: null }),
    trigger('never', null),
  ];
  const task = (taskId: string, dueAt: string | null, status: 'open' | 'completed' = 'open') => ({
    taskId,
    title: taskId,
    dueAt,
    status,
  });
  const tasks = [
    task('due', at(30)),
    task('over', at(-1)),
    task('done', at(2), 'completed'),
    task('any', null),
  ];
  expect(comingUp(triggers, tasks, now).map(({ id }) => id)).toEqual(['soon', 'due', 'late']);
});

it('tells when the newest own backup was made, and when one was last proven', () => {
  const backup = { createdAt: at(-10), status: 'complete' as const, own: true, lastProvenRestorable: null };
  expect(
    backupFacts([
      { ...backup, createdAt: at(-1), status: 'failed' },
      { ...backup, createdAt: at(-2), own: false },
      backup,
      { ...backup, createdAt: at(-90), lastProvenRestorable: at(-60) },
    ]),
  ).toEqual({ newest: at(-10), proven: at(-60) });
  expect(backupFacts([])).toEqual({ newest: null, proven: null });
});

it('shows the task of background work in its owner’s words', () => {
  const note = `[Started by the trigger "News", due at 2026-11-24T08:00:00.000Z. ${NOT_FOLLOWED} End with a short report.]`;
  expect(ownTask(`Read the news\n\n[today]\n\n${note}`)).toBe('Read the news\n\n[today]');
  for (const task of ['Read [it]', 'Read\n\n[Started by me.]', note, `${note} Why?`, ''])
    expect(ownTask(task)).toBe(task);
});

it('knows what began work in the background', () => {
  const begun = (why: string) => backgroundOf(`Do it\n\n[${why} ${NOT_FOLLOWED} End with a short report.]`);
  expect(begun('Started by the trigger "News", due at 2026-11-24T08:00:00.000Z.')).toBe('automation');
  expect(begun('Started by the watch "News": the page has changed.')).toBe('automation');
  expect(begun('Background work on the task dc9e0000.')).toBe('task');
  expect(begun('A step of the workflow "Report".')).toBe('workflow');
  expect([backgroundOf('Do it'), begun('Something else.')]).toEqual([null, null]);
});
