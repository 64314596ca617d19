import { expect } from '@jest/globals';
import { signInLimits } from '../../../../src/core/trust/sign-in/limits.ts';
import { Pending } from '../../../../src/core/trust/sign-in/pending.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies('people.rooms', 'however many sign-ins one network begins, that of another can be finished', () => {
  let word = 0;
  let now = 0;
  const pending = new Pending<string>(() => String((word += 1)), { monotonic: () => now });
  const oldest = pending.begin('of the owner', 'browser', 'network a');
  const words = Array.from({ length: 2 * signInLimits.challenges }, () =>
    pending.begin('of a stranger', 'other', 'network b'),
  );
  expect(pending.take(oldest, 'browser')).toBe('of the owner');
  const left = words.filter((one) => pending.take(one, 'other') !== null);
  expect(left).toEqual(words.slice(1 - signInLimits.challenges));
  const late = pending.begin('of the owner', 'browser', 'network a');
  now += signInLimits.challengeMs;
  expect(pending.take(late, 'browser')).toBeNull();
});
