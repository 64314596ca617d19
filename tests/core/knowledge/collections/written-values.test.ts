import { expect, test } from '@jest/globals';
import { WrittenValues } from '../../../../src/core/knowledge/collections/written-values.ts';
import type { ColumnType } from '../../../../src/core/knowledge/collections/model.ts';

function column(type: ColumnType, ...texts: string[]): string[] {
  const values = new WrittenValues(type);
  values.learn(texts);
  return texts.map((text) => values.read(text));
}

test('after one certain comma, commas stand before fractions and points between thousands', () => {
  expect(column('number', '1.234', '-12,50', '1,234', '1.234.567,8', '7', '0,125')).toEqual([
    '1234',
    '-12.50',
    '1.234',
    '1234567.8',
    '7',
    '0.125',
  ]);
  for (const certain of ['0,125', '12,5', '1234,567', '1.234,567', '1.234.567'])
    expect([certain, column('number', certain, '1.234')[1]]).toEqual([certain, '1234']);
});

test('what is certain counts for the rows that come later', () => {
  const values = new WrittenValues('number');
  values.learn(['12,50']);
  values.learn(['1,234', '1.234']);
  expect(['1,234', '1.234'].map((text) => values.read(text))).toEqual(['1.234', '1234']);
});

test('a number that was read as a fraction is told as uncertain once a comma shows that points stand between thousands', () => {
  const values = new WrittenValues('number');
  values.learn(['1.234']);
  expect([values.read('1.5'), values.read('1.234'), values.inDoubt]).toEqual(['1.5', '1.234', null]);
  values.learn(['1.234', '12,50']);
  expect([values.read('1.234'), values.inDoubt]).toEqual(['1234', '1.234']);
  const sure = new WrittenValues('number');
  sure.learn(['1.5']);
  sure.read('1.5');
  sure.learn(['12,50']);
  expect(sure.inDoubt).toBe(null);
});

test('thousands between commas are numbers, a single one is left to be refused', () => {
  expect(column('number', '1,234,567', '1,234.5', '1.5', '1.234', '-1,234')).toEqual([
    '1234567',
    '1234.5',
    '1.5',
    '1.234',
    '-1,234',
  ]);
});

test('no other text becomes a number', () => {
  const odd = ['1,2,3', '1.2.3', '12,', ',5', '1e5,0', '12,50 €', '01.234,5', '', '1 234,5', '٣,٥'];
  expect(column('number', '0,5', ...odd).slice(1)).toEqual(odd);
});

test('days with points have the day first; with strokes they stay uncertain', () => {
  expect(
    column('date', '2.11.2026', '02.11.2026', '31. 1. 2027', '2/11/2026', '2027-01-31', '2.11.26'),
  ).toEqual(['2026-11-02', '2026-11-02', '2027-01-31', '2/11/2026', '2027-01-31', '2.11.26']);
});

test('yes and no are read in both languages, and texts are never changed', () => {
  expect(column('boolean', 'Ja', 'nein', 'WAHR', 'falsch', 'yes', 'no', 'true', 'x')).toEqual([
    'true',
    'false',
    'true',
    'false',
    'true',
    'false',
    'true',
    'x',
  ]);
  expect(column('string', '12,50', '2.11.2026', 'ja')).toEqual(['12,50', '2.11.2026', 'ja']);
});
