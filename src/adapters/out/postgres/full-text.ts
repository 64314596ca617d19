import type { PoolClient } from 'pg';
import { nameWords } from '../../../core/knowledge/graph/search-words.ts';
import { written } from './texts.ts';

/** Makes anew what PostgreSQL keeps beside the tables of a database. It is empty. */
export type AlsoInPostgres = (client: PoolClient) => Promise<void>;

interface Name {
  readonly no: string;
  readonly text: string;
}

/** Rows that are indexed in one piece. */
const AT_ONCE = 500;

/** The words of names. */
export const indexNames: AlsoInPostgres = async (client) => {
  for (let after: string | null = null; ;) {
    const { rows }: { readonly rows: readonly Name[] } = await client.query<Name>(
      `SELECT CAST(name_no AS TEXT) AS no, text FROM names
        WHERE hides = 0 AND ($1::BIGINT IS NULL OR name_no > $1::BIGINT) ORDER BY name_no LIMIT ${AT_ONCE}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    await client.query(
      `INSERT INTO name_words (rowid, words) SELECT no, array_to_tsvector(string_to_array(words, ' '))
        FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS TEXT[])) AS given (no, words)`,
      [rows.map(({ no }) => no), rows.map(({ text }) => written(nameWords(text).join(' ')))],
    );
    after = last.no;
  }
};
