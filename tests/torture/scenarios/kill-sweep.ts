// Sends SIGKILL when the engine enters the n-th system call that changes the disk, for n = 1, 2, …
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab, Started } from '../lab.ts';
import { faultsAfter, temporaryFiles } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { callsIn, fileThread, watch } from '../strace.ts';
import { nothingSaid, prepare, work, workUntilKilled } from '../work.ts';

/** The threads that change the disk: SQLite uses the main thread, `node:fs` the file thread. */
const SWEEPS = [
  {
    thread: 'main' as const,
    calls: ['fsync', 'fdatasync', 'pwrite64', 'ftruncate', 'unlink'],
    idOf: (pid: number) => pid,
  },
  {
    thread: 'file' as const,
    calls: ['openat', 'fchmod', 'fsync', 'close', 'rename', 'unlink', 'mkdirat', 'mkdir'],
    idOf: fileThread,
  },
];

/** Tests every sync and rename, and this many writes, evenly spread. `POINTS=all` tests every write. */
const MOST_WRITES = process.env['POINTS'] === 'all' ? Infinity : 40;

const GRACE_MS = 200;

/** A kill point: strace counts each kind of system call separately. */
interface Point {
  readonly call: string;
  readonly nth: number;
}

/** The system calls of a whole run as kill points. */
export function pointsOf(calls: readonly string[], mostWrites: number = MOST_WRITES): readonly Point[] {
  const counted = new Map<string, number>();
  const all = calls.map((call): Point => {
    const nth = (counted.get(call) ?? 0) + 1;
    counted.set(call, nth);
    return { call, nth };
  });
  const step = Math.max(1, (counted.get('pwrite64') ?? 0) / mostWrites);
  return all.filter(({ call, nth }) => call !== 'pwrite64' || (nth - 1) % step < 1);
}

export const killSweep: Scenario = {
  name: 'kill-sweep',
  promise: ['R5', 'R13', 'R16'],
  needs: ['strace'],
  run: async (lab) => {
    const fixture = lab.fresh();
    const first = await lab.start(fixture);
    await prepare(first);
    await first.stop();

    const broken: string[] = [];
    const figures: string[] = [];
    let kills = 0;
    let left = 0;
    for (const { thread, calls, idOf } of SWEEPS) {
      const all = await callsOf(lab, fixture, calls, idOf);
      const points = pointsOf(all);
      for (const { call, nth } of points) {
        const dataDir = lab.copyOf(fixture);
        const engine = await lab.start(dataDir);
        const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
        const said = nothingSaid();
        const watching = await watch(idOf(engine.pid), ['-o', '/dev/null', '-e', inject]);
        await workUntilKilled(engine, said);
        await watching.letGo();
        const isKilled = await hasEnded(engine);
        kills += Number(isKilled);
        await engine.kill();
        left += temporaryFiles(dataDir).length;
        const faults = await faultsAfter(lab, dataDir, said);
        broken.push(...faults.map((fault) => `${thread} thread, ${call} no. ${nth}: ${fault}`));
        lab.remove(dataDir);
      }
      figures.push(`${thread} thread: ${points.length} of ${all.length} calls`);
    }
    return {
      did: `${kills} kills in a run with a tool and a question, memory, config, token, title`,
      broken,
      figures: `${figures.join('; ')}; ${left} temporary files were left and swept`,
    };
  },
};

/** Whether the process was killed. The client may see its last bytes before the process ends. */
const hasEnded = (engine: Started): Promise<boolean> =>
  Promise.race([engine.finished.then(() => true), sleep(GRACE_MS).then(() => false)]);

/** The system calls of a run without a kill. */
async function callsOf(
  lab: Lab,
  fixture: string,
  calls: readonly string[],
  idOf: (pid: number) => number,
): Promise<readonly string[]> {
  const dataDir = lab.copyOf(fixture);
  const log = join(lab.folder('trace'), 'calls');
  const engine = await lab.start(dataDir);
  const watching = await watch(idOf(engine.pid), ['-o', log, '-e', `trace=${calls.join(',')}`]);
  await work(engine, nothingSaid());
  await watching.letGo();
  await engine.kill();
  return callsIn(log);
}
