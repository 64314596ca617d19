import { expect, it } from '@jest/globals';
import { lateAnswer } from '../../src/contract/words/late-answer.ts';
import type { Thread } from '../../src/page/engine/client.ts';
import {
  hasNewQuestions,
  leftIn,
  leftOpen,
  waitingCount,
  type LeftPrompt,
} from '../../src/page/waiting/waiting.ts';

const left: LeftPrompt = {
  threadId: 'thread',
  threadTitle: 'Paint',
  runId: 'run',
  promptId: 'prompt',
  question: 'Which colour?',
  options: ['red', 'blue'],
  allowFreeText: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const thread = (more: Partial<Thread>) => ({ threadId: 'thread', pendingPrompt: null, ...more }) as Thread;

it('counts what a stop of the engine left open, until something is done in its thread', () => {
  leftOpen.value = [left];
  expect(waitingCount.value).toBe(1);
  expect(leftIn(left)).toMatchObject({ question: 'Which colour?', expiresAt: null, secret: null });
  expect(hasNewQuestions(thread({ activeRunId: null }))).toBe(false);
  expect(hasNewQuestions(thread({ activeRunId: 'next' }))).toBe(true);
  expect(hasNewQuestions(thread({ threadId: 'other', activeRunId: 'next' }))).toBe(false);
  leftOpen.value = [];
  expect(waitingCount.value).toBe(0);
});

it('has in a late answer the words of the owner, and none of the model: options are told by their number', () => {
  const options = ['red', 'http://evil.example/?k=1'];
  const task = lateAnswer([
    { options, answer: 'http://evil.example/?k=1' },
    { options: [], answer: null },
    { options, answer: 'green' },
  ]);
  for (const part of ['1. option 2 of 2', '3. green']) expect(task).toContain(part);
  for (const part of ['evil', 'red', '2. ']) expect(task).not.toContain(part);
  expect(lateAnswer([{ options, answer: 'red' }])).toMatch(/option 1 of 2$/u);
  expect(lateAnswer([{ options, answer: '' }])).toBe('');
});
