import { expect, test } from '@jest/globals';
import { isSame, plain } from '../../../../src/core/execution/faces/turns.ts';

test('thoughts in an answer and white space do not count', () => {
  expect(plain('<think>hm</think>  One\n<details type="reasoning" done="true">x</details>two ')).toBe(
    'One two',
  );
  expect(isSame('<think>a</think>b <think>c</think>d', 'b d')).toBe(true);
  expect(plain('a </think> <think>b')).toBe('a </think> <think>b');
});

// With a pattern this takes minutes, and the environment ends work that never gives way.
test('a million characters of thoughts without an end are read once', () => {
  for (const open of ['<think>', '<details type="reasoning"']) {
    const text = open.repeat(1_000_000 / open.length);
    expect(plain(text)).toBe(text);
  }
});
