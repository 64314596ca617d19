// The life of an installation in little time: many runs, backups and restarts, after each of which nothing has grown that
// should not. LIFE=full is the life that promise R48 names.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../../src/core/instance/data-directory/inventory.ts';
import { attempts } from '../backups.ts';
import { descriptorsOf, logMbIn, residentMb, type Lab, type Started } from '../lab.ts';
import { faultsOnDisk, stacksIn, temporaryFiles } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { ask, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

const [RUNS, BACKUPS, RESTARTS] = process.env['LIFE'] === 'full' ? [20_000, 200, 50] : [1_200, 12, 6];
const WORKERS = 8;
/** Backups that stay; older ones are deleted as their owner would. */
const KEPT = 3;

const MOST_LOG_MB = 64;
/** Sockets of clients come and go. */
const MOST_DESCRIPTORS_MORE = 15;
const MOST_GROWTH_MB = 60;

interface Sample {
  readonly descriptors: number;
  readonly mb: number;
  readonly logMb: number;
  /** Names in the data directory and in the folder of backups. */
  readonly names: number;
}

export const longLife: Scenario = {
  name: 'long-life',
  promise: ['R48'],
  proves: ['promise.soak'],
  needs: ['proc'],
  run: async (lab) => {
    const dataDir = lab.fresh();
    const broken: string[] = [];
    const samples: Sample[] = [];
    const done = { runs: 0, backups: 0 };
    let logMb = 0;
    for (let life = 1; life <= RESTARTS; life += 1) {
      const engine = await lab.start(dataDir);
      const share = (all: number) =>
        Math.floor((all * life) / RESTARTS) - Math.floor((all * (life - 1)) / RESTARTS);
      const watching = setInterval(() => (logMb = Math.max(logMb, logMbIn(dataDir))), 100);
      const where = `life ${life}`;
      let left = share(RUNS);
      const works = async (worker: number) => {
        while (left > 0) {
          left -= 1;
          const task = (left + worker) % 3 === 0 ? tasks.work(1) : tasks.answer;
          const { last, status, code } = await run(engine, task);
          done.runs += 1;
          if (last !== 'done') broken.push(`${where}: a run ended with ${status} ${last} ${code}`);
        }
      };
      const backsUp = async () => {
        for (let nth = share(BACKUPS); nth > 0; nth -= 1) {
          const { isDone, said } = await attempts.create(engine);
          done.backups += 1;
          if (!isDone) broken.push(`${where}: a backup failed: ${said.join(' ')}`);
          await keepFew(engine);
        }
      };
      await Promise.all([backsUp(), ...Array.from({ length: WORKERS }, (_, nth) => works(nth))]);
      clearInterval(watching);
      // The provider's record of requests would grow in this process.
      (lab.provider.arrived as unknown[]).length = 0;
      samples.push(sampleOf(engine.pid, dataDir));
      broken.push(...stacksIn(engine.output.stderr));
      // Every other life ends as a loss of power or of patience ends it.
      if (life % 2 === 0) await engine.kill();
      else if ((await engine.stop()) !== 0) broken.push(`${where}: it did not stop in order`);
    }
    broken.push(...(await leftBy(lab, dataDir, done.runs)), ...growth(samples, logMb));
    const of = (key: keyof Sample) => samples.map((sample) => Math.round(sample[key]));
    return {
      did: `${done.runs} runs by ${WORKERS} workers beside ${done.backups} backups, with ${RESTARTS} starts, every other one after a kill -9`,
      broken,
      figures:
        `descriptors ${range(of('descriptors'))}; memory at the end of a life ${range(of('mb'))} MB; logs at most ` +
        `${logMb.toFixed(1)} MB; names in the data directory ${range(of('names'))}`,
    };
  },
};

const range = (values: readonly number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;

async function keepFew({ client }: Started): Promise<void> {
  const { backups } = await client['backups.list']();
  for (const { backupId } of backups.slice(KEPT))
    await client['backups.delete']({ params: { id: backupId } });
}

const sampleOf = (pid: number, dataDir: string): Sample => ({
  descriptors: descriptorsOf(pid),
  mb: residentMb(pid),
  logMb: logMbIn(dataDir),
  names: readdirSync(dataDir).length + readdirSync(join(dataDir, 'backups')).length,
});

/** What a last start finds: every run with its end, and nothing that was left over. */
async function leftBy(lab: Lab, dataDir: string, runs: number): Promise<readonly string[]> {
  const engine = await lab.start(dataDir);
  const stats = JSON.parse((await ask(engine, 'GET /api/history/stats')).body) as {
    readonly total: { readonly runs: number };
    readonly byStatus: readonly { readonly status: string; readonly runs: number }[];
  };
  const broken: string[] = [];
  if (stats.total.runs !== runs)
    broken.push(`${runs} runs were made, and the history has ${stats.total.runs}`);
  for (const { status, runs: count } of stats.byStatus)
    if (status !== 'completed') broken.push(`${count} runs are ${status}`);
  const { backups } = await engine.client['backups.list']();
  if (backups.length !== KEPT) broken.push(`${backups.length} backups are there, not ${KEPT}`);
  for (const { backupId, status } of backups)
    if (status !== 'complete') broken.push(`${backupId} is ${status}`);
  await engine.stop();
  const scratch = join(dataDir, scratchFolder);
  const left = existsSync(scratch) ? readdirSync(scratch) : [];
  return [
    ...broken,
    ...[...temporaryFiles(dataDir), ...left].map((name) => `${name} is left over`),
    ...faultsOnDisk(dataDir),
  ];
}

/** The first life has what is made once, so that the second is compared with the last ones. */
function growth(samples: readonly Sample[], logMb: number): readonly string[] {
  const [, early = samples[0]] = samples;
  if (!early) return ['there was no life'];
  const most = (key: keyof Sample) => Math.max(...samples.slice(-3).map((sample) => sample[key]));
  const grows = (what: string, key: keyof Sample, allowed: number) =>
    most(key) > early[key] + allowed
      ? [`${what} grow from ${Math.round(early[key])} to ${Math.round(most(key))}`]
      : [];
  return [
    ...grows('descriptors', 'descriptors', MOST_DESCRIPTORS_MORE),
    ...grows('megabytes of memory', 'mb', MOST_GROWTH_MB),
    ...grows('names in the data directory', 'names', 1),
    ...(logMb > MOST_LOG_MB ? [`the logs reach ${Math.round(logMb)} MB`] : []),
  ];
}
