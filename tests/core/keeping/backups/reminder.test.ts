import { expect, test } from '@jest/globals';
import type { BackupRecord } from '../../../../src/core/keeping/backups/model.ts';
import { reminderOf } from '../../../../src/core/keeping/backups/reminder.ts';
import { verifies } from '../../../spec/verifies.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-23T12:00:00Z');

const backup = (days: number, rest: Partial<BackupRecord> = {}) =>
  ({ createdAt: NOW - days * DAY, kind: 'manual', status: 'complete', own: true, ...rest }) as const;

verifies('backups.reminder', 'reminds after a week without a backup, and not before', () => {
  expect(reminderOf([], null, NOW)).toBeNull();
  expect(reminderOf([], NOW - 6.9 * DAY, NOW)).toBeNull();
  expect(reminderOf([], NOW - 7 * DAY, NOW)).toEqual({ code: 'backup.none', facts: {} });
  expect(reminderOf([backup(0, { status: 'running' })], NOW - 8 * DAY, NOW)).toEqual({
    code: 'backup.none',
    facts: {},
  });
});

verifies('backups.reminder', 'reminds of a good backup that is older than 14 days', () => {
  expect(reminderOf([backup(14.9), backup(40)], NOW - 90 * DAY, NOW)).toBeNull();
  expect(reminderOf([backup(15.1), backup(40)], NOW - 90 * DAY, NOW)).toEqual({
    code: 'backup.old',
    facts: { days: 15 },
  });
});

test.each<[string, Partial<BackupRecord>]>([
  ['was not checked', { status: 'unverified' }],
  ['is not usable', { status: 'failed' }],
  ['is of another instance', { own: false }],
  ['holds what a restore replaced', { kind: 'before_restore' }],
])('a backup does not count that %s', (_why, rest) => {
  expect(reminderOf([backup(1, rest)], NOW - 8 * DAY, NOW)).toEqual({ code: 'backup.none_good', facts: {} });
});
