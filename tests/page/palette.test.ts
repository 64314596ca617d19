import { expect, it } from '@jest/globals';
import { matching, type Entry } from '../../src/page/palette/matching.ts';

const entries = ['Waiting for you', 'People and things', 'Café Zürich', 'A thing'].map((label): Entry => ({
  key: label,
  kind: 'area',
  label,
  act: () => undefined,
}));
const labels = (typed: string) => matching(entries, typed).map(({ label }) => label);

it('finds entries by all of the typed words, without accents and case, the best first', () => {
  expect(labels('')).toEqual(entries.map(({ label }) => label));
  expect(labels('thing')).toEqual(['People and things', 'A thing']);
  expect(labels('zurich CAFE')).toEqual(['Café Zürich']);
  expect(labels('wait people')).toEqual([]);
  expect(labels('a')).toEqual(['A thing', 'People and things', 'Waiting for you', 'Café Zürich']);
});

it('finds an entry by what people call it, too', () => {
  const named = [{ ...entries[0]!, label: 'Your data', also: 'export erase' }];
  expect(matching(named, 'erase')).toEqual(named);
});

it('finds a word with another ending, after those that have it as it was typed', () => {
  const [dark, darker] = ['Dunkle Farben', 'Es ist dunkel'].map((label) => ({ ...entries[0]!, label }));
  expect(matching([dark!, darker!], 'dunkel')).toEqual([darker, dark]);
  expect(matching([dark!], 'farbe')).toEqual([dark]);
  expect(matching([dark!], 'dunst')).toEqual([]);
  expect(matching([dark!], 'dux')).toEqual([]);
});

it('finds all that fit, so that the palette can say how many there are', () => {
  const many = Array.from({ length: 10_000 }, (_, nth): Entry => ({ ...entries[0]!, key: `${nth}` }));
  expect(matching(many, 'wait')).toHaveLength(10_000);
});
