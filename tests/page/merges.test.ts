import { expect } from '@jest/globals';
import { stateOf } from '../../src/page/merges/in-words.ts';
import { verifies } from '../spec/verifies.ts';

verifies('page.merges', 'says how a merge stands', () => {
  const merge = { applied: true, inEffect: true, superseded: false, takeBackFirst: null };
  expect(
    [
      merge,
      { ...merge, inEffect: false },
      { ...merge, inEffect: false, superseded: true },
      { ...merge, inEffect: false, takeBackFirst: 'merge-x' },
      // The graph was merged, and what hangs on it was not.
      { ...merge, applied: false },
      { ...merge, applied: false, inEffect: false },
    ].map(stateOf),
  ).toEqual(['inEffect', 'takenBack', 'superseded', 'chained', 'unfinished', 'unfinished']);
});
