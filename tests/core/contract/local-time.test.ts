import { expect, test } from '@jest/globals';
import { localMinute, typedInstant } from '../../../src/contract/cli/local-time.ts';

test('a typed day or minute is one of the clock of this machine, and is shown so', () => {
  const shown = (typed: string, day: 'begins' | 'ends') => localMinute(typedInstant(typed, day) ?? '');
  expect(shown('2027-01-31', 'begins')).toBe('2027-01-31 00:00');
  expect(shown(' 2027-01-31 ', 'ends')).toBe('2027-01-31 23:59');
  expect(shown('2027-01-31 09:05', 'ends')).toBe('2027-01-31 09:05');
  expect(shown('2027-01-31T09:05', 'ends')).toBe('2027-01-31 09:05');
});

test('an instant with its zone stays as it is, and anything else is no instant', () => {
  for (const instant of ['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000+05:30'])
    expect(typedInstant(instant, 'ends')).toBe(instant);
  for (const text of [
    '',
    'soon',
    '2027-02-30',
    '2027-13-01',
    '2027-01-31 24:00',
    '2027-01-31 09:60',
    '31.1.2027',
  ])
    expect([text, typedInstant(text, 'ends')]).toEqual([text, null]);
});
