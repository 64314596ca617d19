import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { nameKey, sameName } from '../../../../src/core/knowledge/graph/names.ts';
import { verifies } from '../../../spec/verifies.ts';
import type { EntityKind } from '../../../../src/core/knowledge/graph/model.ts';

interface Pair {
  readonly id: string;
  readonly kind: EntityKind;
  readonly language: string;
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly why: string;
}

const pairsOf = (half: 'tuned' | 'held-out'): readonly Pair[] =>
  readFileSync(new URL(`../../../fixtures/name-pairs/${half}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Pair);

describe.each(['tuned', 'held-out'] as const)('the %s half of the name pairs', (half) => {
  const pairs = pairsOf(half);

  test('no two names of different people or firms are taken for one', () => {
    const wrong = pairs.filter(({ kind, a, b, same }) => !same && sameName(kind, a, b));
    // Of the half that is not looked at, only the number may be known.
    if (half === 'tuned') expect(wrong.map(({ id, why }) => [id, why])).toEqual([]);
    expect(wrong.length).toBe(0);
  });

  test('most spellings of one name are recognised', () => {
    const same = pairs.filter((pair) => pair.same);
    const missed = same.filter(({ kind, a, b }) => !sameName(kind, a, b));
    if (half === 'tuned') expect(missed.map(({ id }) => id)).toEqual(['t-pl-06', 't-zh-02']);
    expect(missed.length / same.length).toBeLessThan(0.2);
  });
});

verifies('kg.names', 'a key does not depend on the order of the two, and is its own key', () => {
  for (const { kind, a, b } of pairsOf('tuned')) {
    expect(sameName(kind, a, b)).toBe(sameName(kind, b, a));
    expect(nameKey(kind, a)).toBe(nameKey(kind, a));
  }
});

// Found by someone who looked for them: words that are a title or a degree in one language and a name in another.
test.each([
  ['person', 'Wei Lin Ma', 'Wei Lin'],
  ['person', 'Nguyen Van Ba', 'Nguyen Van'],
  ['person', 'Ing Wen Tsai', 'Wen Tsai'],
  ['person', 'Hon Wai Lee', 'Wai Lee'],
  ['person', 'Mag Ali Khan', 'Ali Khan'],
  ['person', 'Aparna Sen', 'Aparna Senior'],
  ['person', 'Li Jun', 'Li Junior'],
  ['person', 'Ramesh Kumar M. D.', 'Ramesh Kumar'],
  ['person', 'Anna 🐶', 'Anna 🐱'],
  ['person', 'Joel Bär', 'Jöl Baer'],
  ['person', 'Bob constructor', 'Bob toString'],
  ['product', 'Plan €', 'Plan $'],
  ['product', 'Level ★★★', 'Level ★'],
  ['product', 'C #', 'C'],
  ['product', 'Model 1.10', 'Model 1 10'],
  ['topic', 'A ≠ B', 'A = B'],
  ['organization', 'E. V. Energy', 'EV Energy'],
] as const)('%s: %s is not %s', (kind, a, b) => {
  expect(sameName(kind, a, b)).toBe(false);
});
