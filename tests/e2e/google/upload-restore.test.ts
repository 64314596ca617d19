// A key that changes, and a restore, while copies are in the drive or on their way there.
import { expect, test } from '@jest/globals';
import { startVendor, type Vendor } from '../../harness/google.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { backedUp, restored } from '../backups/backups.ts';
import { until } from '../http/wire.ts';
import { connectByVault } from './by-vault.ts';

let vendor: Vendor;
let engine: RestartableEngine;

const uploadOf = async (id: string) => (await engine.client['backups.get']({ params: { id } })).upload;
const isUploaded = (id: string) =>
  until('the upload is complete', async () => (await uploadOf(id)).status === 'complete');
const SOUND = { ok: true, problems: [], keyMissing: false, says: { problems: [] } };

test('a copy comes home after the key was changed; an upload goes on through a restore', async () => {
  vendor = await startVendor();
  engine = await startRestartable({ env: vendor.env });
  await connectByVault(engine, vendor);
  const { client } = engine;
  await client['config.set']({ body: { backup_clouddrive: true } });
  const first = await backedUp(engine);
  await isUploaded(first);
  await client['vault.rotate']();
  await client['backups.delete']({ params: { id: first } });
  expect(await client['google.fetch-backup']({ params: { id: first } })).toEqual(SOUND);

  const held = vendor.google.fault({ kind: 'held', path: '/upload/drive/v3/files', nth: 2 });
  const { backupId: second } = await client['backups.create']();
  await held.hit;
  expect((await uploadOf(second)).status).toBe('uploading');
  expect(await restored(engine, first)).toMatchObject({ status: 'completed', problems: [] });
  held.release();
  await isUploaded(second);
  const paths = vendor.google.tree(vendor.owner).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  await client['backups.delete']({ params: { id: second } });
  expect(await client['google.fetch-backup']({ params: { id: second } })).toEqual(SOUND);
});
