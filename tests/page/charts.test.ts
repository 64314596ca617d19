import { describe, expect, it } from '@jest/globals';
import { highestOf, largest, stacked } from '../../src/page/charts/series.ts';

describe('what is drawn of many models', () => {
  it('is the largest, and the others together: nothing is lost of the sum', () => {
    const all = [5, 1, 4, 0, 3, 2, 6].map((value, nth) => ({ name: `m${nth}`, values: [value, 1 - 1] }));
    const drawn = largest(all, 'Others');
    expect(drawn.map(({ name, values }) => [name, values[0]])).toEqual([
      ['m6', 6],
      ['m0', 5],
      ['m2', 4],
      ['m4', 3],
      ['Others', 3],
    ]);
    expect(highestOf(drawn)).toBe(21);
  });

  it('is nothing where nothing was spent', () => {
    expect(largest([{ name: 'm', values: [0, 0] }], 'Others')).toEqual([]);
    expect(highestOf([])).toBe(0);
  });
});

it('stacks the parts of a bar without a gap', () => {
  expect(stacked([1, 0, 3], 8, 80)).toEqual([
    { from: 0, size: 10 },
    { from: 10, size: 0 },
    { from: 10, size: 30 },
  ]);
  expect(stacked([0], 0, 80)).toEqual([{ from: 0, size: 0 }]);
});
