import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { converse, get, newSession } from '../client.ts';
import type { Figure } from '../figure.ts';
import { spreadOf } from '../measure.ts';

const PROCESSES = 3;
const IDLE_MS = 5_000;

export const idleMemory: Figure = {
  name: 'idle-memory',
  does: 'resident memory after the start, one run of the demo model and 5 s idle; bare: a Node server',
  measure: async (lab) => {
    const times = Array.from({ length: PROCESSES });
    const engines = await Promise.all(times.map(async () => await lab.built(lab.folder('data'))));
    const bare = await Promise.all(times.map(async () => await lab.bareServer()));
    for (const { url } of engines) await converse(await newSession(url), { task: 'Say hello' });
    for (const { url } of bare) await get(url);
    await sleep(IDLE_MS);
    const engine = spreadOf(engines.map(({ pid }) => residentMb(pid)));
    const bareMb = spreadOf(bare.map(({ pid }) => residentMb(pid)));
    await Promise.all([...engines, ...bare].map(async (server) => await server.stop()));
    return [
      {
        what: 'idle memory',
        unit: 'MB',
        engine,
        bare: bareMb,
        result: { spread: engine, shown: 'engine' },
        bound: { atMost: 110 },
      },
    ];
  },
};

function residentMb(pid: number): number {
  const kb =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  return Number(kb) / 1024;
}
