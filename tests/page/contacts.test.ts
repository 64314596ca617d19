import { expect, it } from '@jest/globals';
import { STAGES as STAGES_OF_DEALS } from '../../src/core/knowledge/contacts/model.ts';
import type { Contact } from '../../src/page/contacts/contacts.ts';
import { changesOf, clashesOf, fieldsOf, formValuesOf } from '../../src/page/contacts/form-values.ts';
import { money } from '../../src/page/parts/format.ts';
import { formatOf, toldFirst, STAGES, standing, sumsOf } from '../../src/page/contacts/in-words.ts';
import { verifies } from '../spec/verifies.ts';

verifies(
  'page.contacts.deals',
  'never adds money of two currencies, and takes only what is an amount',
  () => {
    expect(
      sumsOf([
        { currency: 'EUR', value: 1200.5 },
        { currency: 'USD', value: 3 },
      ]),
    ).toMatch(/^EUR\s1,200\.50 · USD\s3$/u);
    expect(standing({ stage: 'lead', value: 1250.5, currency: 'EUR', nextAction: 'Call' })).toMatch(
      /^Lead · EUR\s1,250\.50 · .*Call/u,
    );
    expect(money(12, 'no currency')).toBe('12 no currency');
    expect(money(1_000, null)).toBe('1,000');
    expect(STAGES).toEqual(STAGES_OF_DEALS);
  },
);

verifies('page.contacts.transfer', 'knows vCards by their ending, and shows first what was left out', () => {
  expect(['a.vcf', 'A.VCARD', 'a.csv', 'vcf.txt'].map(formatOf)).toEqual(['vcard', 'vcard', 'csv', 'csv']);
  expect(
    toldFirst([
      { outcome: 'added', remarks: [] },
      { outcome: 'refused', remarks: [] },
      { outcome: 'completed', remarks: ['It has notes.'] },
    ]).map(({ outcome }) => outcome),
  ).toEqual(['refused', 'completed', 'added']);
});

it('asks to change only what was changed', () => {
  const contact = { kind: 'person', name: 'Anna', email: 'a@x.example', tags: ['a', 'b'] };
  const given = formValuesOf(contact as unknown as Contact);
  expect(changesOf(given, given)).toBe(null);
  expect(changesOf(given, { ...given, email: ' ', tags: 'b, c,,b', phone: '+43 1 1' })).toEqual({
    email: null,
    tags: ['b', 'c'],
    phone: '+43 1 1',
  });
  expect(fieldsOf('person').filter((name) => !fieldsOf('organization').includes(name))).toEqual([
    'company',
    'role',
    'birthday',
  ]);
});

it('loses nothing that another window changed: tags are added and taken away, and a clash is told', () => {
  const contact = { kind: 'person', name: 'Anna', email: 'a@x.example', tags: ['a', 'b'], notes: 'old' };
  const before = formValuesOf(contact as unknown as Contact);
  const now = { ...before, tags: 'a, c', notes: 'mine', phone: '+43 1 1' };
  const newest = { ...before, tags: 'a, b, d', notes: 'theirs', email: 'new@x.example' };
  expect(clashesOf(before, now, newest)).toEqual(['notes']);
  expect(clashesOf(before, now, { ...newest, notes: 'mine' })).toEqual([]);
  expect(changesOf({ ...before, notes: 'theirs' }, now, newest)).toEqual({
    phone: '+43 1 1',
    notes: 'mine',
    tags: ['a', 'd', 'c'],
  });
});
