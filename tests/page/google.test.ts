import { expect, it } from '@jest/globals';
import { canSend, copyWords, uploadsPauseMs } from '../../src/page/backups/copy-state.ts';
import type { Backup } from '../../src/page/backups/state.ts';
import {
  answersIn,
  deletionWords,
  lastCopies,
  levelOf,
  standingOf,
  timeLeft,
  type Account,
  type Ended,
} from '../../src/page/settings/google/standing.ts';
import { verifies } from '../spec/verifies.ts';

const pending = {
  verificationUrl: 'https://www.google.com/device',
  userCode: 'ABCD-EFGH',
  expiresAt: '2026-11-24T12:15:00.000Z',
  intervalMs: 5_000,
};
const says = { code: 'account.for_backups', facts: {} };
const offers: Account['offers'] = [
  { access: 'backups', mode: 'device', asks: [{ scope: 'drive.file', why: 'a', says }] },
  {
    access: 'read',
    mode: 'redirect',
    asks: [
      { scope: 'drive.file', why: 'a', says },
      { scope: 'drive.readonly', why: 'b', says },
    ],
  },
];
const account = (more: Partial<Account> = {}): Account => ({
  available: true,
  connected: false,
  account: null,
  client: 'own',
  mode: 'device',
  scopes: [],
  driveScope: false,
  expiresAt: null,
  problem: null,
  pending: null,
  offers,
  ...more,
});

it('names how the connection stands', () => {
  expect(standingOf(account())).toBe('ready');
  expect(standingOf(account({ available: false }))).toBe('noClient');
  expect(standingOf(account({ pending }))).toBe('waiting');
  expect(standingOf(account({ connected: true }))).toBe('connected');
  expect(standingOf(account({ connected: true, pending }))).toBe('waiting');
  // The client was removed after the connection.
  expect(standingOf(account({ connected: true, available: false }))).toBe('connected');
  const locked = { problem: { code: 'vault_locked', text: 'The vault is locked.' }, available: false };
  expect(standingOf(account(locked))).toBe('locked');
  expect(standingOf(account({ mode: 'hosted' }))).toBe('hosted');
  expect(standingOf(account({ mode: 'hosted', available: false }))).toBe('hostedOff');
  expect(standingOf(account({ mode: 'hosted', connected: true }))).toBe('connected');
});

it('names the least level that has everything that was granted', () => {
  expect(levelOf(account())).toBeNull();
  expect(levelOf(account({ scopes: ['drive.file'] }))).toBe('backups');
  expect(levelOf(account({ scopes: ['drive.readonly'] }))).toBe('read');
  expect(levelOf(account({ scopes: ['drive.file', 'drive'] }))).toBeNull();
});

it('answers by a code only where that is possible and wanted', () => {
  const [backups, read] = offers as [Account['offers'][number], Account['offers'][number]];
  expect(answersIn(backups, false)).toBe('code');
  expect(answersIn(backups, true)).toBe('browser');
  expect(answersIn(read, false)).toBe('browser');
});

it('counts the time that is left, and never below zero', () => {
  const at = (before: number) => timeLeft(pending.expiresAt, Date.parse(pending.expiresAt) - before);
  expect(at(15 * 60_000)).toBe('15:00');
  expect(at(61_001)).toBe('1:02');
  expect(at(9_000)).toBe('0:09');
  expect(at(-5_000)).toBe('0:00');
});

const copied = (status: Backup['upload']['status'], more: Partial<Backup['upload']> = {}): Backup =>
  ({
    backupId: status,
    createdAt: '2026-11-24T12:00:00.000Z',
    kind: 'manual',
    status: 'complete',
    own: true,
    encrypted: true,
    says: { problems: [] },
    upload: {
      status,
      reasons: [],
      problem: null,
      uploadedAt: null,
      doneBytes: 0,
      totalBytes: 0,
      ...more,
    },
  }) as unknown as Backup;
const safety = (one: Backup): Backup => ({ ...one, kind: 'before_restore' });
const away = { isConnected: false, canUpload: false };
const connected = { isConnected: true, canUpload: true };

it('is silent about a drive that its owner does not use', () => {
  expect(copyWords(copied('none'), away)).toBe('');
  expect(copyWords(copied('skipped', { reasons: ['off', 'not_connected'] }), away)).toBe('');
  expect(copyWords(copied('none'), connected)).toBe('Only on this machine.');
  expect(copyWords(copied('skipped', { reasons: ['off'] }), connected)).toBe('Only on this machine.');
});

it('offers to send a backup where it failed, was skipped or never went', () => {
  for (const status of ['failed', 'skipped', 'none'] as const) {
    expect(canSend(copied(status), connected)).toBe(true);
    expect(canSend(copied(status), { isConnected: true, canUpload: false })).toBe(false);
    expect(canSend(safety(copied(status)), connected)).toBe(false);
    expect(canSend({ ...copied(status), encrypted: false }, connected)).toBe(false);
    expect(canSend({ ...copied(status), status: 'failed' }, connected)).toBe(false);
  }
  for (const status of ['complete', 'pending', 'uploading'] as const)
    expect(canSend(copied(status), connected)).toBe(false);
});

it('reads uploads anew only while one goes on', () => {
  expect(uploadsPauseMs([copied('complete'), copied('failed')])).toBe(Infinity);
  expect(uploadsPauseMs([copied('uploading')])).toBe(5_000);
  expect(uploadsPauseMs([copied('uploading'), copied('pending')])).toBe(2_000);
});

it('names the last upload, the last failure, and why the newest backup was left out', () => {
  const [complete, failed] = [copied('complete'), copied('failed')];
  const skipped = copied('skipped', { reasons: ['no_key'] });
  expect(lastCopies([])).toEqual({ uploaded: null, failed: null, skipped: null });
  expect(lastCopies([failed, complete])).toEqual({ uploaded: complete, failed, skipped: null });
  expect(lastCopies([safety(copied('none')), skipped, complete])).toMatchObject({
    uploaded: complete,
    skipped,
  });
  expect(lastCopies([complete, skipped]).skipped).toBeNull();
  expect(lastCopies([copied('skipped', { reasons: ['off'] })]).skipped).toBeNull();
});

verifies('drive.disconnect.ui', 'says what became of the backups in the drive', () => {
  const said = (status: Ended['drive_backups']['status'], deleted = 0, foldersKept = 0) =>
    deletionWords({ revoked: true, drive_backups: { status, deleted, foldersKept, reasons: [] } });
  expect(said('skipped')).toBe('The backups in the drive were kept.');
  expect(said('none')).toBe('There were no backups of this instance in the drive.');
  expect(said('unchecked')).toMatch(/nothing was deleted\.$/u);
  expect(said('deleted', 1)).toBe('1 file was deleted from the drive.');
  expect(said('degraded', 7, 2)).toBe('7 files were deleted from the drive. 2 folders stay there.');
});
