import { expect } from '@jest/globals';
import { COLUMN_TYPES } from '../../src/core/knowledge/collections/model.ts';
import { filterFrom, operatorsOf, wrongWith } from '../../src/page/data/conditions.ts';
import { columnsIn, fieldOf, valueIn, valueWords } from '../../src/page/data/in-words.ts';
import { verifies } from '../spec/verifies.ts';

verifies('page.data', 'asks for records by conditions that all hold', () => {
  const amount = { column: 'amount', type: 'number' } as const;
  const conditions = [
    { ...amount, operator: 'gte', value: '10' },
    { ...amount, operator: 'lt', value: '20' },
    { column: 'paid', type: 'boolean', operator: 'eq', value: 'true' },
    { column: 'note', type: 'string', operator: 'empty', value: '' },
    { column: 'day', type: 'date', operator: 'gt', value: '2027-01-31' },
  ] as const;
  expect(filterFrom(conditions)).toEqual({
    amount: { gte: '10', lt: '20' },
    paid: { eq: 'true' },
    note: { isNull: true },
    day: { gt: '2027-01-31' },
  });
  expect(Object.keys(operatorsOf)).toEqual([...COLUMN_TYPES]);
});

verifies('page.data', 'compares with a number and a day as people write them, and with nothing else', () => {
  const than = (type: 'date' | 'number', value: string) =>
    filterFrom([{ column: 'a', type, operator: 'gt', value }])['a'];
  expect([than('number', '1,000.5'), than('date', 'Jan 31, 2027')]).toEqual([
    { gt: '1000.5' },
    { gt: '2027-01-31' },
  ]);
  for (const value of ['12.50', '-3', '1,000.5']) expect(wrongWith('number', value)).toBe('');
  for (const value of ['2027-01-31', '1/31/2027', '2027-01-31T09:00:00Z', '2027-01-31 09:00+02:00'])
    expect([value, wrongWith('date', value)]).toEqual([value, '']);
  for (const value of ['abc', '1,00,0', '']) expect(wrongWith('number', value)).toContain('a number');
  for (const value of ['yesterday', '2027', '2027-01', '2027-13-01', '2027-01-31T09:00'])
    expect([value, wrongWith('date', value)]).toEqual([value, expect.stringContaining('Write a day')]);
  expect(wrongWith('string', 'abc')).toBe('');
});

verifies('page.data', 'tells values by their type, and takes them back as they were', () => {
  const subject = { entityId: 'e1', name: 'Anna' };
  expect([
    valueWords('number', 0),
    valueWords('string', ''),
    valueWords('boolean', false),
    valueWords('date', '2027-01-31T00:00:00.000Z'),
    valueWords('json', { a: [1] }),
    valueWords('subject', subject),
    valueWords('number', null),
  ]).toEqual(['0', '', 'no', 'Jan 31, 2027', '{"a":[1]}', 'Anna', '']);
  for (const [type, value, field] of [
    ['number', 12.5, '12.5'],
    ['string', ' a ', ' a '],
    ['date', '2027-01-31T00:00:00.000Z', '2027-01-31'],
    ['date', '2027-01-31T09:00:00.000Z', '2027-01-31T09:00:00.000Z'],
    ['boolean', true, 'true'],
    ['json', [1], '[\n  1\n]'],
    ['subject', subject, 'Anna'],
    ['string', null, ''],
  ] as const)
    expect([type, fieldOf(type, value)]).toEqual([type, field]);
  expect([
    valueIn('json', '{'),
    valueIn('json', '[1]'),
    valueIn('number', ' 1 '),
    valueIn('number', '1,234'),
    valueIn('number', '-2.5e3'),
    valueIn('date', ' '),
  ]).toEqual([undefined, [1], '1', undefined, '-2.5e3', null]);
});

verifies('page.data', 'reads columns that are written one in each line', () => {
  expect(columnsIn('Datum Datum eindeutig\nBetrag zahl\nbezahlt ja/nein\nwer eintrag')).toEqual([
    { name: 'datum', type: 'date', isUnique: true },
    { name: 'betrag', type: 'number' },
    { name: 'bezahlt', type: 'boolean' },
    { name: 'wer', type: 'subject' },
  ]);
  expect(columnsIn('note text')).toEqual([{ name: 'note', type: 'string' }]);
  expect(columnsIn('invoice_no unique\n\n amount  number\npaid boolean unique')).toEqual([
    { name: 'invoice_no', type: 'string', isUnique: true },
    { name: 'amount', type: 'number' },
    { name: 'paid', type: 'boolean', isUnique: true },
  ]);
  expect([columnsIn('a\nb money'), columnsIn('a number twice'), columnsIn(' \n')]).toEqual([2, 1, []]);
});
