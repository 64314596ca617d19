import { expect, it } from '@jest/globals';
import { byThread } from '../../src/page/threads/hits-by-thread.ts';

const hit = (threadId: string, role: 'user' | 'assistant' | null, nth = 0) => ({
  thread: { threadId },
  role,
  nth,
});

it('shows one place for each conversation, the answer first, and keeps the others', () => {
  const [title, question, answer, later] = [
    hit('a', null),
    hit('a', 'user'),
    hit('a', 'assistant'),
    hit('a', 'assistant', 1),
  ];
  const [other] = [hit('b', 'user')];
  expect(byThread([title, other, question, answer, later])).toEqual([
    { best: answer, others: [title, question, later] },
    { best: other, others: [] },
  ]);
  expect(byThread([title])).toEqual([{ best: title, others: [] }]);
  expect(byThread([])).toEqual([]);
});
