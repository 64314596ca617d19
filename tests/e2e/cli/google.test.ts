import { afterEach, expect, jest, test } from '@jest/globals';
import { startVendor, type Vendor } from '../../harness/google.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { anEngine, endAll } from './engines.ts';

let vendor: Vendor;
afterEach(async () => {
  await endAll();
  await vendor.google.close();
});

/** A login is asked for each five seconds. */
jest.setTimeout(60_000);

test('svc google connects, sends backups, lists the drive, fetches one, and disconnects', async () => {
  vendor = await startVendor();
  const { google, owner, env } = vendor;
  const dataDir = temporaryDir();
  await anEngine(dataDir, env);
  const before = await svc(dataDir, ['google']);
  expect(before).toMatchObject({ code: 0, stdout: 'Not connected. Connect with svc google connect.\n' });
  expect(await svc(dataDir, ['backup', 'list', '--drive'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No cloud account is connected.') as unknown,
  });

  const connecting = svc(dataDir, ['google', 'connect']);
  while (google.oauth.userCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  google.oauth.allow(google.oauth.userCodes[0] ?? '', owner);
  const connected = await connecting;
  expect(connected.code).toBe(0);
  expect(connected.stderr).toContain('  drive.file: to upload backups');
  expect(connected.stderr).toContain(`type this code there: ${google.oauth.userCodes[0]}`);
  expect(connected.stderr).toContain('Connected as owner@example.com.');

  expect((await svc(dataDir, ['config', 'set', 'backup_clouddrive', 'true'])).code).toBe(0);
  const made = await svc(dataDir, ['backup', 'create']);
  expect(made).toMatchObject({ code: 0 });
  expect(await svc(dataDir, ['google', 'disconnect'])).toMatchObject({
    code: 1,
    stderr:
      'svc: say what becomes of the backups in the drive: repeat this with --delete-backups or --keep-backups. Nothing was changed.\n',
  });
  expect(made.stderr).toContain('It is in the drive, and its checksums were compared.');
  const backupId = made.stdout.trim();
  expect((await svc(dataDir, ['backup'])).stdout).toContain('also in the drive');
  expect((await svc(dataDir, ['backup', 'list', '--drive'])).stdout).toContain('also here');
  expect(await svc(dataDir, ['backup', 'send', backupId])).toMatchObject({ code: 0 });
  expect((await svc(dataDir, ['backup', 'delete', backupId])).code).toBe(0);
  expect(await svc(dataDir, ['backup', 'fetch', backupId])).toMatchObject({
    code: 0,
    stdout: 'The backup is here, was opened and checked: svc backup restore restores it.\n',
  });
  expect(await svc(dataDir, ['backup', 'fetch', '20200101T000000000Z'])).toMatchObject({ code: 1 });

  const ended = await svc(dataDir, ['google', 'disconnect', '--delete-backups']);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stderr).toMatch(/Deleted in the drive: \d+ files\. The empty folders stay\./u);
  expect(ended.stderr).toContain('Disconnected: Google has ended the access.');
  expect(google.tree(owner).filter(({ size }) => size !== null)).toEqual([]);
  expect(await svc(dataDir, ['google', 'disconnect', '--keep-backups', '--json'])).toMatchObject({
    code: 0,
    stdout:
      '{"revoked":false,"drive_backups":{"status":"skipped","deleted":0,"foldersKept":0,"reasons":[]}}\n',
  });
  expect(await svc(dataDir, ['google', 'disconnect'])).toMatchObject({
    code: 0,
    stderr: 'No account is connected.\n',
  });
});

test('what cannot be meant is refused, and a denied login ends with 1', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await anEngine(dataDir, vendor.env);
  expect(await svc(dataDir, ['google', 'connect', '--access', 'all'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--access takes one of backups, read, full.') as unknown,
  });
  expect((await svc(dataDir, ['google', 'disconnect', '--delete-backups', '--keep-backups'])).code).toBe(2);
  expect(await svc(dataDir, ['google', 'address'])).toMatchObject({ code: 1 });
  const connecting = svc(dataDir, ['google', 'connect']);
  const { oauth } = vendor.google;
  while (oauth.userCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  oauth.deny(oauth.userCodes[0] ?? '');
  expect(await connecting).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'svc: The connection was refused at Google. Nothing was connected.',
    ) as unknown,
  });
});

test('a connection that waits is shown to the next one, and svc google cancel ends it', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await anEngine(dataDir, vendor.env);
  const { oauth } = vendor.google;
  const connecting = svc(dataDir, ['google', 'connect']);
  while (oauth.userCodes.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const second = await svc(dataDir, ['google', 'connect']);
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(
    /svc: a connection waits for you already, until [-\d]{10} [\d:]{5}: open http\S+ and type /u,
  );
  expect(second.stderr).toContain(
    `type ${oauth.userCodes[0]}. To begin another, end it with svc google cancel.`,
  );
  expect(await svc(dataDir, ['google', 'cancel'])).toMatchObject({ code: 0 });
  expect(await connecting).toMatchObject({ code: 1 });
  expect((await svc(dataDir, ['google'])).stdout).not.toContain('waits for you');
});

test('why a backup is not in the drive is said in words, with the command that helps', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await anEngine(dataDir, vendor.env);
  expect((await svc(dataDir, ['secret', 'set', 'GOOGLE_CLIENT_ID'], {}, 'an-id')).stderr).toContain(
    'GOOGLE_CLIENT_ID is stored, for the connection to Google.\n',
  );
  const off = (await svc(dataDir, ['backup', 'create'])).stdout.trim();
  const words = 'Uploads are off: svc config set backup_clouddrive true switches them on.';
  expect((await svc(dataDir, ['backup', 'show', off])).stdout).toContain(`no. ${words}`);
  expect((await svc(dataDir, ['backup', 'list'])).stdout).not.toContain('in the drive');
  expect((await svc(dataDir, ['backup', 'send', off])).stderr).toContain(`svc: ${words}`);
  expect((await svc(dataDir, ['config', 'set', 'backup_clouddrive', 'true'])).stderr).toContain(
    'takes effect with the next backup; an upload in progress goes on.',
  );
  const made = await svc(dataDir, ['backup', 'create']);
  const why = 'No cloud account is connected: svc google connect connects one.';
  expect(made.stderr).toContain(`this machine alone: it was not uploaded. ${why}`);
  expect((await svc(dataDir, ['backup', 'show', made.stdout.trim()])).stdout).toContain(`no. ${why}`);
  expect((await svc(dataDir, ['backup', 'list'])).stdout).toContain('not in the drive');
});

test('an instance that counts as hosted without a host to connect through says so everywhere', async () => {
  vendor = await startVendor();
  const dataDir = temporaryDir();
  await anEngine(dataDir, { ...vendor.env, SVC_BILLING_TIER: 'free' });
  const says = 'Its host offers no connection here, and backups stay on this machine.';
  expect((await svc(dataDir, ['google'])).stdout).toContain(says);
  expect(await svc(dataDir, ['google', 'connect'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(says) as unknown,
  });
  expect((await svc(dataDir, ['google', 'address'])).stderr).toContain('offers no connection');
});
