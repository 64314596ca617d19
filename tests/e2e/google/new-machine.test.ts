import { expect, test } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { connect, engineAt, startVendor, uploaded } from '../../harness/google.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { backedUp, restored } from '../backups/backups.ts';
import { refusal } from '../http/problems.ts';
import { allOf, newSession, startRun } from '../http/runs.ts';
import { connectByVault } from './by-vault.ts';

test('a new machine with the vault key and the account fetches a backup and restores it', async () => {
  const vendor = await startVendor();
  const first = await engineAt(vendor, { model: new ScriptedModel([[text('remember the needle')]]) });
  await connect(first, vendor);
  await first.client['config.set']({ body: { backup_clouddrive: true } });
  const session = await newSession(first);
  await allOf(await startRun(first, session.id, 'the needle'));
  const backupId = await backedUp(first);
  const params = { id: backupId };
  await uploaded(first);
  const made = await first.client['backups.get']({ params });
  expect(made.upload.status).toBe('complete');
  const { key } = await first.client['vault.key']();
  await first.stop();

  const second = await startRestartable({ env: vendor.env });
  await connectByVault(second, vendor);
  const { client } = second;
  expect((await client['google.backups']()).backups).toEqual([
    {
      backupId,
      createdAt: made.createdAt,
      sizeBytes: expect.any(Number) as unknown as number,
      fileCount: made.fileCount,
      isComplete: true,
      isHere: false,
    },
  ]);
  // The key of the other machine is not here: the backup is, and that is told.
  const { ok, problems } = await client['google.fetch-backup']({ params });
  expect([ok, problems]).toEqual([false, [expect.stringContaining('does not have the key')]]);
  expect(await client['backups.get']({ params })).toMatchObject({ own: false, status: 'unverified' });
  expect((await refusal(client['google.fetch-backup']({ params }))).code).toBe('backup_exists');

  const outcome = await restored(second, backupId, { allowForeign: true, key });
  expect(outcome).toMatchObject({
    status: 'completed',
    problems: [expect.stringContaining('backup_clouddrive')],
  });
  const { threads } = await client['threads.list']({ query: {} });
  expect(threads.map(({ title }) => title)).toEqual(['the needle']);
  // It stays a backup of the other machine: restored again, it is trusted no more than before.
  expect(await client['backups.get']({ params })).toMatchObject({ own: false, status: 'complete' });

  // The copies are those of the first machine, which goes on: they stay when the second one disconnects.
  const before = vendor.google.tree(vendor.owner).length;
  expect(await client['google.revoke']({ body: { delete_drive_backups: true } })).toMatchObject({
    drive_backups: { deleted: 0 },
  });
  expect(vendor.google.tree(vendor.owner)).toHaveLength(before);
});
