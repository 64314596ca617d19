// SIGKILL during the first start, while databases are created and migrated, then a start on what remains.
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { faultsOnDisk } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { failedReads, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';
import { callsIn } from '../strace.ts';
import { pointsOf } from './kill-sweep.ts';

const CALLS = ['fsync', 'fdatasync', 'pwrite64', 'ftruncate', 'unlink', 'mkdir'];
const MOST_WRITES = process.env['POINTS'] === 'all' ? Infinity : 20;

const strace = (...args: readonly string[]): readonly string[] => ['strace', '-f', '--seccomp-bpf', ...args];

export const firstStart: Scenario = {
  name: 'first-start',
  promise: ['R11'],
  needs: ['strace'],
  run: async (lab) => {
    const all = await callsOfAStart(lab);
    const points = pointsOf(all, MOST_WRITES);
    const broken: string[] = [];
    let kills = 0;
    for (const { call, nth } of points) {
      const dataDir = join(lab.folder('first'), 'data');
      const under = strace('-o', '/dev/null', '-e', `inject=${call}:signal=SIGKILL:when=${nth}`);
      const engine = await lab.start(dataDir, { under }).catch(() => null);
      if (engine) await engine.kill();
      else kills += 1;
      const faults = await nextStart(lab, dataDir);
      broken.push(...faults.map((fault) => `${call} no. ${nth}: ${fault}`));
      lab.remove(dataDir);
    }
    return {
      did: `${kills} kills within a first start, then a second one`,
      broken,
      figures: `${points.length} of ${all.length} calls`,
    };
  },
};

async function callsOfAStart(lab: Lab): Promise<readonly string[]> {
  const folder = lab.folder('first');
  const log = join(folder, 'calls');
  const under = strace('-o', log, '-e', `trace=${CALLS.join(',')}`);
  const engine = await lab.start(join(folder, 'data'), { under });
  await engine.kill();
  return callsIn(log);
}

async function nextStart(lab: Lab, dataDir: string): Promise<readonly string[]> {
  const engine = await lab.start(dataDir).catch((error: unknown) => (error as Error).message);
  if (typeof engine === 'string') return [engine];
  const { last, code } = await run(engine, tasks.answer);
  const faults = [
    ...(last === 'done' ? [] : [`a run ends with ${last} ${code}`]),
    ...(await failedReads(engine)),
  ];
  await engine.stop();
  return [...faults, ...faultsOnDisk(dataDir)];
}
