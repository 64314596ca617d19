// npm run bench:storage [-- <figure> …]: the same figures of an engine whose data is in files, and of one whose data is in PostgreSQL on
// this machine, in turns; and how many round trips to the server one of it takes. Each is printed as it comes.
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../tests/servers/postgres.ts';
import { converse, get, newSession } from './client.ts';
import { launcher, Lab, type Server } from './lab.ts';
import { machine } from './report.ts';
import { taskFor, type Script } from './script.ts';
import { median, spreadOf } from './spread.ts';
import { timed } from './timed.ts';
import { useCollections } from './used-collections.ts';
import { useData } from './used-data.ts';
import { someQuestions, useMemory } from './used-memory.ts';
import { messages } from './wires/messages.ts';

/** SVC_BENCH_SHARE=0.01 makes all data smaller, to try this out. */
const SHARE = Number(process.env['SVC_BENCH_SHARE'] ?? 1);
const SESSIONS = 64;
const script: Script = { does: 'say', chunks: 5 };

interface StorageFigure {
  readonly name: string;
  readonly data: 'used' | 'large';
  readonly rounds: number;
  /** Times in milliseconds, in the order of `rows`. */
  readonly rows: readonly string[];
  readonly once: (engine: Server, nth: number) => Promise<readonly number[]>;
}

const questions = someQuestions();
const asks = (path: (nth: number) => string) => async (engine: Server, nth: number) => [
  await timed(() => get(engine.url + path(nth))),
];

const FIGURES: readonly StorageFigure[] = [
  {
    name: 'run',
    data: 'used',
    rounds: 40,
    rows: ['first text', 'a turn'],
    once: async ({ url }) => {
      const { firstTextMs, totalMs } = await converse(await newSession(url), { task: taskFor(script) });
      return [firstTextMs, totalMs];
    },
  },
  {
    name: 'sessions',
    data: 'used',
    rounds: 8,
    rows: ['64 sessions at once, a run in each'],
    once: async ({ url }) => {
      const runs = await Promise.all(Array.from({ length: SESSIONS }, () => newSession(url)));
      return [await timed(() => Promise.all(runs.map((run) => converse(run, { task: taskFor(script) }))))];
    },
  },
  {
    name: 'memory-search',
    data: 'used',
    rounds: 200,
    rows: ['search of memory, 100,000 entries'],
    once: asks(
      (nth) => `/api/memory/search?limit=10&q=${encodeURIComponent(questions[nth % questions.length] ?? '')}`,
    ),
  },
  {
    name: 'thread-list',
    data: 'used',
    rounds: 200,
    rows: ['list of threads, 10,000'],
    once: asks(() => '/api/threads'),
  },
  {
    name: 'records',
    data: 'used',
    rounds: 100,
    rows: ['list of records, 100,000'],
    once: asks(() => '/api/datastore/orders'),
  },
  {
    name: 'export',
    data: 'large',
    rounds: 2,
    rows: ['export of 1 GB'],
    once: async ({ url }) => [
      await timed(async () => {
        const answer = await fetch(`${url}/api/export`);
        if (!answer.ok) throw new Error(`the export is refused: ${await answer.text()}`);
        for await (const piece of answer.body ?? []) void piece;
      }),
    ],
  },
];

const SEEDED = {
  used: async (folder: string) => {
    await useData(folder, { threads: 10_000 * SHARE, messagesPerThread: 2, eventsPerThread: 0 });
    await useMemory(join(folder, 'memory.db'), 100_000 * SHARE);
    await useCollections(join(folder, 'datastore.db'), 100_000 * SHARE);
  },
  large: async (folder: string) =>
    await useData(folder, {
      threads: 3_000 * SHARE,
      messagesPerThread: 40,
      eventsPerThread: 150,
      messageChars: 8_000,
    }),
} satisfies Record<StorageFigure['data'], unknown>;

const asked = process.argv.slice(2);
const chosen = FIGURES.filter(({ name }) => asked.length === 0 || asked.includes(name));
const build = fileURLToPath(new URL('../config/tooling/build.mjs', import.meta.url));
spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 'inherit', 'inherit'] });
const lab = new Lab();
const provider = await lab.provider();
const server = await startPostgres({ isSafe: true });
try {
  const { node, cpu, cores, load } = machine();
  process.stdout.write(`median (quartiles) in ms, in turns; Node ${node}, ${cores} × ${cpu}, load ${load}\n`);
  for (const data of ['used', 'large'] as const) {
    const figures = chosen.filter((figure) => figure.data === data);
    if (figures.length > 0) await measured(figures, await engines(data));
  }
} finally {
  await server.end();
}
process.exit();

interface Engines {
  readonly files: Server;
  readonly postgres: Server;
}

/** Two engines that have the same data, each in its storage. */
async function engines(data: StorageFigure['data']): Promise<Engines> {
  const dataDir = await lab.seeded(`storage-${data}-${SHARE}`, SEEDED[data]);
  writeFileSync(join(dataDir, 'config.json'), '{"memory_extraction":false}');
  const env = messages.env(provider.url);
  // The other databases, and the key.
  await (await lab.built(dataDir, { env })).stop();
  const place = { SVC_STORAGE_URL: server.url, SVC_STORAGE_SCHEMA: data };
  const { status } = spawnSync(
    process.execPath,
    [launcher, 'storage', 'copy', '--from', 'sqlite', '--to', 'postgres'],
    {
      env: { PATH: process.env['PATH'], SVC_DATA_DIR: dataDir, ...place },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (status !== 0) throw new Error('the data could not be copied');
  const other = lab.folder('postgres');
  for (const name of ['config.json', 'vault.key']) cpSync(join(dataDir, name), join(other, name));
  const [files, postgres] = [
    await lab.built(dataDir, { env }),
    await lab.built(other, { env: { ...env, ...place } }),
  ];
  // It has to make the indexes for searching anew.
  while (!(await isIndexed(postgres, files))) await new Promise((resolve) => setTimeout(resolve, 1_000));
  return { files, postgres };
}

async function isIndexed(one: Server, other: Server): Promise<boolean> {
  const paths = [
    `/api/memory/search?limit=10&q=${encodeURIComponent(questions[0] ?? '')}`,
    '/api/threads/search?q=message',
  ];
  const said = await Promise.all(
    paths.map(async (path) => [await get(one.url + path), await get(other.url + path)]),
  );
  return said.every(([here, there]) => here === there);
}

async function measured(figures: readonly StorageFigure[], { files, postgres }: Engines): Promise<void> {
  for (const { name, rows, rounds, once } of figures) {
    const took = rows.map(() => ({ files: [] as number[], postgres: [] as number[] }));
    const trips: number[] = [];
    try {
      for (let nth = -2; nth < rounds; nth += 1) {
        const there = await once(files, nth + 2);
        const before = await roundTrips(postgres);
        const here = await once(postgres, nth + 2);
        const after = await roundTrips(postgres);
        // The first two warm up.
        if (nth < 0) continue;
        trips.push(after - before);
        for (const [at, row] of took.entries()) {
          row.files.push(there[at] ?? NaN);
          row.postgres.push(here[at] ?? NaN);
        }
      }
    } catch (error) {
      process.stdout.write(`${name}: not measured: ${(error as Error).message}\n`);
      continue;
    }
    for (const [at, what] of rows.entries()) {
      const row = took[at]!;
      const ratio = median(row.postgres) / median(row.files);
      process.stdout.write(
        `${what}: files ${inWords(row.files)}, PostgreSQL ${inWords(row.postgres)}, ${ratio.toFixed(2)} times; round trips ${median(trips)}\n`,
      );
    }
  }
  await Promise.all([files.stop(), postgres.stop()]);
}

function inWords(values: readonly number[]): string {
  const { median: middle, low, high } = spreadOf(values);
  return `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

async function roundTrips({ url }: Server): Promise<number> {
  const { metrics } = JSON.parse(await get(`${url}/api/metrics`)) as {
    readonly metrics: readonly { readonly name: string; readonly value: number }[];
  };
  return metrics.find(({ name }) => name === 'svc_storage_round_trips_total')?.value ?? NaN;
}
