import { expect, it } from '@jest/globals';
import { stepsDone, type Step } from '../../src/page/app/steps-done.ts';

const tool = (name: string, calls = 1, failures = 0) => ({ name, calls, failures });
const changes = { runId: 'r', fileCount: 1 };
const startedAt = '2026-11-22T10:00:00.000Z';
const after = { createdAt: '2026-11-22T10:05:00.000Z', pendingChangeset: null, activeRunId: null };
const before = { createdAt: '2026-11-22T09:00:00.000Z', pendingChangeset: null, activeRunId: null };

it('ticks off what happened in the engine, and nothing else', () => {
  const done = (
    byTool: ReturnType<typeof tool>[],
    threads: Parameters<typeof stepsDone>[0]['threads'],
    kept: readonly Step[] = [],
  ) => [...stepsDone({ byTool, threads, startedAt, before: new Set(kept) })].join(' ');
  expect(done([], [])).toBe('');
  expect(done([tool('write_file', 1, 1)], [after])).toBe('');
  expect(done([tool('write_file')], [{ ...after, pendingChangeset: changes }])).toBe('file');
  expect(done([tool('write_file')], [after])).toBe('file review');
  expect(done([tool('remember')], [after])).toBe('');
  expect(done([tool('remember'), tool('recall')], [after])).toBe('memory');
  expect(done([tool('ask_user')], [after])).toBe('question');
  expect(done([], [before])).toBe('restart');
  // What is deleted afterwards was done all the same.
  expect(done([], [], ['file', 'memory', 'question', 'restart'])).toBe('file review memory question restart');
  expect(done([], [{ ...after, pendingChangeset: changes }], ['file', 'review'])).toBe('file review');
  // What a run writes is not told as a change to review before the run has ended.
  expect(done([tool('write_file')], [{ ...after, activeRunId: 'r' }])).toBe('file');
});
