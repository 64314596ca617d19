import { expect, it } from '@jest/globals';
import { contactPoints } from '../../../src/adapters/out/contact-points/contact-points.ts';

const { phone } = contactPoints;

it.each([
  ['+43 664 1234567', null, '+436641234567', '+43 664 1234567'],
  ['0664 1234567', 'at', '+436641234567', '+43 664 1234567'],
  ['0043 664 1234567', 'AT', '+436641234567', '+43 664 1234567'],
  ['+43 (0) 664 1234567', null, '+436641234567', '+43 664 1234567'],
  ['tel:+43-664-1234567', null, '+436641234567', '+43 664 1234567'],
  ['+1 202-555-0123 ext. 5', null, '+12025550123x5', '+1 202-555-0123 ext. 5'],
  ['+1 202-555-0123;ext=5', null, '+12025550123x5', '+1 202-555-0123 ext. 5'],
  ['+1 202-555-0123 x5', null, '+12025550123x5', '+1 202-555-0123 ext. 5'],
])('%s of the country %s is one number, however it is typed', (text, country, key, value) => {
  expect(phone(text, country)).toEqual({ key, value });
});

it.each([
  ['0664 1234567', null],
  ['0664 1234567', 'zz'],
  ['call +43 664 1234567 now', null],
  ['Order 4711-0815', 'DE'],
  ['page 12 of 300', 'AT'],
  ['1-800-FLOWERS', 'US'],
  ['+4366412345678901234', null],
  ['12', 'AT'],
  ['', 'AT'],
])('%s of the country %s is no number', (text, country) => {
  expect(phone(text, country)).toBeNull();
});
