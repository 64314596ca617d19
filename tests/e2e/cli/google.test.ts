import { expect, test } from '@jest/globals';
import { startVendor, type Vendor } from '../../harness/google.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { engineHere } from './engines.ts';

let vendor: Vendor;

test('svc google connects, sends backups, lists the drive, fetches one, and disconnects', async () => {
  vendor = await startVendor();
  const { google, owner, env } = vendor;
  const dataDir = temporaryDir();
  await engineHere(dataDir, env);
  const before = await svc(dataDir, ['google']);
  expect(before.stdout).toContain('svc google connect');
  expect((await svc(dataDir, ['backup', 'list', '--drive'])).code).toBe(1);

  const connecting = svc(dataDir, ['google', 'connect']);
  while (google.oauth.userCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  google.oauth.allow(google.oauth.userCodes[0] ?? '', owner);
  const connected = await connecting;
  expect(connected.code).toBe(0);
  for (const fact of ['drive.file', google.oauth.userCodes[0], 'owner@example.com'])
    expect(connected.stderr).toContain(fact);

  expect((await svc(dataDir, ['config', 'set', 'backup_clouddrive', 'true'])).code).toBe(0);
  const made = await svc(dataDir, ['backup', 'create']);
  expect(made).toMatchObject({ code: 0 });
  expect(await svc(dataDir, ['google', 'disconnect'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/--delete-backups or --keep-backups/u) as unknown,
  });
  const backupId = made.stdout.trim();
  expect((await svc(dataDir, ['backup', 'list', '--drive'])).stdout).toContain(backupId);
  expect(await svc(dataDir, ['backup', 'send', backupId])).toMatchObject({ code: 0 });
  expect((await svc(dataDir, ['backup', 'delete', backupId])).code).toBe(0);
  expect((await svc(dataDir, ['backup', 'fetch', backupId])).code).toBe(0);
  expect((await svc(dataDir, ['backup', 'verify', backupId])).code).toBe(0);
  expect(await svc(dataDir, ['backup', 'fetch', '20200101T000000000Z'])).toMatchObject({ code: 1 });

  const ended = await svc(dataDir, ['google', 'disconnect', '--delete-backups']);
  expect(ended).toMatchObject({ code: 0 });
  expect(google.tree(owner).filter(({ size }) => size !== null)).toEqual([]);
  expect(await svc(dataDir, ['google', 'disconnect', '--keep-backups', '--json'])).toMatchObject({
    code: 0,
    stdout:
      '{"revoked":false,"drive_backups":{"status":"skipped","deleted":0,"foldersKept":0,"reasons":[]}}\n',
  });
  expect((await svc(dataDir, ['google', 'disconnect'])).code).toBe(0);
});

test('options that contradict each other are refused, and a denied login ends with 1', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await engineHere(dataDir, vendor.env);
  expect((await svc(dataDir, ['google', 'connect', '--access', 'all'])).code).toBe(2);
  expect((await svc(dataDir, ['google', 'disconnect', '--delete-backups', '--keep-backups'])).code).toBe(2);
  expect(await svc(dataDir, ['google', 'address'])).toMatchObject({ code: 1 });
  const connecting = svc(dataDir, ['google', 'connect']);
  const { oauth } = vendor.google;
  while (oauth.userCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  oauth.deny(oauth.userCodes[0] ?? '');
  expect((await connecting).code).toBe(1);
});

test('a connection that waits is shown to the next one, and svc google cancel ends it', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await engineHere(dataDir, vendor.env);
  const { oauth } = vendor.google;
  const connecting = svc(dataDir, ['google', 'connect']);
  while (oauth.userCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await svc(dataDir, ['google', 'connect']);
  expect(second.code).toBe(1);
  for (const fact of [oauth.userCodes[0], 'svc google cancel']) expect(second.stderr).toContain(fact);
  expect(await svc(dataDir, ['google', 'cancel'])).toMatchObject({ code: 0 });
  expect(await connecting).toMatchObject({ code: 1 });
  expect((await svc(dataDir, ['google'])).stdout).not.toContain('waits for you');
});

test('why a backup is not in the drive is said with the command that helps', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await engineHere(dataDir, vendor.env);
  const off = (await svc(dataDir, ['backup', 'create'])).stdout.trim();
  const on = 'svc config set backup_clouddrive true';
  expect((await svc(dataDir, ['backup', 'show', off])).stdout).toContain(on);
  expect(await svc(dataDir, ['backup', 'send', off])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(on) as unknown,
  });
  await svc(dataDir, ['config', 'set', 'backup_clouddrive', 'true']);
  const made = await svc(dataDir, ['backup', 'create']);
  const shown = (await svc(dataDir, ['backup', 'show', made.stdout.trim()])).stdout;
  for (const said of [made.stderr, shown]) expect(said).toContain('svc google connect');
});

test('an instance that counts as hosted without a host to connect through offers no connection', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await engineHere(dataDir, { ...vendor.env, SVC_BILLING_TIER: 'free' });
  expect((await svc(dataDir, ['google'])).stdout).not.toContain('svc google connect');
  for (const asked of ['connect', 'address']) expect((await svc(dataDir, ['google', asked])).code).toBe(1);
});
