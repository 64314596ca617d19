import { expect, test } from '@jest/globals';
import { titleOfFork } from '../../../../src/core/conversation/forks/model.ts';

test.each([
  ['Plan', 'Plan (2)'],
  ['Plan (2)', 'Plan (3)'],
  ['Plan (9)', 'Plan (10)'],
  ['Plan (0)', 'Plan (0) (2)'],
  ['Plan (2026', 'Plan (2026 (2)'],
  ['(2)', '(2) (2)'],
  ['two\nlines', 'two\nlines (2)'],
])('%j becomes %j', (title, fork) => {
  expect(titleOfFork(title)).toBe(fork);
});

test('the title of a fork is no longer than a title may be, and no character is cut in two', () => {
  const title = titleOfFork('\u{1F600}'.repeat(200));
  expect(Array.from(title)).toHaveLength(200);
  expect(title.isWellFormed()).toBe(true);
  expect(title.endsWith(' (2)')).toBe(true);
});
