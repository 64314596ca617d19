import { expect, it } from '@jest/globals';
import { endedIn, running, type Piece } from '../../src/page/running/running.ts';

const piece = (id: string, of: Piece['of'], threadId: string | null): Piece => ({
  id,
  of,
  threadId,
  title: id,
  effect: 'run_agent',
  runId: id,
  startedAt: '2026-11-02T10:00:00.000Z',
  waiting: false,
  stoppable: true,
});

it('drops a run with the end of it, and keeps what else works for the same thread', () => {
  const [run, task, other] = [
    piece('run', 'run', 'one'),
    piece('task', 'task', 'one'),
    piece('other', 'run', 'two'),
  ];
  running.value = [run, task, other];
  endedIn('one');
  expect(running.value).toEqual([task, other]);
  const before = running.value;
  endedIn('one');
  expect(running.value).toBe(before);
});
