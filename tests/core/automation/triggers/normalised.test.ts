import { expect, test } from '@jest/globals';
import { normalised } from '../../../../src/core/automation/triggers/normalised.ts';

const areAlike = (one: string, other: string): boolean => normalised(one) === normalised(other);

test.each([
  ['a lone time', 'A\n12:00:01', 'A\n12:00:02'],
  ['how long it took', 'Page generated in 0.31 s', 'Page generated in 0.29 s'],
  ['the clock of a machine', 'Generated at 2026-01-31 12:00:01', 'Generated at 2026-01-31 12:00:02'],
  [
    'a code in an address',
    'More [https://a.example/x/r4nd0mr4nd0mr4nd0mr4nd0m1]',
    'More [https://a.example/x/r4nd0mr4nd0mr4nd0mr4nd0m2]',
  ],
  ['a lone code', 'A\nr4nd0mr4nd0mr4nd0mr4nd0m1', 'A\nr4nd0mr4nd0mr4nd0mr4nd0m2'],
  ['white space', ' A \n\n  B', 'A\nB'],
  ['how a letter is written', 'caf\u00e9', 'cafe\u0301'],
])('%s is no change', (_, one, other) => expect(areAlike(one, other)).toBe(true));

test.each([
  ['a meal at a time', 'Dinner is served at 7 pm', 'Dinner is served at 8 pm'],
  ['a time in a sentence', 'The train leaves at 12:00:01', 'The train leaves at 12:00:02'],
  ['a time without seconds', 'Opens\n12:00', 'Opens\n13:00'],
  ['a code among words', 'The key is r4nd0mr4nd0mr4nd0mr4nd0m1', 'The key is r4nd0mr4nd0mr4nd0mr4nd0m2'],
  ['what is far behind', `${'word\n'.repeat(45_000)}10`, `${'word\n'.repeat(45_000)}99`],
  ['what is very far behind', `${'word\n'.repeat(450_000)}10`, `${'word\n'.repeat(450_000)}99`],
])('%s is a change', (_, one, other) => expect(areAlike(one, other)).toBe(false));

test('a text that is made to take long is cut first', () => {
  expect(normalised(`a${'\u0300\u0316'.repeat(3_000_000)}`).length).toBeLessThan(100);
  expect(normalised('a\n'.repeat(5_000_000)).length).toBeLessThan(200_100);
  expect(normalised('[https:'.repeat(1_000_000)).length).toBeLessThan(200_100);
});
