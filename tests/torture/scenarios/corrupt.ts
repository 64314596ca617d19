// Damaged databases: the outcome must be clear, and nothing may be lost.
import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Lab } from '../lab.ts';
import { stacksIn } from '../oracle.ts';
import { tasks } from '../provider.ts';
import { ask, run } from '../requests.ts';
import type { Scenario } from '../scenario.ts';
import { OLD, prepare } from '../work.ts';

const PAGE = 4096;
const FLIPPED = 64;

/** Flips every bit of some bytes. */
function flip(file: string, at: number): void {
  const handle = openSync(file, 'r+');
  try {
    if (at >= fstatSync(handle).size) return;
    const bytes = Buffer.alloc(FLIPPED);
    const count = readSync(handle, bytes, 0, FLIPPED, at);
    writeSync(
      handle,
      bytes.map((byte) => byte ^ 0xff),
      0,
      count,
      at,
    );
  } finally {
    closeSync(handle);
  }
}

const sizeOf = (file: string): number => lstatSync(file).size;

const databaseDamage = [
  { what: 'byte 0', to: (file: string) => flip(file, 0) },
  { what: 'byte 100', to: (file: string) => flip(file, 100) },
  { what: 'the middle of page 2', to: (file: string) => flip(file, PAGE + PAGE / 2) },
  { what: 'the heads of all pages', to: (file: string) => everyPage(file) },
  { what: 'its second half cut off', to: (file: string) => truncateSync(file, Math.floor(sizeOf(file) / 2)) },
  { what: 'its last byte cut off', to: (file: string) => truncateSync(file, Math.max(0, sizeOf(file) - 1)) },
];

function everyPage(file: string): void {
  for (let at = PAGE; at < sizeOf(file); at += PAGE) flip(file, at);
}

export const corrupt: Scenario = {
  name: 'corrupt',
  promise: ['R4', 'R9', 'R10'],
  needs: [],
  run: async (lab) => {
    const fixture = await usedFolder(lab);
    const broken: string[] = [];
    const outcomes = new Map<string, number>();
    let forms = 0;
    const tried = async (what: string, damage: (dataDir: string) => void, database: string) => {
      forms += 1;
      const dataDir = lab.copyOf(fixture);
      damage(dataDir);
      const { faults, outcome } = await outcomeOf(lab, dataDir, database, what);
      broken.push(...faults.map((fault) => `${what}: ${fault}`));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      lab.remove(dataDir);
    };
    for (const database of ['history.db', 'memory.db', 'vault.db']) {
      for (const suffix of ['', '-wal', '-shm'])
        for (const { what, to } of databaseDamage)
          await tried(
            `${database}${suffix}, ${what}`,
            (dataDir) => to(join(dataDir, database + suffix)),
            database,
          );
      await tried(
        `${database} of a newer version`,
        (dataDir) => makeNewer(join(dataDir, database)),
        database,
      );
      await tried(`${database} is a folder`, (dataDir) => toFolder(join(dataDir, database)), database);
      await tried(`${database} is empty`, (dataDir) => writeFileSync(join(dataDir, database), ''), database);
      await tried(
        `${database} is empty, its log is gone`,
        (dataDir) => emptied(join(dataDir, database)),
        database,
      );
    }
    return {
      did: `${forms} forms of damage to databases and their logs, and a start on each`,
      broken,
      figures: [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', '),
    };
  },
};

/** The data directory of a killed engine: databases, logs and state files, none empty. */
async function usedFolder(lab: Lab): Promise<string> {
  const dataDir = lab.fresh();
  const engine = await lab.start(dataDir);
  await prepare(engine);
  for (let nth = 0; nth < 40; nth += 1) await run(engine, tasks.work(1));
  await ask(engine, 'GET /api/auth/token');
  await ask(engine, 'PUT /api/secrets/TORTURED', { value: 'a value of some length' });
  await engine.stop();
  mkdirSync(join(dataDir, 'apis'), { recursive: true });
  for (const id of ['other', 'shop'])
    writeFileSync(join(dataDir, 'apis', `${id}.json`), JSON.stringify(profileNamed(id)));
  // So that there are logs, while most data is in the databases.
  const again = await lab.start(dataDir);
  await run(again, tasks.work(1));
  await ask(again, 'POST /api/memory/status/append', { text: 'The log has this.' });
  await again.kill();
  return dataDir;
}

const profileNamed = (id: string) => ({
  id,
  name: `The API ${id}`,
  base_url: `https://${id}.example`,
  description: 'Is there.',
});

function toFolder(file: string): void {
  rmSync(file);
  mkdirSync(join(file, 'inside'), { recursive: true });
}

function emptied(file: string): void {
  writeFileSync(file, '');
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
}

function makeNewer(file: string): void {
  const connection = new Database(file);
  connection.pragma('user_version = 9999');
  connection.close();
}

interface Tried {
  readonly faults: readonly string[];
  readonly outcome: string;
}

/**
 * Starts on the damaged directory. Two outcomes are allowed. It starts, and every read answers with the
 * data or with a problem that says they cannot be read, and a database of a newer version stays unchanged.
 * Or, if a database is not a file, it refuses to start, says why in one line, and leaves that database
 * unchanged (it may have closed the others in order).
 */
async function outcomeOf(lab: Lab, dataDir: string, damaged: string, what: string): Promise<Tried> {
  const before = contentsOf(dataDir);
  const starting = lab.start(dataDir).catch((error: unknown) => (error as Error).message);
  const engine = await starting;
  if (typeof engine === 'string') {
    const isOneLine = /^engine exited with 78: svc: [^\n]+\n$/u.test(engine);
    const after = contentsOf(dataDir);
    const own = [damaged, `${damaged}-wal`];
    const changed = [...before].filter(([name, hash]) => own.includes(name) && after.get(name) !== hash);
    return {
      outcome: 'refused at the start',
      faults: [
        ...(/is a folder/u.test(what) ? [] : [`the engine does not start: ${engine}`]),
        ...(isOneLine ? [] : [`not one line and 78: ${engine.slice(0, 600)}`]),
        ...changed.map(([name]) => `the start was refused, and ${name} was changed or removed`),
      ],
    };
  }
  const threads = await ask(engine, 'GET /api/threads?limit=200');
  const memory = await ask(engine, 'GET /api/memory/knowledge');
  const search = await ask(engine, 'GET /api/memory/search?q=sky');
  const stats = await ask(engine, 'GET /api/history/stats');
  const secrets = await ask(engine, 'GET /api/secrets');
  const apis = await ask(engine, 'GET /api/api-profiles');
  const config = await ask(engine, 'GET /api/config');
  const health = await ask(engine, 'GET /health');
  const token = await ask(engine, 'GET /api/auth/token');
  const answers = { threads, memory, search, stats, secrets, apis, config, health, token };
  const count = (threads.body.match(/"threadId"/gu) ?? []).length;
  const silent = [
    ...(threads.status === 200 && (!threads.body.includes(OLD.title) || count < 41)
      ? [`${count} of 42 threads are left, without an error`]
      : []),
    ...(memory.status === 200 && !memory.body.includes('The sky is blue')
      ? ['the memory is gone, without an error']
      : []),
    ...(apis.status === 200 && !apis.body.includes('"The API other"')
      ? ['a profile of an API is gone, without an error']
      : []),
    ...(secrets.status === 200 && !secrets.body.includes('"TORTURED"')
      ? ['a secret is gone, without an error']
      : []),
  ];
  const badly = Object.entries(answers)
    .filter(([, { status }]) => status !== 200)
    .filter(
      ([, { status, code }]) => !(status === 503 && (code === 'store_corrupt' || code === 'store_newer')),
    )
    .map(([what, { status, code }]) => `${what} is answered with ${status} ${code}`);
  await engine.stop();
  const after = contentsOf(dataDir);
  const gone = [...before.keys()].filter(
    (name) =>
      !/-(?:wal|shm|journal)$|^engine\./u.test(name) &&
      ![...after.keys()].some((now) => now.startsWith(name)),
  );
  const told = Object.values(answers).some(({ status }) => status !== 200);
  return {
    outcome: told ? 'starts, and reports what it cannot read' : 'starts with all data',
    faults: [
      ...silent,
      ...badly,
      ...gone.map((name) => `${name} is gone`),
      ...(!/newer version/u.test(what) || before.get(damaged) === after.get(damaged)
        ? []
        : [`${damaged} was changed`]),
      ...stacksIn(engine.output.stderr),
    ],
  };
}

/** The content of a directory by name. */
function contentsOf(dataDir: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(dataDir).map((name) => {
      const file = join(dataDir, name);
      const isFile = lstatSync(file).isFile();
      return [name, isFile ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'no file'];
    }),
  );
}
