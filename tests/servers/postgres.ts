import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { programsOfPostgres } from '../../config/tooling/postgres.mjs';
import { afterTheFile } from '../harness/afterwards.ts';

/** What a column holds: its text as PostgreSQL prints it. */
export type Printed = string | null;

export interface Postgres {
  /** Runs a statement. Its parameters have the types that PostgreSQL infers, as with a driver. @returns its rows */
  ask(statement: {
    readonly sql: string;
    readonly parameters: readonly unknown[];
  }): readonly (readonly Printed[])[];
  /** Runs statements without parameters. */
  run(sql: string): void;
  /** Of its only database, for drivers. */
  readonly url: string;
  /** The file of the socket on which it listens. */
  readonly socket: string;
  /** Kills it, and starts it anew, with what it had acknowledged. */
  restart(): Promise<void>;
  /** Kills it. It is gone until `restart`. */
  kill(): Promise<void>;
  /** Ends it, and removes its folder. After the tests of a file this is done by itself. Repeatable. */
  end(): Promise<void>;
}

interface PostgresGiven {
  /** What it acknowledges outlasts a loss of power, as where it is used; tests need not wait for that. */
  readonly isSafe?: boolean;
  /** Where its folder is made. */
  readonly parent?: string;
}

/** Of Debian's packages, and of the registry: see config/tooling/postgres.mjs. */
const PROGRAMS = programsOfPostgres();

/** Without it, what both databases should answer alike is asked of SQLite alone. */
export const isPostgresInstalled = PROGRAMS !== null;

/** It refuses to run as root, and runs as this user then, who owns nothing else. */
const NOBODY = 65_534;
const whose = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** The folder of its programs. Those of the registry lie in this clone, which that user may not read and so gets a copy. */
function programsFor(folder: string): string {
  if (PROGRAMS === null) throw new Error('PostgreSQL is not installed');
  if (PROGRAMS.isReadByAll || whose.uid === undefined) return PROGRAMS.folder;
  const copy = join(folder, 'programs');
  // Who may run them stays as it is, whatever this process lets others do with what it makes.
  execFileSync('cp', ['-a', dirname(PROGRAMS.folder), copy]);
  return join(copy, 'bin');
}

/**
 * A server of its own, with a folder of its own and no port: it listens on a socket there. Its texts have the order of a
 * language, unless a column says otherwise. It ends after the tests of the file, or by `end`.
 */
export async function startPostgres({
  isSafe = false,
  parent = tmpdir(),
}: PostgresGiven = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(parent, 'postgres-'));
  if (whose.uid !== undefined) chownSync(folder, whose.uid, whose.gid);
  const data = join(folder, 'data');
  const programs = programsFor(folder);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  execFileSync(
    join(programs, 'initdb'),
    [`--pgdata=${data}`, '--username=svc', '--auth=trust', '--no-sync', '--no-instructions', ...locale],
    { ...whose, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let server = await serverOf(programs, folder, isSafe);
  const killed = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const url = `postgres://svc@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const asked = askedAtOnce(url);
  const end = async () => {
    await asked.end();
    await killed('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  afterTheFile(end);
  return {
    ask: ({ sql, parameters }) => {
      const given = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`;
      return asked.of([`PREPARE asked AS ${sql}`, `EXECUTE asked${given}`]);
    },
    run: (sql) => void asked.of([sql]),
    url,
    socket: join(folder, '.s.PGSQL.5432'),
    kill: async () => await killed('SIGKILL'),
    restart: async () => {
      await killed('SIGKILL');
      server = await serverOf(programs, folder, isSafe);
    },
    end,
  };
}

/** Holds back whoever takes, makes or exchanges this schema, until the result is called. */
export async function holdingBack(
  { url }: Pick<Postgres, 'url'>,
  schema: string,
): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  // A test that failed before it let go: the server ends first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [schema]);
  return async () => await client.end();
}

/** Starts it, and waits until it takes connections. */
async function serverOf(programs: string, folder: string, isSafe: boolean): Promise<ChildProcess> {
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      join(folder, 'data'),
      '-k',
      folder,
      '-c',
      'listen_addresses=',
      '-c',
      `fsync=${isSafe ? 'on' : 'off'}`,
      '-c',
      'max_connections=300',
    ],
    { ...whose, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const told: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    told.push(line);
    if (line.includes('ready to accept connections')) break;
  }
  if (!told.at(-1)?.includes('ready')) throw new Error(`PostgreSQL did not start: ${told.join('\n')}`);
  server.stderr.resume();
  return server;
}

/** As drivers send it: a text, of whatever type is expected there. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new TypeError('this is no value of a column');
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** Longer than any statement of a test takes. */
const ASKED_MS = 60_000;

/** Asks the server while nothing else of this process happens. */
function askedAtOnce(url: string) {
  let worker: Worker | null = null;
  const { port1: mine, port2: its } = new MessageChannel();
  const begun = () => {
    const options = { workerData: { url, port: its }, transferList: [its] };
    const one = new Worker(new URL('./asks-postgres.mjs', import.meta.url), options);
    one.unref();
    return one;
  };
  return {
    of(statements: readonly string[]): readonly (readonly Printed[])[] {
      worker ??= begun();
      const answered = new Int32Array(new SharedArrayBuffer(4));
      mine.postMessage({ statements, answered });
      Atomics.wait(answered, 0, 0, ASKED_MS);
      const answer = receiveMessageOnPort(mine)?.message as
        | { readonly rows: readonly (readonly Printed[])[] }
        | { readonly failed: string }
        | undefined;
      if (answer && 'rows' in answer) return answer.rows;
      throw new Error(`PostgreSQL ${answer ? `refused: ${answer.failed}` : 'did not answer'}`);
    },
    async end(): Promise<void> {
      mine.close();
      await worker?.terminate();
    },
  };
}
