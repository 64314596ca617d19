import { expect, test } from '@jest/globals';
import { RepeatGuard } from '../../../../../src/core/execution/runs/loop/repeat-guard.ts';

const same = { output: 'same', success: true };

function afterCalls(guard: RepeatGuard, count: number, output = same): RepeatGuard {
  for (let n = 0; n < count; n++) guard.saw('tool', { a: 1 }, output);
  return guard;
}

test('the key order of an input does not make it another call', () => {
  const guard = new RepeatGuard();
  for (let n = 0; n < 3; n++) guard.saw('tool', { a: 1, b: 2 }, same);
  expect(guard.judge('tool', { b: 2, a: 1 })).toBe('refuse');
});

test('another input, another tool, or a changed result resets the count', () => {
  expect(afterCalls(new RepeatGuard(), 3).judge('tool', { a: 2 })).toBe('go');
  expect(afterCalls(new RepeatGuard(), 3).judge('other', { a: 1 })).toBe('go');
  const guard = afterCalls(new RepeatGuard(), 3);
  afterCalls(guard, 1, { output: 'changed', success: true });
  expect(guard.judge('tool', { a: 1 })).toBe('go');
});
