import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isHosted } from '../../../src/core/outside/cloud-account/hosting.ts';
import { connect, uploaded } from '../../harness/google.ts';
import { verifies } from '../../spec/verifies.ts';
import { backedUp } from '../backups/backups.ts';
import { refusal } from '../http/problems.ts';
import { vendor, engine, startAgain, start, startOn, switchOn, made, paths, sent } from './uploads.ts';

verifies(
  [
    'drive.upload.takes-effect',
    'drive.upload.off',
    'drive.upload.user-config',
    'drive.upload.scope',
    'drive.upload.encrypted',
  ],
  'each hindrance is told and nothing is sent, until there is none; copies stay once uploads are off again',
  async () => {
    await start();
    const reminders = async () => (await engine.client['engine.status']()).reminders;
    const set = (config: object) => engine.client['config.set']({ body: config });
    const hindered: readonly (readonly [string, isTold: boolean, () => Promise<unknown>])[] = [
      ['not_connected', true, () => switchOn()],
      ['scope_missing', true, () => connect(engine, vendor, { scopes: ['drive.readonly'] })],
      ['off', false, async () => (await connect(engine, vendor), await switchOn(false))],
      ['not_encrypted', true, () => set({ backup_clouddrive: true, backup_encrypt: false })],
    ];
    for (const [reason, isTold, begin] of hindered) {
      await begin();
      const told = engine.log.events('warn').length;
      const { backup } = await made();
      const isEncrypted = reason !== 'not_encrypted';
      expect(backup).toMatchObject({
        status: 'complete',
        encrypted: isEncrypted,
        upload: { status: 'skipped', reasons: [reason] },
      });
      expect([reason, engine.log.events('warn').length > told]).toEqual([reason, isTold]);
      const isReminded = ['not_connected', 'scope_missing'].includes(reason);
      expect([reason, await reminders()]).toEqual([reason, isReminded ? [expect.any(String)] : []]);
      const params = { id: backup.backupId };
      expect(await refusal(engine.client['backups.upload']({ params }))).toMatchObject({
        code: 'upload_not_possible',
        reasons: [reason],
      });
    }
    expect(sent()).toEqual([]);

    await set({ backup_encrypt: true });
    const { backup } = await made();
    expect(backup.upload.status).toBe('complete');
    await switchOn(false);
    expect((await made()).backup.upload.reasons).toEqual(['off']);
    expect(paths().filter((path) => path.endsWith('/manifest.json'))).toEqual([
      `svc-backups/${backup.backupId}/manifest.json`,
    ]);
    expect(vendor.google.deletions).toEqual([]);
  },
);

verifies(
  ['backups.without-key', 'drive.upload.encrypted'],
  'without a usable vault key the local backup runs, the upload is skipped, and a line says so',
  async () => {
    await start({ env: { SVC_VAULT_KEY: '' } });
    await switchOn();
    const { backup } = await made();
    expect(backup).toMatchObject({ status: 'complete', encrypted: false });
    expect(backup.upload.status).toBe('skipped');
    expect(backup.upload.reasons).toContain('no_key');
    expect(engine.log.events('warn').some((event) => event.startsWith('[svc:backup]'))).toBe(true);
  },
);

verifies('drive.upload.not-hosted', 'a hosted instance never uploads, by whichever variable', async () => {
  const names = ['SVC_MANAGED_INSTANCE_ID', 'SVC_BILLING_TIER', 'SVC_MANAGED_MODE', 'SVC_MANAGED_X'];
  for (const name of names) expect([name, isHosted([name], () => true)]).toEqual([name, true]);
  expect(isHosted([...names, 'SVC_OTHER'], (name) => name === 'SVC_OTHER')).toBe(false);
  await startOn({ env: { SVC_BILLING_TIER: '1' } });
  expect((await made()).backup.upload).toMatchObject({ status: 'skipped', reasons: ['hosted'] });
  expect(sent()).toEqual([]);
  await startOn({ env: { SVC_BILLING_TIER: ' ', SVC_MANAGED_MODE: '' } });
  expect((await made()).backup.upload.status).toBe('complete');
});

test('safety copies are not for the drive', async () => {
  await startOn();
  await engine.engine.services.backups.made('before_migration');
  await uploaded(engine);
  const { backups } = await engine.client['backups.list']();
  expect(backups.map(({ kind, upload }) => [kind, upload.status])).toEqual([['before_migration', 'none']]);
  expect(sent()).toEqual([]);
});

test('an upload that a stop cut off goes on after the next start', async () => {
  await startOn();
  const held = vendor.google.fault({ kind: 'held', path: '/upload/drive/v3/files', nth: 3 });
  const { backupId } = await engine.client['backups.create']();
  await held.hit;
  const { dataDir } = engine;
  await engine.stop();
  held.release();
  await startAgain(dataDir);
  const params = { id: backupId };
  expect((await engine.client['backups.get']({ params })).upload.status).toBe('pending');
  await engine.engine.services.uploads.begin();
  await uploaded(engine);
  expect((await engine.client['backups.get']({ params })).upload.status).toBe('complete');
  expect(new Set(paths()).size).toBe(paths().length);
  expect(paths().filter((path) => path.split('/').length === 2)).toHaveLength(1);
});

test('without the scope nothing is looked at, and access ends', async () => {
  await start();
  await connect(engine, vendor, { scopes: ['drive.readonly'] });
  const body = { delete_drive_backups: true };
  expect(await engine.client['google.revoke']({ body })).toMatchObject({
    revoked: true,
    drive_backups: { status: 'unchecked' },
  });
});

verifies('drive.disconnect.new-backups', 'during a disconnect backups stay local', async () => {
  await startOn();
  const uploading = vendor.google.fault({ kind: 'held', path: '/upload/drive/v3/files', nth: 2 });
  const { backupId } = await engine.client['backups.create']();
  await uploading.hit;
  const deleting = vendor.google.fault({ kind: 'held', method: 'DELETE', nth: 1 });
  const revoked = engine.client['google.revoke']({ body: { delete_drive_backups: true } });
  await deleting.hit;
  const params = { id: await backedUp(engine) };
  const backup = await engine.client['backups.get']({ params });
  expect(backup).toMatchObject({ status: 'complete', upload: { status: 'skipped', reasons: ['paused'] } });
  deleting.release();
  uploading.release();
  expect(await revoked).toMatchObject({ revoked: true });
  const first = await engine.client['backups.get']({ params: { id: backupId } });
  expect(first.upload.status).not.toBe('complete');
  expect(existsSync(join(engine.dataDir, 'backups', backupId, 'manifest.json'))).toBe(true);
});

test('what is altered or missing in the drive does not come home', async () => {
  await startOn();
  const { backup } = await made();
  const params = { id: backup.backupId };
  await engine.client['backups.delete']({ params });
  const { google } = vendor;
  const named = (name: string) => [...google.drive.files.values()].find((file) => file.name === name);
  const vault = named('vault.db');
  const files = google.drive.files as Map<string, unknown>;
  files.delete(vault?.id ?? '');
  expect(await refusal(engine.client['google.fetch-backup']({ params }))).toMatchObject({
    code: 'drive_backup_unusable',
    detail: expect.stringContaining('vault.db') as unknown,
  });
  expect((await engine.client['backups.list']()).backups).toEqual([]);
  files.set(vault?.id ?? '', vault);
  // Bytes that rotted in the drive, or on the way, are no backup; what was altered on purpose is told by the check.
  const sound = vault!.content!;
  const bytes = Buffer.from(sound.bytes!);
  bytes[1_000]! ^= 1;
  vault!.content = { ...sound, bytes };
  expect(await refusal(engine.client['google.fetch-backup']({ params }))).toMatchObject({
    code: 'backup_unusable',
    detail: expect.stringContaining('other bytes') as unknown,
  });
  expect((await engine.client['backups.list']()).backups).toEqual([]);
  vault!.content = { ...sound, bytes, md5: createHash('md5').update(bytes).digest('hex') };
  expect(await engine.client['google.fetch-backup']({ params })).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('vault.db')],
  });
  await engine.client['backups.delete']({ params });
  vault!.content = sound;
  const manifest = named('manifest.json');
  files.delete(manifest?.id ?? '');
  expect((await refusal(engine.client['google.fetch-backup']({ params }))).code).toBe(
    'drive_backup_not_found',
  );
  files.set(manifest?.id ?? '', manifest);
  expect(await engine.client['google.fetch-backup']({ params })).toEqual({
    ok: true,
    problems: [],
    keyMissing: false,
    says: { problems: [] },
  });
  expect(await engine.client['backups.get']({ params })).toMatchObject({ status: 'complete', own: true });
});
