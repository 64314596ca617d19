import { expect, it } from '@jest/globals';
import { changesOf, formValuesOf } from '../../src/page/tasks/form-values.ts';
import { beginningOf, factsOf, isClaimed, isOverdue } from '../../src/page/tasks/in-words.ts';
import { ordered } from '../../src/page/tasks/ordered.ts';
import type { Task } from '../../src/page/tasks/tasks.ts';
import { verifies } from '../spec/verifies.ts';

const NOW = Date.parse('2026-11-24T12:00:00.000Z');
const task: Task = {
  taskId: 'a',
  title: 'Book',
  description: null,
  status: 'open',
  priority: 'medium',
  assignee: null,
  dueAt: null,
  tags: [],
  parentId: null,
  threadId: null,
  runId: null,
  problem: null,
  says: {},
  report: null,
  completedBy: null,
  createdBy: 'owner',
  createdAt: '2026-11-24T11:00:00.000Z',
  updatedAt: '2026-11-24T11:00:00.000Z',
  completedAt: null,
  running: false,
  stoppable: false,
  waiting: false,
};

verifies(
  'page.tasks',
  'shows each task below the one that it is in, and names a parent that is not shown',
  () => {
    const of = (taskId: string, parentId: string | null = null) => ({ ...task, taskId, parentId });
    const lines = ordered([of('c', 'b'), of('z', 'gone'), of('b', 'a'), of('d', 'a'), of('a')]);
    expect(lines.map(({ task: { taskId }, depth, hiddenParent }) => [taskId, depth, hiddenParent])).toEqual([
      ['z', 0, 'gone'],
      ['a', 0, null],
      ['b', 1, null],
      ['c', 2, null],
      ['d', 1, null],
    ]);
  },
);

verifies('page.tasks', 'marks what is overdue, and says nothing that is usual', () => {
  const factsAt = (more: Partial<Task>) => factsOf({ ...task, ...more }, NOW, false).map(({ text }) => text);
  const dueAt = '2026-11-23T12:00:00.000Z';
  expect(factsAt({})).toEqual([]);
  expect(factsAt({ dueAt })[0]).toMatch(/^overdue/u);
  expect(isOverdue({ status: 'completed', dueAt }, NOW)).toBe(false);
  expect(
    factsAt({ status: 'completed', dueAt, priority: 'urgent', completedAt: '2026-11-24T11:00:00.000Z' }),
  ).toEqual(['done 60 minutes ago']);
  expect(factsAt({ running: true, assignee: 'agent' })).toEqual(['The agent works on it']);
  expect(factsAt({ status: 'failed', assignee: 'Anna', tags: ['home'] })).toEqual([
    'Failed',
    'for Anna',
    '#home',
  ]);
});

verifies(
  'page.tasks.claims',
  'only what its owner has ticked is done; the agent’s word is shown as its word',
  () => {
    const completedAt = '2026-11-24T11:00:00.000Z';
    const done = { ...task, status: 'completed', assignee: 'agent', completedAt } as const;
    const facts = (more: Partial<Task>) => factsOf({ ...done, ...more }, NOW, false).map(({ text }) => text);
    expect(facts({ completedBy: 'agent' })).toEqual([
      'The agent says that it is done · not checked',
      '60 minutes ago',
    ]);
    expect(facts({ completedBy: 'owner' })).toEqual(['done 60 minutes ago', 'for the agent']);
    expect([
      isClaimed({ ...done, completedBy: 'agent' }),
      isClaimed({ ...done, completedBy: 'owner' }),
    ]).toEqual([true, false]);
    expect(factsOf({ ...task, running: true, waiting: true }, NOW, false)).toEqual([
      { text: 'Waits for you', tone: 'warn' },
    ]);
    expect(factsOf({ ...task, running: true, waiting: true }, NOW, true)).toEqual([
      { text: 'Not known while svc is away', tone: 'plain' },
    ]);
    expect(beginningOf('a\nb')).toEqual({ text: 'a\nb', isAll: true });
    expect(beginningOf('a\nb\nc\nd')).toEqual({ text: 'a\nb\nc', isAll: false });
    expect(beginningOf('x'.repeat(400)).text).toHaveLength(281);
  },
);

it('asks to change only what was changed', () => {
  const given = formValuesOf({ ...task, assignee: 'agent', dueAt: '2027-01-01T08:00:00.000Z' });
  expect(changesOf(given, given)).toBe(null);
  expect(changesOf(given, { ...given, title: 'Book it', dueAt: '', tags: 'a, b,a' })).toEqual({
    title: 'Book it',
    dueAt: null,
    tags: ['a', 'b'],
  });
});
