import { expect, it } from '@jest/globals';
import { stateOf, warningsAbout, type Backup } from '../../src/page/backups/state.ts';
import { verifies } from '../spec/verifies.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-23T12:00:00Z');

const backup = (days: number, more: Partial<Backup> = {}) =>
  ({
    createdAt: new Date(NOW - days * DAY).toISOString(),
    status: 'complete',
    lastProvenRestorable: null,
    own: true,
    encrypted: true,
    ...more,
  }) as Backup;
const proven = { lastProvenRestorable: '2026-11-23T00:00:00Z' };

it('names what is known of a backup', () => {
  expect(stateOf(backup(1))).toBe('checked');
  expect(stateOf(backup(1, proven))).toBe('proven');
  expect(stateOf(backup(1, { status: 'unverified', ...proven }))).toBe('unchecked');
  expect(stateOf(backup(1, { status: 'failed', ...proven }))).toBe('failed');
});

verifies('page.backups', 'warns when the newest proven backup is older than 14 days', () => {
  const about = (...all: readonly Backup[]) => warningsAbout(all, NOW);
  expect(about()).toEqual([]);
  expect(about(backup(1))).toEqual([]);
  expect(about(backup(1), backup(20))).toEqual(['old']);
  expect(about(backup(1), backup(13, proven), backup(20))).toEqual([]);
  expect(about(backup(1), backup(15, proven))).toEqual(['old']);
  expect(about(backup(1, { status: 'failed' }))).toEqual(['old']);
  expect(about(backup(1), backup(2, { own: false }))).toEqual([]);
});

verifies('page.backups', 'warns when the newest backup is not encrypted', () => {
  expect(warningsAbout([backup(1, { encrypted: false }), backup(2, proven)], NOW)).toEqual(['plain']);
  expect(warningsAbout([backup(1, proven), backup(2, { encrypted: false })], NOW)).toEqual([]);
});
