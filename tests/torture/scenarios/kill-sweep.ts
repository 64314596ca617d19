// Sends SIGKILL when the engine enters the n-th system call that changes the disk, for n = 1, 2, …
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { faultsAfter, temporaryFiles } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { callsIn, fileThread, watch } from '../strace.ts';
import { nothingSaid, prepare, work, workUntilKilled } from '../work.ts';

/**
 * The threads that change the disk. SQLite uses the main thread, where it syncs only what goes from a write-ahead log into
 * its database. `node:fs` uses the file thread, which syncs files and the write-ahead logs.
 */
const SWEEPS = [
  {
    thread: 'main' as const,
    calls: ['fsync', 'fdatasync', 'pwrite64', 'ftruncate', 'unlink'],
    idOf: (pid: number) => pid,
  },
  {
    thread: 'file' as const,
    calls: ['openat', 'fchmod', 'fsync', 'fdatasync', 'close', 'rename', 'unlink', 'mkdirat', 'mkdir'],
    idOf: fileThread,
  },
];

/** Tests every sync and rename, and this many writes, evenly spread. `POINTS=all` tests every write. */
const MOST_WRITES = process.env['POINTS'] === 'all' ? Infinity : 40;

/** Of the points of a thread at most this many, evenly spread and the same each time. */
const MOST_POINTS = Number(process.env['KILLS'] ?? Infinity);

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

const spread = <T>(points: readonly T[], most: number): readonly T[] => {
  const step = Math.max(1, points.length / most);
  return points.filter((_, index) => index % step < 1);
};

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
      const points = spread(pointsOf(all), MOST_POINTS);
      for (const { call, nth } of points) {
        const dataDir = lab.copyOf(fixture);
        const engine = await lab.start(dataDir);
        const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
        const said = nothingSaid();
        const watching = await watch([idOf(engine.pid)], ['-o', '/dev/null', '-e', inject]);
        await workUntilKilled(engine, said);
        // A stop copies the write-ahead logs into the databases.
        await engine.stop();
        await watching.letGo();
        kills += Number((await engine.finished).signal === 'SIGKILL');
        left += temporaryFiles(dataDir).length;
        const faults = await faultsAfter(lab, dataDir, said);
        broken.push(...faults.map((fault) => `${thread} thread, ${call} no. ${nth}: ${fault}`));
        lab.remove(dataDir);
      }
      const syncs = all.filter((call) => call.endsWith('sync')).length;
      figures.push(`${thread} thread: ${points.length} of ${all.length} calls, ${syncs} of them syncs`);
    }
    return {
      did: `${kills} kills in a run with a tool and a question, memory, config, token, title, then a stop`,
      broken,
      figures: `${figures.join('; ')}; ${left} temporary files were left and swept`,
    };
  },
};

/** The system calls of a run and a stop without a kill. */
async function callsOf(
  lab: Lab,
  fixture: string,
  calls: readonly string[],
  idOf: (pid: number) => number,
): Promise<readonly string[]> {
  const dataDir = lab.copyOf(fixture);
  const log = join(lab.folder('trace'), 'calls');
  const engine = await lab.start(dataDir);
  const watching = await watch([idOf(engine.pid)], ['-o', log, '-e', `trace=${calls.join(',')}`]);
  await work(engine, nothingSaid());
  await engine.stop();
  await watching.letGo();
  return callsIn(log);
}
