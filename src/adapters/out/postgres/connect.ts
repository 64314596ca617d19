import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import type { CustomTypesConfig, Pool, PoolClient } from 'pg';
import { prepared, type MakeRead } from '../sql/prepared.ts';
import { PostgresWords } from '../sql/said.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { Reach } from './reach.ts';
import { asRead, written } from './texts.ts';

/** Where the tables are. */
export interface PostgresPlace {
  /** `postgres://…`, with whatever the server needs to let somebody in. */
  readonly url: string;
  /** One of its schemas: small letters, digits and underscores. */
  readonly schema: string;
}

export interface PostgresOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Connections at once, at most. */
  readonly connections?: number;
  readonly log?: Pick<Log, 'warn' | 'info'> | null;
}

/** What was asked of the server, and with how many connections. */
export interface PostgresTraffic {
  readonly connections: number;
  readonly inUse: number;
  /** Callers that wait for a connection now. */
  readonly waiting: number;
  /** Since it was connected. */
  readonly roundTrips: number;
}

/** The connections to one schema. They are made when they are needed. */
export interface Connected {
  readonly pool: Pool;
  readonly schema: string;
  readonly reach: Reach;
  readonly makeRead: MakeRead;
  /** A builder whose statements are those of PostgreSQL. It reads, each time in one round trip. */
  queriesOf<Schema>(): Kysely<Schema>;
  traffic(): PostgresTraffic;
  /** Destroys all connections, also those in use, for example when the server no longer answers. Later queries get new ones. */
  cut(): void;
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
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
/** Of a transaction whose engine has gone. */
const IDLE_MS = 10_000;

/** Nothing is sent yet. The package is loaded here: whoever keeps data in files does not need it. */
export async function connectPostgres(
  { url, schema }: PostgresPlace,
  { clock, connections = CONNECTIONS, log = null }: PostgresOptions,
): Promise<Connected> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw new DriverMissing(cause);
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types: typesFrom(pg.types),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // What is asked without waiting for the answer before is sent without waiting for it.
    pipeline: true,
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
  const reach = new Reach({ clock, log });
  // Of one that nobody uses: whoever asks next gets another.
  pool.on('error', (error) => reach.lost(error));
  const clients = new Set<PoolClient>();
  let roundTrips = 0;
  pool.on('connect', (client) => {
    clients.add(client);
    // The query in flight rejects with the same error.
    client.on('error', () => undefined);
    takesAnyText(client, () => (roundTrips += 1));
  });
  pool.on('remove', (client) => void clients.delete(client));
  const ask = (text: string, values: readonly unknown[]) =>
    reach.persist(async () => await pool.query<object>({ text, values: [...values] }));
  const queries = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Reads(ask),
      createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresWords(),
    },
  });
  return {
    pool,
    schema,
    reach,
    queriesOf: <Schema>() => queries as Kysely<Schema>,
    makeRead: (build) => {
      const bind = prepared(build);
      return async (given) => {
        const { sql: text, parameters } = bind(given);
        const { rows } = await ask(text, parameters);
        return rows as never;
      };
    },
    traffic: () => ({
      connections: pool.totalCount,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      roundTrips,
    }),
    cut: () => {
      for (const client of clients) streamOf(client)?.destroy();
    },
    close: async () => {
      reach.end();
      await pool.end();
    },
  };
}

/** Below what its types say. */
const streamOf = (client: PoolClient) =>
  (client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } }).connection
    ?.stream;

function typesFrom({ getTypeParser, builtins }: typeof import('pg').types): CustomTypesConfig {
  const number = (value: string) => Number(value);
  const parsers = new Map<number, (value: string) => unknown>([
    [builtins.INT8, number],
    [builtins.NUMERIC, number],
    [builtins.TEXT, asRead],
    [builtins.VARCHAR, asRead],
    [builtins.JSON, asRead],
    [builtins.JSONB, heldRead],
  ]);
  return {
    getTypeParser: (id, format) =>
      parsers.get(id) ?? (getTypeParser(id, format) as (value: string) => unknown),
  };
}

/** A column of JSON holds a text or a number. */
function heldRead(json: string): unknown {
  const value = JSON.parse(json) as unknown;
  return typeof value === 'string' ? asRead(value) : value;
}

type Ask = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly object[]; readonly rowCount: number | null }>;

/** Queries of the builder. No query of a store needs a connection for itself: the journal writes. */
class Reads implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(ask: Ask) {
    this.#connection = {
      executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => {
        const { rows } = await ask(sql, parameters);
        return { rows: rows as readonly Row[] as Row[] };
      },
      streamQuery: () => {
        throw new Error('what is read comes at once');
      },
    };
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  readonly beginTransaction = noTransaction;
  readonly commitTransaction = noTransaction;
  readonly rollbackTransaction = noTransaction;
}

const noTransaction = () => Promise.reject(new Error('changes go through the journal'));

/** A connection sends texts in the form in which PostgreSQL takes all of them. */
function takesAnyText(client: PoolClient, onRoundTrip: () => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const sent = (values: unknown): unknown => (Array.isArray(values) ? values.map(valueSent) : values);
  let unanswered = 0;
  const answered = () => void (unanswered -= 1);
  Object.assign(client, {
    query: (asked: unknown, ...more: unknown[]) => {
      if (unanswered === 0) onRoundTrip();
      const answer = isConfig(asked)
        ? query({ ...asked, values: sent(asked.values) }, ...more)
        : query(asked, ...more.map(sent));
      if (answer instanceof Promise) {
        unanswered += 1;
        answer.then(answered, answered);
      }
      return answer;
    },
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
