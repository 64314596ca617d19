// Kills the engine at its system calls while it makes, checks and restores a backup, and rotates its key.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, fill, operations, stateAfter } from '../backups.ts';
import type { Scenario } from '../scenario.ts';
import { swept } from '../sweep.ts';

const CALLS = ['fsync', 'fdatasync', 'rename', 'renameat', 'mkdir', 'unlink', 'rmdir', 'ftruncate'];
/** Of each operation and thread, evenly spread. `POINTS=all` takes up to 200. */
const MOST = process.env['POINTS'] === 'all' ? 200 : 25;

export const backupKills: Scenario = {
  name: 'backup-kills',
  promise: ['R31', 'R34', 'R37'],
  needs: ['strace'],
  run: async (lab) => {
    const fixture = lab.fresh();
    const first = await lab.start(fixture);
    await fill(first, fixture, 'old');
    const old = await digestOf(first, fixture);
    await operations['create']?.(first);
    await fill(first, fixture, 'newer');
    rmSync(join(fixture, 'workspace', 'old.txt'));
    const newer = await digestOf(first, fixture);
    await first.stop();

    const broken: string[] = [];
    const figures: string[] = [];
    let kills = 0;
    for (const [name, operation] of Object.entries(operations)) {
      const allowed = name === 'restore' ? [old, newer] : [newer];
      const seen = new Set<string>();
      const found = await swept(lab, {
        calls: CALLS,
        most: MOST,
        begin: async () => {
          const dataDir = lab.copyOf(fixture);
          const engine = await lab.start(dataDir);
          return {
            engine,
            work: () => operation(engine),
            faults: async () => {
              const { faults, digest } = await stateAfter(lab, dataDir, allowed);
              if (digest !== null) seen.add(digest);
              return faults;
            },
            end: () => lab.remove(dataDir),
          };
        },
      });
      kills += found.kills;
      broken.push(...found.broken.map((fault) => `${name}, ${fault}`));
      figures.push(...found.figures.map((figure) => `${name}: ${figure}`));
      if (name === 'restore' && seen.size < 2)
        broken.push('no kill of a restore left the old data, or none the new: the sweep proves nothing');
    }
    return {
      did: `${kills} kills in a backup, a check, a restore and a rotation`,
      broken,
      figures: figures.join('; '),
    };
  },
};
