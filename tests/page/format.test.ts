import { describe, expect, it } from '@jest/globals';
import { count, dollars, shortMoment } from '../../src/page/parts/format.ts';

describe('a number', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234.5, '1,234.5'],
    [2.5, '2.5'],
    [-3, '-3'],
  ])('%p is written as %s', (value, written) => {
    expect(count(value)).toBe(written);
  });
});

describe('dollars', () => {
  it.each([
    [0, '$0'],
    [12.345, '$12.35'],
    [0.002_14, '$0.0021'],
    [1_500, '$1,500'],
  ])('%p are written as %s', (value, written) => {
    expect(dollars(value)).toBe(written);
  });
});

describe('a moment that is over', () => {
  it('has its year unless it is of this one', () => {
    const year = new Date().getFullYear();
    expect(shortMoment(`${year - 2}-03-05T12:00`)).toContain(String(year - 2));
    const now = new Date();
    const otherDay = new Date(year, now.getMonth() === 5 ? 6 : 5, 15, 12).toISOString();
    expect(shortMoment(otherDay)).not.toContain(String(year));
  });
});
