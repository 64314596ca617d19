import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
}

const INSTALLED = '/usr/lib/postgresql';
const OLDEST = 15;

/** The folder with the programs of the newest PostgreSQL that Debian's packages installed, if it is new enough. */
function programs(): string | null {
  if (!existsSync(INSTALLED)) return null;
  const versions = readdirSync(INSTALLED)
    .map(Number)
    .filter((version) => version >= OLDEST && existsSync(join(INSTALLED, String(version), 'bin/initdb')));
  return versions.length === 0 ? null : join(INSTALLED, String(Math.max(...versions)), 'bin');
}

const PROGRAMS = programs();

/** Without it, what both databases should answer alike is asked of SQLite alone. */
export const isPostgresInstalled = PROGRAMS !== null;

/** It refuses to run as root, and runs as this user then, who owns nothing else. */
const NOBODY = 65_534;
const whose = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const [COLUMN, ROW, NOTHING] = ['\u001F', '\u001E', '\u001D'];

/**
 * A server of its own, with a folder of its own and no port: it listens on a socket there. Its texts have the order of a
 * language, unless a column says otherwise. It ends after the tests of the file, or by `end`.
 */
export async function startPostgres({ isSafe = false }: PostgresGiven = {}): Promise<Postgres> {
  if (PROGRAMS === null) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (whose.uid !== undefined) chownSync(folder, whose.uid, whose.gid);
  const data = join(folder, 'data');
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  execFileSync(
    join(PROGRAMS, 'initdb'),
    [`--pgdata=${data}`, '--username=svc', '--auth=trust', '--no-sync', '--no-instructions', ...locale],
    { ...whose, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  let server = await serverOf(folder, isSafe);
  const killed = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const end = async () => {
    await killed('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  afterTheFile(end);
  const psql = (input: string): string =>
    execFileSync(
      join(PROGRAMS, 'psql'),
      [
        '-XqAt',
        `-F${COLUMN}`,
        `-R${ROW}`,
        `-Pnull=${NOTHING}`,
        '-vON_ERROR_STOP=1',
        `-h${folder}`,
        '-Usvc',
        'postgres',
      ],
      { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] },
    );
  return {
    ask: ({ sql, parameters }) => {
      const given = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`;
      const printed = psql(`PREPARE asked AS ${sql};\nEXECUTE asked${given};`).replace(/\n$/u, '');
      if (printed === '') return [];
      return printed
        .split(ROW)
        .map((row) => row.split(COLUMN).map((value) => (value === NOTHING ? null : value)));
    },
    run: (sql) => void psql(sql),
    url: `postgres://svc@localhost/postgres?host=${encodeURIComponent(folder)}`,
    socket: join(folder, '.s.PGSQL.5432'),
    kill: async () => await killed('SIGKILL'),
    restart: async () => {
      await killed('SIGKILL');
      server = await serverOf(folder, isSafe);
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
async function serverOf(folder: string, isSafe: boolean): Promise<ChildProcess> {
  const server = spawn(
    join(PROGRAMS ?? '', 'postgres'),
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
