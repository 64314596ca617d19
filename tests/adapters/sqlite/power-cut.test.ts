// The simulated disk whose power tests cut (tests/harness/disk), with SQLite on it.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from '@jest/globals';
import { library, onDisk, type DiskSettings } from '../../harness/disk/library.ts';
import { readLog } from '../../harness/disk/log.ts';
import { RecordedDisk, type Unsynced } from '../../harness/disk/power-cut.ts';
import { verifies } from '../../spec/verifies.ts';
import { Random } from '../../harness/disk/random.ts';

const root = mkdtempSync(join(tmpdir(), 'svc-power-cut-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = (name: string): string => {
  const path = join(root, name);
  mkdirSync(path);
  return path;
};

const { path: preloaded, reason } = library();
const onLinux = preloaded === null ? describe.skip : describe;
const ROWS = 60;

/** Runs a program on the disk until it ends. */
async function run(args: readonly string[], settings: DiskSettings): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...onDisk(preloaded ?? '', settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => child.once('close', resolve));
  return said;
}

const writer = fileURLToPath(new URL('../../harness/disk/writer.ts', import.meta.url));
const logWriter = fileURLToPath(new URL('../../harness/disk/log-writer.ts', import.meta.url));
const write = async (name: string, synchronous: string) =>
  await recorded(name, {}, (file) => [writer, file, synchronous, String(ROWS)]);
/** Through the engine's journal, with a sync that fails. */
const writeWithFailure = async (name: string) => {
  const failSync = join(root, `${name}.flag`);
  return await recorded(name, { failSync }, (file) => [logWriter, file, failSync, String(ROWS)]);
};

async function recorded(name: string, more: DiskSettings, args: (file: string) => readonly string[]) {
  const data = folder(name);
  const log = join(root, `${name}.log`);
  const said = await run(args(join(data, 'rows.db')), { record: { log, root: data }, ...more });
  const told = [...said.matchAll(/^(\d+) (\d+)$/gmu)].map(([, nth, at]) => ({
    nth: Number(nth),
    at: Number(at),
  }));
  expect(told).toHaveLength(ROWS);
  const failedAt = Number(/^failed (\d+)$/mu.exec(said)?.[1] ?? 0);
  const before = folder(`${name}-before`);
  return { records: readLog(log), told, failedAt, size: statSync(log).size, before };
}

interface Rows {
  readonly integrity: string;
  readonly has: ReadonlySet<number>;
}

function rowsOf(data: string): Rows {
  const database = new Database(join(data, 'rows.db'));
  try {
    const integrity = database.pragma('integrity_check', { simple: true }) as string;
    const isMade = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'rows'`).get() !== undefined;
    const nths = isMade ? (database.prepare('SELECT nth FROM rows').pluck().all() as number[]) : [];
    return { integrity, has: new Set(nths) };
  } catch (error) {
    return { integrity: String(error), has: new Set() };
  } finally {
    database.close();
  }
}

/** Acknowledged rows that the cuts lost, and damaged databases. */
function lossesOf(
  { records, told, failedAt, size, before }: Awaited<ReturnType<typeof recorded>>,
  cuts: number,
) {
  const random = new Random(7);
  const first = Math.max(told[0]?.at ?? 0, failedAt);
  const losses: string[] = [];
  for (let nth = 0; nth < cuts; nth += 1) {
    const at = first + random.below(size - first + 1);
    const unsynced: Unsynced = nth % 5 === 0 ? 'strict' : { seed: nth };
    const into = join(root, 'cut');
    rmSync(into, { recursive: true, force: true });
    const disk = new RecordedDisk(records, before);
    disk.goTo(at);
    disk.cut(into, unsynced);
    const { integrity, has } = rowsOf(into);
    if (integrity !== 'ok') losses.push(`cut ${nth}: ${integrity}`);
    losses.push(
      ...told.filter((row) => row.at <= at && !has.has(row.nth)).map((row) => `cut ${nth}: row ${row.nth}`),
    );
  }
  return losses;
}

onLinux(`a disk whose power is cut (${reason ?? 'preloaded'})`, () => {
  test('keeps every row that SQLite synced, at 50 cuts', async () => {
    expect(lossesOf(await write('full', 'FULL'), 50)).toEqual([]);
  });

  verifies(
    'crash.io-errors',
    'keeps every row that the journal acknowledged, and the database whole, after a failed sync',
    async () => {
      const written = await writeWithFailure('repaired');
      expect(written.failedAt).toBeGreaterThan(0);
      expect(lossesOf(written, 150)).toEqual([]);
    },
  );

  test('loses rows that SQLite did not sync', async () => {
    expect(lossesOf(await write('off', 'OFF'), 50).length).toBeGreaterThan(0);
  });

  test('fails syncs of write-ahead logs, loses what they should have synced, and reports it to each descriptor', async () => {
    const data = folder('failing');
    const log = join(root, 'failing.log');
    const failSync = join(root, 'failing.flag');
    const program = `const fs = require('node:fs');
      const [file, flag] = process.argv.slice(1);
      const log = fs.openSync(file, 'w');
      const other = fs.openSync(file, 'r+');
      const attempt = (fd = log) => { try { fs.fdatasyncSync(fd); return 'synced'; } catch (error) { return error.code; } };
      const said = [];
      fs.writeSync(log, 'one'); said.push(attempt());
      fs.writeFileSync(flag, ''); fs.writeSync(log, 'two'); said.push(attempt());
      fs.unlinkSync(flag); fs.writeSync(log, 'three'); said.push(attempt(), attempt(other), attempt(other));
      console.log(said.join());`;
    const settings = { record: { log, root: data }, failSync };
    expect(await run(['-e', program, join(data, 'a-wal'), failSync], settings)).toBe(
      'synced,EIO,synced,EIO,synced\n',
    );
    const disk = new RecordedDisk(readLog(log), folder('failing-before'));
    disk.goTo(Infinity);
    disk.cut(join(root, 'failing-cut'), { seed: 3 });
    expect(readFileSync(join(root, 'failing-cut', 'a-wal'), 'utf8')).toBe('one\0\0\0three');
  });
});
