import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineBoot } from '../core/ports/machine-boot.ts';

/**
 * Identifies the lock of this directory on this boot of the machine. We hold that lock, so an earlier lease under the same
 * identity belongs to an engine that has ended.
 */
export function leaseHolder(dataDir: string, { id }: Pick<MachineBoot, 'id'>): string {
  const { dev, ino } = statSync(join(dataDir, 'lock.db'), { bigint: true });
  return createHash('sha256').update(`${id}/${dev}/${ino}`).digest('hex');
}
