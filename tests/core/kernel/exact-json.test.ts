import { expect, it } from '@jest/globals';
import { exactJson, jsonWithDigits, textWithDigits } from '../../../src/core/kernel/exact-json.ts';
import { verifies } from '../../spec/verifies.ts';

const KEPT = [
  '0',
  '-9007199254740991',
  '9007199254740992',
  '100000000000000000000',
  '1e21',
  '1.5e308',
  '0.1234567890123456789',
  '5e-324',
];
const CHANGED = [
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567890',
  '9007199254740993.0',
  '9007199254740993e0',
  '9.007199254740993e15',
  '900719925474099300e-2',
  '18446744073709551616',
  '1e400',
];

verifies(
  'numbers.exact',
  'a number that would be changed is refused wherever it stands, in every spelling',
  () => {
    for (const literal of KEPT) expect(exactJson(` [${literal}]`)).toEqual([Number(literal)]);
    for (const literal of CHANGED)
      for (const text of [
        literal,
        `[1,${literal}]`,
        `{"a":{"b":[${literal} ]}}`,
        `["\\\\",${literal},"\\""]`,
      ])
        expect(() => exactJson(text)).toThrow(literal);
  },
);

verifies('numbers.exact', 'what others wrote keeps its digits as a text', () => {
  for (const literal of CHANGED)
    expect(jsonWithDigits(`{"id":${literal},"said":"\\"${literal}\\\\","n":[1,${literal}]}`)).toEqual({
      id: literal,
      said: `"${literal}\\`,
      n: [1, literal],
    });
  for (const literal of KEPT) {
    expect(jsonWithDigits(literal)).toBe(Number(literal));
    expect(textWithDigits(literal)).toBe(literal);
  }
  expect(textWithDigits('12345678901234567890 is no JSON')).toBe('12345678901234567890 is no JSON');
});

it('is no slower than the text is long', () => {
  const text = JSON.stringify(['\\"'.repeat(200_000), '7'.repeat(400_000)]);
  expect(() => exactJson(`[${text},12345678901234567890]`)).toThrow('12345678901234567890');
});
