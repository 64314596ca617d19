import { expect, test } from '@jest/globals';
import { deletedFileLimits } from '../../../../src/core/workspace/deleted-files/limits.ts';
import { expiredOf } from '../../../../src/core/workspace/deleted-files/model.ts';
import { trusting } from '../../../doubles/trusted-clock.ts';

const { allBytes, kept } = deletedFileLimits;
const past = trusting({ now: () => 1_000 }).past(500);
const file = (path: string, isEarlier: boolean, sizeBytes = 1, deletedAt = 900) => ({
  path,
  isEarlier,
  sizeBytes,
  deletedAt,
});
const expired = (...files: readonly ReturnType<typeof file>[]) =>
  expiredOf(files, past)
    .map(({ path }) => path)
    .toSorted();

test('an earlier version goes before a deleted file, whichever is newer', () => {
  const newer = file('replaced', true, allBytes / 2 + 1);
  expect(expired(newer, file('deleted', false, allBytes / 2))).toEqual(['replaced']);
  const many = Array.from({ length: kept }, (_, nth) => file(`replaced ${nth}`, true));
  expect(expired(...many, file('deleted', false))).toEqual([`replaced ${kept - 1}`]);
});

test('of one kind the one that was deleted first goes, and what is over its time goes anyway', () => {
  const half = allBytes / 2;
  expect(expired(file('c', true, half), file('b', true, half), file('a', true, half))).toEqual(['a']);
  expect(expired(file('b', false), file('a', true, 1, 100))).toEqual(['a']);
});
