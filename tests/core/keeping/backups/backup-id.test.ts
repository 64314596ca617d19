import { expect, test } from '@jest/globals';
import { backupIdAt, isBackupId, timeOf } from '../../../../src/core/keeping/backups/backup-id.ts';

const NOON = Date.UTC(2026, 10, 23, 12, 0, 0, 7);

test('an id is the UTC time of its moment, and names that moment', () => {
  expect(backupIdAt(NOON, null)).toBe('20261123T120000007Z');
  expect(timeOf('20261123T120000007Z')).toBe(NOON);
});

test('two backups of one moment have two ids', () => {
  const first = backupIdAt(NOON, null);
  expect(backupIdAt(NOON, first)).toBe('20261123T120000008Z');
  expect(backupIdAt(NOON - 60_000, first)).toBe('20261123T115900007Z');
});

test('other texts are no ids, so that none of them becomes a path', () => {
  const others = [
    '',
    '.',
    '..',
    '20261123T120000007',
    '20261123T120000007Z/..',
    '20261399T120000007Z',
    ' 20261123T120000007Z',
    '20261123T120000007Z\n',
    '../20261123T120000007Z',
    '２0261123T120000007Z',
  ];
  expect(others.filter(isBackupId)).toEqual([]);
});
