import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { inEnglish } from '../../doubles/sentences.ts';
import { startVendor, type Vendor } from '../../harness/google.ts';
import {
  BACKUP_ID,
  FILES,
  IN_THE_DRIVE,
  publishBackup,
  uploading,
  vendorDrive,
  type Uploading,
} from '../../harness/uploading.ts';
import type { FaultOptions } from '../../servers/google/faults.ts';
import { REFUSALS } from '../../servers/google/faults.ts';
import { verifies } from '../../spec/verifies.ts';

async function sent(fault: FaultOptions | null) {
  const vendor = await startVendor();
  const { google } = vendor;
  const at = uploading({ drive: vendorDrive(vendor) });
  publishBackup(at.dataDir, FILES);
  if (fault) {
    const struck = google.fault(fault);
    if (fault.kind === 'timeout') void struck.hit.then(() => at.clock.expire());
  }
  await at.uploads.send(BACKUP_ID);
  await at.uploads.idle();
  return { at, vendor, calls: google.calls.length };
}

/** The state of the drive that no failure may spoil. */
function expectSound({ google, owner }: Vendor, at: Uploading, status: string): void {
  const tree = google.tree(owner);
  const roots = tree.filter(({ path }) => path === 'svc-backups');
  const named = tree.map(({ path }) => path);
  // No second folder, and no file twice.
  expect(roots.length).toBeLessThanOrEqual(1);
  expect(new Set(named).size).toBe(named.length);
  const manifest = named.some((path) => path.endsWith('/manifest.json'));
  expect(manifest).toBe(status === 'complete');
  if (status === 'complete') {
    expect(readFileSync(join(at.dataDir, 'clouddrive-backup-root'), 'utf8').trim()).toBe(roots[0]?.id);
    expect(named).toEqual(IN_THE_DRIVE);
  }
  expect(google.unknown).toEqual([]);
}

/** What passes by itself, and what needs its owner. */
const PASSING = new Set<string>([
  'unauthorized',
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'dailyLimitExceeded',
  'tooManyRequests',
  'internalError',
  'unavailable',
  'timeout',
  'reset',
  'lostReply',
  'brokenJson',
  'conflict',
]);

const KINDS: readonly FaultOptions['kind'][] = [...REFUSALS, 'timeout', 'reset', 'lostReply', 'brokenJson'];

verifies('promise.drive.faults', 'every call fails once in every way: nothing is there twice', async () => {
  const { calls } = await sent(null);
  expect(calls).toBeGreaterThan(8);
  for (const kind of KINDS)
    for (let nth = 1; nth <= calls; nth++) {
      const { at, vendor } = await sent({ kind, nth });
      const place = `${kind} at call ${nth}`;
      const { status, problem } = await at.uploads.of(BACKUP_ID);
      try {
        expectSound(vendor, at, status);
        if (PASSING.has(kind) && kind !== 'conflict') expect(status).toBe('complete');
        if (status === 'failed') {
          expect(inEnglish(problem ?? [])).toMatch(/\.$/u);
          // Whatever it was, it has passed now.
          await at.uploads.send(BACKUP_ID);
          await at.uploads.idle();
          expect(await at.uploads.of(BACKUP_ID)).toMatchObject({ status: 'complete', problem: null });
          expectSound(vendor, at, 'complete');
        }
      } catch (error) {
        throw new Error(`${place}: ${(error as Error).message} ${inEnglish(problem ?? [])}`, {
          cause: error,
        });
      }
      await vendor.google.close();
    }
});
