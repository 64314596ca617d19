// Kills the engine at its system calls while it makes, checks and restores a backup, and rotates its key.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, fill, operations, stateAfter } from '../backups.ts';
import type { Lab, Started } from '../lab.ts';
import type { Scenario } from '../scenario.ts';
import { callsIn, fileThread, watch } from '../strace.ts';

const CALLS = ['fsync', 'fdatasync', 'rename', 'renameat', 'mkdir', 'unlink', 'rmdir', 'ftruncate'];
const THREADS = [fileThread, (pid: number) => pid];
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
      for (const [index, threadOf] of THREADS.entries()) {
        const calls = await callsOf(lab, fixture, operation, threadOf);
        const step = Math.max(1, calls.length / MOST);
        const points = pointsOf(calls).filter((_, at) => at % step < 1);
        for (const { call, nth } of points) {
          const dataDir = lab.copyOf(fixture);
          const engine = await lab.start(dataDir);
          const watching = await watch(
            [threadOf(engine.pid)],
            ['-o', '/dev/null', '-e', `inject=${call}:signal=SIGKILL:when=${nth}`],
          );
          await operation(engine).catch(() => undefined);
          await engine.stop();
          await watching.letGo();
          kills += Number((await engine.finished).signal === 'SIGKILL');
          const { faults, digest } = await stateAfter(lab, dataDir, allowed);
          if (digest !== null) seen.add(digest);
          broken.push(...faults.map((fault) => `${name}, thread ${index}, ${call} no. ${nth}: ${fault}`));
          lab.remove(dataDir);
        }
        figures.push(`${name}: ${points.length} of ${calls.length} calls of thread ${index}`);
      }
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

async function callsOf(
  lab: Lab,
  fixture: string,
  operation: (engine: Started) => Promise<void>,
  threadOf: (pid: number) => number,
): Promise<readonly string[]> {
  const dataDir = lab.copyOf(fixture);
  const log = join(lab.folder('trace'), 'calls');
  const engine = await lab.start(dataDir);
  const watching = await watch([threadOf(engine.pid)], ['-o', log, '-e', `trace=${CALLS.join(',')}`]);
  await operation(engine);
  await watching.letGo();
  await engine.stop();
  return callsIn(log).filter((call) => CALLS.includes(call));
}

/** strace counts each kind of system call separately. */
function pointsOf(calls: readonly string[]): readonly { readonly call: string; readonly nth: number }[] {
  const counted = new Map<string, number>();
  return calls.map((call) => {
    const nth = (counted.get(call) ?? 0) + 1;
    counted.set(call, nth);
    return { call, nth };
  });
}
