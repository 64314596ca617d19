// SIGKILL during the first start, while databases are created and migrated, then a start on what remains. The first start
// of a version that has more databases than the one before it counts, too.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { faultsOnDisk } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { failedReads, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';
import { callsIn } from '../strace.ts';
import { pointsOf } from './kill-sweep.ts';

const CALLS = ['fsync', 'fdatasync', 'pwrite64', 'ftruncate', 'unlink', 'mkdir', 'rename'];
/** What an older version does not have. */
const NEWER = /^(?:engine|datastore)\.db/u;
const MOST_WRITES = process.env['POINTS'] === 'all' ? Infinity : 20;

const strace = (...args: readonly string[]): readonly string[] => ['strace', '-f', '--seccomp-bpf', ...args];

export const firstStart: Scenario = {
  name: 'first-start',
  promise: ['R11'],
  needs: ['strace'],
  run: async (lab) => {
    const broken: string[] = [];
    const older = await olderOne(lab);
    const counts: string[] = [];
    let kills = 0;
    for (const [kind, before] of [
      ['nothing', null],
      ['an older version', older],
    ] as const) {
      const all = await callsOfAStart(lab, before);
      const points = pointsOf(all, MOST_WRITES);
      counts.push(`${points.length} of ${all.length} calls on ${kind}`);
      for (const { call, nth } of points) {
        const dataDir = dataDirOf(lab, before);
        const under = strace('-o', '/dev/null', '-e', `inject=${call}:signal=SIGKILL:when=${nth}`);
        const engine = await lab.start(dataDir, { under }).catch(() => null);
        if (engine) await engine.kill();
        else kills += 1;
        const faults = await nextStart(lab, dataDir);
        broken.push(...faults.map((fault) => `${kind}, ${call} no. ${nth}: ${fault}`));
        lab.remove(dataDir);
      }
    }
    return {
      did: `${kills} kills within a first start, then a second one`,
      broken,
      figures: counts.join('; '),
    };
  },
};

const dataDirOf = (lab: Lab, before: string | null): string =>
  before === null ? join(lab.folder('first'), 'data') : lab.copyOf(before);

async function olderOne(lab: Lab): Promise<string> {
  const dataDir = lab.fresh();
  const engine = await lab.start(dataDir);
  await run(engine, tasks.answer);
  await engine.stop();
  for (const name of readdirSync(dataDir)) if (NEWER.test(name)) rmSync(join(dataDir, name));
  return dataDir;
}

async function callsOfAStart(lab: Lab, before: string | null): Promise<readonly string[]> {
  const log = join(lab.folder('calls'), 'calls');
  const under = strace('-o', log, '-e', `trace=${CALLS.join(',')}`);
  const engine = await lab.start(dataDirOf(lab, before), { under });
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
