import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cloudAccountTokens, driveBackupTokens } from '../../../src/main/tokens.ts';
import { connect, engineAt, startVendor, uploaded, type Vendor } from '../../harness/google.ts';
import { type TestEngine } from '../../harness/in-process-engine.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { backedUp, restored } from '../backups/backups.ts';
import { until } from '../http/wire.ts';
import { connectByVault } from './by-vault.ts';

let vendor: Vendor;
let engine: TestEngine;

async function start(kind: 'device' | 'desktop' = 'device'): Promise<TestEngine> {
  vendor = await startVendor(kind);
  return (engine = await engineAt(vendor));
}

/** An engine whose backup is in the drive. */
async function startUploaded() {
  const at = await start();
  await connect(at, vendor);
  await at.client['config.set']({ body: { backup_clouddrive: true } });
  const backupId = await backedUp(at);
  await uploaded(at);
  return { at, backupId };
}

const isConnected = async ({ client }: Pick<TestEngine, 'client'>) =>
  (await client['google.status']()).connected;

for (const [what, end] of Object.entries<(at: TestEngine) => Promise<void>>({
  disconnect: async ({ client }: TestEngine) => void (await client['google.disconnect']()),
  revoke: async ({ client }: TestEngine) => void (await client['google.revoke']({ body: {} })),
  cancel: async ({ client }: TestEngine) => void (await client['google.cancel']()),
}))
  test(`a login that is about to end connects nothing after ${what}, and its access ends at the vendor`, async () => {
    const at = await start('desktop');
    const { google, owner } = vendor;
    const { verificationUrl } = await at.client['google.auth']({ body: { browser: true } });
    const asking = google.fault({ kind: 'lateReply', path: '/drive/v3/about' });
    const shown = fetch(google.oauth.approve(verificationUrl, owner));
    await asking.hit;
    await end(at);
    asking.release();
    await shown;
    await until('the access has ended', () => google.oauth.grants.every(({ isRevoked }) => isRevoked));
    expect(await isConnected(at)).toBe(false);
    expect((await at.client['secrets.list']({})).secrets.map(({ name }) => name)).not.toContain(
      'SVC_GOOGLE_GRANT',
    );
  });

test('a connection is forgotten while the vault is locked, too', async () => {
  const at = await start();
  await connect(at, vendor);
  const { dataDir } = at;
  await at.stop();
  engine = await engineAt(vendor, { dataDir, env: { SVC_VAULT_KEY: '' } });
  await engine.client['google.disconnect']();
  await engine.stop();
  engine = await engineAt(vendor, { dataDir });
  expect(await isConnected(engine)).toBe(false);
});

test('two disconnects at once: the second waits, and finds nothing to end', async () => {
  const { at } = await startUploaded();
  const body = { delete_drive_backups: true };
  const [first, second] = await Promise.all([
    at.client['google.revoke']({ body }),
    at.client['google.revoke']({ body: {} }),
  ]);
  expect(first).toMatchObject({ revoked: true, drive_backups: { status: 'deleted' } });
  expect(second).toMatchObject({ revoked: false, drive_backups: { status: 'skipped' } });
});

test('a stop in the middle of a disconnect keeps no access: the next start ends it', async () => {
  const { at } = await startUploaded();
  const deleting = vendor.google.fault({ kind: 'held', method: 'DELETE', nth: 1 });
  at.client['google.revoke']({ body: { delete_drive_backups: true } }).catch(() => undefined);
  await deleting.hit;
  // The process dies here: the notes are as they were.
  const notes = readFileSync(join(at.dataDir, 'uploads.json'), 'utf8');
  const grant = at.engine.get(cloudAccountTokens.cloudAccess).grant();
  deleting.release();
  const { dataDir } = at;
  await at.stop();
  writeFileSync(join(dataDir, 'uploads.json'), notes);
  engine = await engineAt(vendor, { dataDir });
  if (grant) await engine.engine.get(cloudAccountTokens.cloudAccess).connect(grant);
  await engine.engine.get(driveBackupTokens.disconnecting).resume();
  expect(await isConnected(engine)).toBe(false);
  expect(JSON.parse(readFileSync(join(dataDir, 'uploads.json'), 'utf8'))).toMatchObject({
    isDisconnecting: false,
  });
});

test('another account that is connected ends the access to the first one', async () => {
  const at = await start('desktop');
  await connect(at, vendor);
  const { google } = vendor;
  const second = google.accounts.account('second@example.com');
  const { verificationUrl } = await at.client['google.auth']({ body: { browser: true } });
  await fetch(google.oauth.approve(verificationUrl, second));
  await until('the first one has ended', () =>
    google.oauth.grants.some(({ account, isRevoked }) => account === vendor.owner && isRevoked),
  );
  expect(await at.client['google.status']()).toMatchObject({
    connected: true,
    account: 'second@example.com',
  });
  expect(google.oauth.grants.some(({ account, isRevoked }) => account === second && isRevoked)).toBe(false);
});

test('a backup that a check found wrong is not uploaded', async () => {
  const at = await start();
  const backupId = await backedUp(at);
  const file = join(at.dataDir, 'backups', backupId, 'history.db');
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const params = { id: backupId };
  expect(await at.client['backups.verify']({ params })).toMatchObject({ ok: false });
  await connect(at, vendor);
  await at.client['config.set']({ body: { backup_clouddrive: true } });
  await expect(at.client['backups.upload']({ params })).rejects.toMatchObject({
    problem: { code: 'backup_unusable' },
  });
  expect(vendor.google.tree(vendor.owner)).toEqual([]);
});

test('damaged notes are set aside; a backup that is sent again goes into its folder', async () => {
  const { at, backupId } = await startUploaded();
  const { dataDir } = at;
  await at.stop();
  const file = join(dataDir, 'uploads.json');
  const notes = JSON.parse(readFileSync(file, 'utf8')) as { mark: string; uploads: object };
  // One damaged note costs itself.
  writeFileSync(file, JSON.stringify({ ...notes, uploads: { [backupId]: null, '20200101T000000000Z': 7 } }));
  engine = await engineAt(vendor, { dataDir });
  await connect(engine, vendor);
  const params = { id: backupId };
  expect((await engine.client['backups.get']({ params })).upload.status).toBe('none');
  await engine.client['backups.upload']({ params });
  await uploaded(engine);
  expect((await engine.client['backups.get']({ params })).upload.status).toBe('complete');
  const paths = vendor.google.tree(vendor.owner).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  await engine.stop();
  writeFileSync(file, '{"uploads": {');
  engine = await engineAt(vendor, { dataDir });
  await engine.client['backups.get']({ params });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('uploads.json.corrupt-'))).toHaveLength(1);
});

test('a restore brings back no access that has ended, and keeps the one that is there', async () => {
  vendor = await startVendor();
  const restartable = await startRestartable({ env: vendor.env });
  const { client } = restartable;
  await connectByVault(restartable, vendor);
  const backupId = await backedUp(restartable);
  await client['google.disconnect']();
  expect(await restored(restartable, backupId)).toMatchObject({ status: 'completed' });
  expect(await client['google.status']()).toMatchObject({ connected: false });
  await connectByVault(restartable, vendor, vendor.google.accounts.account('second@example.com'));
  expect(await restored(restartable, backupId)).toMatchObject({ status: 'completed' });
  expect(await client['google.status']()).toMatchObject({ connected: true, account: 'second@example.com' });
});
