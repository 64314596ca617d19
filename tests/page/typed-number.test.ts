import { expect, it } from '@jest/globals';
import { amountTyped, numberTyped, toType } from '../../src/page/parts/typed-number.ts';

it.each([
  ['12,50', '12.50', '12.50'],
  ['12.50', '12.50', '12.50'],
  [' -3 ', '-3', '-3'],
  ['0,125', '0.125', '0.125'],
  // Twelve hundred in one language, and a little more than one in the other.
  ['1,200', null, '1.200'],
  ['1.200', '1.200', null],
  ['1,200.50', '1200.50', '1200.50'],
  ['1.200,50', '1200.50', '1200.50'],
  ['1.200.000', '1200000', '1200000'],
  ['1 200,5', '1200.5', '1200.5'],
  ['1,20.5', null, null],
  ['1.200.50', null, null],
  ['1e3', null, null],
  ['much', null, null],
  ['', null, null],
])('%p is read as a number, in English and in German', (typed, english, german) => {
  expect([numberTyped(typed, '.'), numberTyped(typed, ',')]).toEqual([english, german]);
});

it('reads amounts with the sign of their currency, and shows them with the mark of the language', () => {
  expect(['$3', '2,50 €', '', '-1', '1.2.3'].map((text) => amountTyped(text, ','))).toEqual([
    3,
    2.5,
    null,
    undefined,
    undefined,
  ]);
  expect([toType(0.5, ','), toType(1200.5, '.'), toType(7, ',')]).toEqual(['0,5', '1200.5', '7']);
});

it('reads a mark before three digits of an amount as one between thousands, unless it is the decimal mark', () => {
  expect(['1.000', '1.000,50', '1,5', '0.125', '12.000 €'].map((text) => amountTyped(text, ','))).toEqual([
    1000, 1000.5, 1.5, 0.125, 12_000,
  ]);
  expect(['1,000', '1,000.50', '1.000'].map((text) => amountTyped(text, '.'))).toEqual([1000, 1000.5, 1]);
});
