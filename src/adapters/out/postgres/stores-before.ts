import { erasureLimits } from '../../../core/keeping/erasure/limits.ts';
import type { ErasedStore } from '../../../core/keeping/erasure/model.ts';
import type { StoresBefore } from '../../../core/keeping/erasure/port.ts';
import { INDEX_FOLDERS, WORDS } from '../sql/erased-words.ts';
import { isNotThere } from '../sql/postgres-errors.ts';
import type { Connected } from './connect.ts';
import { Lease, type LeaseDeps } from './lease.ts';
import { dropMarked, keptBeside, restoredBeside } from './staged-schema.ts';

export interface SchemaBeforeDeps extends Omit<LeaseDeps, 'holder'> {
  readonly connect: () => Promise<Connected>;
  /** The databases by their names, with the tables that they have here. */
  readonly databases: () => Promise<readonly { readonly name: string; readonly tables: readonly string[] }[]>;
  readonly holder: () => string;
}

/** A schema before its data is erased, while no engine has it. */
export class SchemaBefore implements StoresBefore {
  readonly #deps: SchemaBeforeDeps;

  constructor(deps: SchemaBeforeDeps) {
    this.#deps = deps;
  }

  /** Of another version or of no schema: nothing. @throws errors of the ports */
  async look(): ReturnType<StoresBefore['look']> {
    const connected = await this.#deps.connect();
    try {
      const stores: ErasedStore[] = [];
      const words = new Set<string>();
      const read = (sql: string, values: readonly unknown[] = []) => texts(connected, sql, values);
      for (const { name, tables } of await this.#deps.databases()) {
        for (const sql of WORDS[name] ?? [])
          for (const word of await read(sql.replace('?', '$1'), [erasureLimits.wordsOfAKind]))
            if (word.length >= erasureLimits.wordChars) words.add(word);
        stores.push({ name, rows: await rowsIn(connected, tables) });
      }
      return { stores, words: [...words], indexFolders: await read(INDEX_FOLDERS) };
    } finally {
      await connected.close();
    }
  }

  /**
   * Drops the schema and what stands beside it. The next engine makes it anew.
   * @throws StorageInUse; errors of the ports
   */
  async erase(): Promise<void> {
    const { connect, holder, ...deps } = this.#deps;
    const connected = await connect();
    try {
      const lease = await Lease.take(connected, { ...deps, holder: holder() });
      try {
        await dropped(connected);
      } finally {
        await lease.release();
      }
    } finally {
      await connected.close();
    }
  }
}

async function dropped({ pool, schema, reach }: Connected): Promise<void> {
  await reach.persist(async () => {
    const client = await pool.connect();
    try {
      await client.query('SET statement_timeout = 0');
      for (const beside of [restoredBeside(schema), keptBeside(schema)]) await dropMarked(client, beside);
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    } finally {
      client.release(true);
    }
  });
}

async function texts(
  { pool, reach }: Connected,
  sql: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  try {
    const asked = { text: sql, values: [...values], rowMode: 'array' as const };
    const { rows } = await reach.persist(async () => await pool.query<[string]>(asked));
    return rows.map(([text]) => text);
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}

async function rowsIn({ pool, reach }: Connected, tables: readonly string[]): Promise<number | null> {
  try {
    let all = 0;
    for (const table of tables) {
      const sql = `SELECT count(*) AS n FROM "${table}"`;
      const { rows } = await reach.persist(async () => await pool.query<{ readonly n: number }>(sql));
      all += rows[0]?.n ?? 0;
    }
    return all;
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}
