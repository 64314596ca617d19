import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { startVendor, type Vendor } from '../../harness/google.ts';
import { BACKUP_ID, publishBackup, uploading, vendorDrive, type Uploading } from '../../harness/uploading.ts';
import type { FaultOptions } from '../../servers/google/faults.ts';
import { REFUSALS } from '../../servers/google/faults.ts';
import { verifies } from '../../spec/verifies.ts';

let vendor: Vendor | null = null;
afterEach(async () => {
  await vendor?.google.close();
  vendor = null;
});

/** A small file, one in a folder, and one that goes in three parts. */
const BIG = randomBytes(600 * 1024);
const FILES = {
  'config.json': Buffer.from('sealed settings'),
  'workspace/notes/a.txt': Buffer.from('sealed notes'),
  'workspace/big.bin': BIG,
};

async function sent(fault: FaultOptions | null): Promise<{ at: Uploading; calls: number }> {
  vendor = await startVendor();
  const { google } = vendor;
  const at = uploading({ drive: vendorDrive(vendor) });
  publishBackup(at.dataDir, FILES);
  if (fault) {
    const struck = google.fault(fault);
    if (fault.kind === 'timeout') void struck.hit.then(() => at.clock.expire());
  }
  await at.uploads.send(BACKUP_ID);
  await at.uploads.idle();
  return { at, calls: google.calls.length };
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
    expect(named).toEqual(
      [
        'svc-backups',
        `svc-backups/${BACKUP_ID}`,
        ...[...Object.keys(FILES), 'manifest.json'].map((name) => `svc-backups/${BACKUP_ID}/${name}`),
      ].toSorted(),
    );
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

verifies(
  'promise.drive.faults',
  'every call of an upload fails once in every way: no second folder, no file twice',
  async () => {
    const { calls } = await sent(null);
    expect(calls).toBeGreaterThan(8);
    await vendor?.google.close();
    for (const kind of KINDS)
      for (let nth = 1; nth <= calls; nth++) {
        const { at } = await sent({ kind, nth });
        const place = `${kind} at call ${nth}`;
        const { status, problem } = await at.uploads.of(BACKUP_ID);
        try {
          expectSound(vendor as unknown as Vendor, at, status);
          if (PASSING.has(kind) && kind !== 'conflict') expect(status).toBe('complete');
          if (status === 'failed') {
            expect(problem).toMatch(/\.$/u);
            // Whatever it was, it has passed now.
            await at.uploads.send(BACKUP_ID);
            await at.uploads.idle();
            expect(await at.uploads.of(BACKUP_ID)).toMatchObject({ status: 'complete', problem: null });
            expectSound(vendor as unknown as Vendor, at, 'complete');
          }
        } catch (error) {
          throw new Error(`${place}: ${(error as Error).message} ${problem ?? ''}`, { cause: error });
        }
        await (vendor as unknown as Vendor).google.close();
      }
  },
);
