import { expect, test } from '@jest/globals';
import { refuse as refuseAccount } from '../../../../../src/core/outside/cloud-account/errors.ts';
import { refuse } from '../../../../../src/core/keeping/backups/drive/errors.ts';
import { driveLimits } from '../../../../../src/core/keeping/backups/drive/limits.ts';
import { retrying } from '../../../../../src/core/keeping/backups/drive/retrying.ts';
import { around } from '../../../../../src/core/kernel/around.ts';
import { HastyClock } from '../../../../doubles/hasty-clock.ts';
import { MemoryDrive } from '../../../../doubles/memory-drive.ts';

const never = new AbortController().signal;

/** A drive whose calls fail with these, one after the other. */
function failing(...errors: readonly Error[]) {
  const clock = new HastyClock();
  const left = [...errors];
  const drive = around<MemoryDrive>(new MemoryDrive(), {
    get: async () => {
      const error = left.shift();
      if (error) throw error;
      return null;
    },
  });
  return { drive: retrying(drive, clock), clock, left };
}

test('what passes is tried again, with pauses that double', async () => {
  const outage = refuseAccount.cloud_unavailable();
  const { drive, clock } = failing(outage, outage, outage);
  expect(await drive.get('an id', never)).toBeNull();
  expect(clock.slept).toEqual([1_000, 2_000, 4_000]);
});

test('a drive that asks to wait is waited for, up to a minute', async () => {
  const { drive, clock } = failing(
    refuseAccount.cloud_busy({ retryAfterMs: 17_000 }),
    refuseAccount.cloud_busy({ retryAfterMs: 3_600_000 }),
  );
  await drive.get('an id', never);
  expect(clock.slept).toEqual([17_000, 60_000]);
});

test('what stays is not tried again, and neither is a fault', async () => {
  for (const error of [refuse.drive_full(), refuseAccount.scope_missing(), new Error('a bug')]) {
    const { drive, clock } = failing(error);
    await expect(drive.get('an id', never)).rejects.toBe(error);
    expect(clock.slept).toEqual([]);
  }
});

test('after some tries the failure is told', async () => {
  const outage = refuseAccount.cloud_unavailable();
  const { drive, left } = failing(...Array.from({ length: 10 }, () => outage));
  await expect(drive.get('an id', never)).rejects.toBe(outage);
  expect(left).toHaveLength(10 - driveLimits.tries);
});
