import { expect, it } from '@jest/globals';
import { dateIn, dateTyped } from '../../src/page/parts/typed-date.ts';

it('takes dates as the page writes them, and leaves the rest to the engine', () => {
  // In the language of these tests the month comes first.
  expect(
    ['5/17/1980', 'May 17, 1980', '17 may 1980', 'August 1980', 'Aug 1980', '5/1980'].map(dateTyped),
  ).toEqual(['1980-05-17', '1980-05-17', '1980-05-17', '1980-08', '1980-08', '1980-05']);
  for (const other of [
    '1980-05-17',
    '1980-05',
    '1980',
    '',
    'soon',
    '17/5/1980',
    '2/30/1980',
    '5/17/80',
    'May 17',
    'Mayday 17, 1980',
    '2027-01-31T09:00:00Z',
    '1 2 3 1980',
  ])
    expect(dateTyped(other)).toBe(other);
});

it('takes dates as they are written in German', () => {
  const months = [['jan', 'januar'], ['feb', 'februar'], ['märz'], ['apr', 'april'], ['mai']];
  const typed = (text: string) => dateIn(text, { isDayFirst: true, months });
  expect(
    ['17.5.1980', '17.05.1980', ' 17. 5. 1980 ', '17. Mai 1980', 'März 1980', '31.4.1980'].map(typed),
  ).toEqual(['1980-05-17', '1980-05-17', '1980-05-17', '1980-05-17', '1980-03', '31.4.1980']);
});
