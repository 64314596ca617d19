import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect } from '@jest/globals';
import { removeTemporaryDirs, type TestEngine } from '../../harness/in-process-engine.ts';
import { connect, engineAt, startVendor, uploaded, type Vendor } from '../../harness/google.ts';
import { verifies } from '../../spec/verifies.ts';

let engine: TestEngine;
let vendor: Vendor;
afterEach(async () => {
  await engine.stop();
  await vendor.google.close();
});
afterAll(removeTemporaryDirs);

async function madeBackup({ client }: TestEngine) {
  const { backupId } = await client['backups.create']();
  const { events } = await client['backups.events']({ params: { id: backupId } });
  for await (const _event of events);
  await uploaded(engine);
  return await client['backups.get']({ params: { id: backupId } });
}

verifies('drive.upload', 'uploads a backup into its folder, the manifest last', async () => {
  vendor = await startVendor();
  engine = await engineAt(vendor);
  await connect(engine, vendor);
  await engine.client['config.set']({ body: { backup_clouddrive: true } });
  const backup = await madeBackup(engine);
  console.log(
    backup,
    vendor.google.tree(vendor.owner).map((f) => f.path),
    engine.log.lines,
  );
  expect(backup.upload).toMatchObject({ status: 'complete' });
  expect(vendor.google.unknown).toEqual([]);
});
