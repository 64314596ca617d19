// A process of its own that only reads, so that the load which other clients make on themselves is not taken for
// slowness of the engine.
import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ahead, type Started } from './lab.ts';
import { ask } from './requests.ts';

interface Reading {
  readonly baseUrl: string;
  readonly perSecond: number;
  readonly forMs: number;
}

export interface Reads {
  /** Milliseconds of each read, from the moment it was due: one slow answer hides no other. */
  readonly times: readonly number[];
  readonly errors: readonly string[];
}

const PATHS = [
  '/health',
  '/api/threads',
  '/api/memory/status',
  '/api/memory/search?q=worker',
  '/api/history/runs',
];

/** Reads at this pace for so long, whether answers come or not. */
export async function readSteadily(
  { baseUrl }: Pick<Started, 'baseUrl'>,
  perSecond: number,
  forMs: number,
): Promise<Reads> {
  const reading: Reading = { baseUrl, perSecond, forMs };
  const [command = '', ...args] = [...ahead, process.execPath, fileURLToPath(import.meta.url)];
  const child = spawn(command, [...args, JSON.stringify(reading)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return (await json(child.stdout)) as Reads;
}

async function read({ baseUrl, perSecond, forMs }: Reading): Promise<Reads> {
  const times: number[] = [];
  const errors: string[] = [];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let nth = 0; performance.now() - startedAt < forMs; nth += 1) {
    const dueAt = startedAt + (nth * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    const path = PATHS[nth % PATHS.length] ?? '';
    const reading = ask({ baseUrl }, `GET ${path}`).then(({ status, code }) => {
      times.push(performance.now() - dueAt);
      if (status !== 200) errors.push(`GET ${path}: ${status} ${code}`);
      underWay.delete(reading);
    });
    underWay.add(reading);
  }
  await Promise.all(underWay);
  return { times, errors };
}

if (import.meta.main) {
  const reading = JSON.parse(process.argv[2] ?? '') as Reading;
  process.stdout.write(JSON.stringify(await read(reading)));
}
