import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { threadLimits } from '../../../../src/core/conversation/threads/limits.ts';
import { titleFrom, UNTITLED } from '../../../../src/core/conversation/threads/model.ts';

test('a thread is named after the first line of its first task', () => {
  expect(titleFrom('  Plan the trip\nto the sea')).toBe('Plan the trip');
  expect(titleFrom('one \t  two')).toBe('one two');
  expect(titleFrom(' \n ')).toBe(UNTITLED);
});

test('a long line is cut at a word', () => {
  expect(titleFrom('word '.repeat(40))).toMatch(/^(word )+word…$/u);
  expect(Array.from(titleFrom('x'.repeat(500)))).toHaveLength(threadLimits.titleChars);
});

test('a title is never empty, long or multi-line, and never splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (task) => {
      const title = titleFrom(task);
      expect(title.length).toBeGreaterThan(0);
      expect(Array.from(title).length).toBeLessThanOrEqual(threadLimits.titleChars);
      expect(title).not.toMatch(/[\r\n]/u);
      expect(title.isWellFormed()).toBe(true);
    }),
  );
});
