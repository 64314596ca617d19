import { expect, it } from '@jest/globals';
import { newsOf } from '../../src/page/notifications/news.ts';

type Known = Parameters<typeof newsOf>[1][number];
const thread = (activeRunId: string | null, promptId: string | null = null): Known =>
  ({
    threadId: 'a',
    title: 'A title',
    activeRunId,
    pendingPrompt: promptId === null ? null : { promptId },
  }) as Known;

const between = (before: Known | null, after: Known) =>
  newsOf(new Map(before === null ? [] : [['a', before]]), [after]).map(({ kind }) => kind);

it('tells that a run ended and that a question waits, each once', () => {
  expect(between(thread('r'), thread(null))).toEqual(['ended']);
  expect(between(thread('r'), thread('r', 'q'))).toEqual(['question']);
  expect(between(thread('r', 'q'), thread('r', 'q2'))).toEqual(['question']);
  expect(between(thread('r', 'q'), thread('r', 'q'))).toEqual([]);
  expect(between(thread('r'), thread(null, 'q'))).toEqual(['question']);
  expect(between(thread(null), thread('r'))).toEqual([]);
  expect(between(thread(null), thread(null))).toEqual([]);
  expect(between(thread('r'), thread('r2'))).toEqual([]);
});

it('has no news of a thread that was not known before', () => {
  expect(between(null, thread(null, 'q'))).toEqual([]);
  expect(between(null, thread(null))).toEqual([]);
});
