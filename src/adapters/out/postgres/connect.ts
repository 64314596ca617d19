import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector } from 'kysely';
import type { CustomTypesConfig, Pool } from 'pg';
import { ofPostgres } from '../sql/postgres-errors.ts';
import { prepared, type MakeRead } from '../sql/prepared.ts';
import { PostgresWords } from '../sql/said.ts';
import type { Log } from '../../../core/ports/log.ts';
import { asRead, written } from './texts.ts';

/** Where the tables are. */
export interface PostgresPlace {
  /** `postgres://…`, with whatever the server needs to let somebody in. */
  readonly url: string;
  /** One of its schemas: small letters, digits and underscores. */
  readonly schema: string;
}

export interface PostgresOptions {
  /** Connections at once, at most. */
  readonly connections?: number;
  readonly log?: Pick<Log, 'warn'> | null;
}

/** The connections to one schema. They are made when they are needed. */
export interface Connected {
  readonly pool: Pool;
  readonly schema: string;
  readonly makeRead: MakeRead;
  /** A builder whose statements are those of PostgreSQL. */
  queriesOf<Schema>(): Kysely<Schema>;
  close(): Promise<void>;
}

/** The package is installed by those who use it: `npm install pg`. */
export class DriverMissing extends Error {
  readonly code = 'driver_missing';

  constructor(cause: unknown) {
    super('data in PostgreSQL needs the package pg, which is not installed: npm install pg', { cause });
    this.name = 'DriverMissing';
  }
}

const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;
/** Of a transaction whose engine has gone. */
const IDLE_MS = 10_000;

/** Nothing is sent yet. The package is loaded here: whoever keeps data in files does not need it. */
export async function connectPostgres(
  { url, schema }: PostgresPlace,
  { connections = CONNECTIONS, log = null }: PostgresOptions = {},
): Promise<Connected> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw new DriverMissing(cause);
  });
  const { getTypeParser, builtins } = pg.types;
  const number = (value: string) => Number(value);
  const parsers = new Map<number, (value: string) => unknown>([
    [builtins.INT8, number],
    [builtins.NUMERIC, number],
    [builtins.TEXT, asRead],
    [builtins.VARCHAR, asRead],
    [builtins.JSON, asRead],
    [builtins.JSONB, (value) => JSON.parse(asRead(value)) as unknown],
  ]);
  const types: CustomTypesConfig = {
    getTypeParser: (id, format) =>
      parsers.get(id) ?? (getTypeParser(id, format) as (value: string) => unknown),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'svc',
    options: [
      `search_path=${schema}`,
      `statement_timeout=${STATEMENT_MS}`,
      `idle_in_transaction_session_timeout=${IDLE_MS}`,
      'client_encoding=UTF8',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  });
  // Of one that nobody uses: whoever asks next gets another.
  pool.on('error', ({ message }) => log?.warn('a connection to PostgreSQL was lost', { problem: message }));
  takesAnyText(pool);
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver({ pool }),
    createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresWords(),
  };
  const queries = new Kysely<unknown>({ dialect });
  return {
    pool,
    schema,
    queriesOf: <Schema>() => queries as Kysely<Schema>,
    makeRead: (build) => {
      const bind = prepared(build);
      return async (given) => {
        const { sql: text, parameters } = bind(given);
        try {
          const { rows } = await pool.query({ text, values: [...parameters] });
          return rows as never;
        } catch (error) {
          throw ofPostgres(error);
        }
      };
    },
    close: async () => await pool.end(),
  };
}

/** Each connection sends texts in the form in which PostgreSQL takes all of them. */
function takesAnyText(pool: Pool): void {
  pool.on('connect', (client) => {
    // Whoever asks it something is told by the answer.
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const sent = (values: unknown): unknown => (Array.isArray(values) ? values.map(valueSent) : values);
    Object.assign(client, {
      query: (asked: unknown, ...more: unknown[]) =>
        isConfig(asked)
          ? query({ ...asked, values: sent(asked.values) }, ...more)
          : query(asked, ...more.map(sent)),
    });
  });
}

const LAST_NUMBER = '9223372036854775807';

/** A time that never comes is the last that a column holds. */
function valueSent(value: unknown): unknown {
  if (typeof value === 'string') return written(value);
  if (value === Infinity) return LAST_NUMBER;
  return value === -Infinity ? `-${LAST_NUMBER}` : value;
}

const isConfig = (asked: unknown): asked is { readonly values?: unknown } =>
  typeof asked === 'object' && asked !== null && 'text' in asked && !('submit' in asked);
