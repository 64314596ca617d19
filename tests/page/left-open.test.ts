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

it('says in a late answer what was asked, and nothing of what was left out', () => {
  const task = lateAnswer([
    { question: 'Which colour?', answer: '3' },
    { question: 'For whom?', answer: null },
    { question: 'When?', answer: ' ' },
  ]);
  for (const part of ['Which colour?', '3']) expect(task).toContain(part);
  for (const part of ['For whom?', 'When?']) expect(task).not.toContain(part);
  expect(lateAnswer([{ question: 'Which colour?', answer: '' }])).toBe('');
});
