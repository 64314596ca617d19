import { sql, type RawBuilder } from 'kysely';
import type { PersonId } from '../../../../core/kernel/ids.ts';
import { FOUND } from '../../../../core/conversation/thread-search/model.ts';
import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { numbersOf } from '../../sql/words.ts';
import { read, type Db } from './part.ts';
import { asQuery, snippetsIn, tokensOf, type Tokens } from './tokens.ts';

/** What a text has to have: all of these, or any of them. Each is a word, or words that follow one another. */
export interface AskedText {
  readonly isAny: boolean;
  readonly phrases: readonly Phrase[];
}

interface Phrase {
  readonly text: string;
  /** Its last word may go on. */
  readonly isBeginning: boolean;
}

type Whose = PersonId | typeof EVERYONE;

/** Texts of which one is looked for, from the newest on. */
interface Window {
  /** The newest that is looked at. */
  readonly upTo: number;
  /** How many are found, at most. */
  readonly limit: number;
  /** Where as many are found among fewer texts than these, the newest are the best. */
  readonly commonAmong: number;
}

/** The index of titles and messages. Each is known by its number; later ones have higher numbers. */
export interface TextIndex {
  /** The newest that have it. @returns them, the newest first, and the best first */
  find(
    asked: AskedText,
    whose: Whose,
    window: Window,
  ): Promise<{ readonly newest: readonly number[]; readonly best: readonly number[] }>;
  /** The text of a row of `searched_texts`, if it is needed for a piece of it. */
  textOf(table: string): RawBuilder<string | null>;
  /** A piece of each, in which what was found is marked. */
  snippets(asked: AskedText, found: readonly Found[], most: number): Promise<ReadonlyMap<number, string>>;
}

interface Found {
  readonly id: number;
  readonly text: string | null;
}

/** Whether it is in so many of the newest texts that no rank tells more than their age. */
const isCommon = (newest: readonly number[], { limit, commonAmong }: Window): boolean =>
  newest.length === limit && (newest[0] ?? 0) - (newest.at(-1) ?? 0) < commonAmong;

interface Entry {
  readonly doc_id: number;
}

const rowsOf = async <Row>(db: Db, query: RawBuilder<Row>): Promise<readonly Row[]> =>
  (await read(query.execute(db))).rows;

const idsOf = async (db: Db, query: RawBuilder<Entry>): Promise<readonly number[]> =>
  (await rowsOf(db, query)).map(({ doc_id: id }) => id);

/** Hits in the threads of one person. Where there is only one, all are theirs, and no thread is looked up. */
const ofOne = (whose: Whose, id: RawBuilder<unknown>) =>
  whose === EVERYONE
    ? sql``
    : sql`AND (NOT EXISTS (SELECT 1 FROM people WHERE person_id <> ${whose})
      OR EXISTS (SELECT 1 FROM searched_texts JOIN threads USING (thread_id)
        WHERE searched_texts.doc_id = ${id} AND threads.person_id = ${whose}))`;

/** A quoted word has no operators; its parts, as of `svc_run_start`, must follow one another. */
const matchOf = ({ isAny, phrases }: AskedText): string =>
  phrases
    .map(({ text, isBeginning }) => `"${text.replaceAll('"', ' ')}"${isBeginning ? '*' : ''}`)
    .join(isAny ? ' OR ' : ' ');

export const indexInSqlite = (db: Db): TextIndex => ({
  find: async (asked, whose, window) => {
    // SQLite walks the index backwards and stops at the limit.
    const newest = await idsOf(
      db,
      sql`SELECT rowid AS doc_id FROM search_index
        WHERE search_index MATCH ${matchOf(asked)} AND rowid <= ${window.upTo} ${ofOne(whose, sql`search_index.rowid`)}
        ORDER BY rowid DESC LIMIT ${window.limit}`,
    );
    const [first, last] = [newest.at(0), newest.at(-1)];
    if (first === undefined || last === undefined || isCommon(newest, window))
      return { newest, best: newest };
    const best = await idsOf(
      db,
      sql`SELECT rowid AS doc_id FROM search_index
        WHERE search_index MATCH ${matchOf(asked)} AND rowid BETWEEN ${last} AND ${first}
          ${ofOne(whose, sql`search_index.rowid`)}
        ORDER BY bm25(search_index), rowid DESC`,
    );
    return { newest, best };
  },

  textOf: () => sql`NULL`,

  snippets: async (asked, found, most) => {
    const ids = found.map(({ id }) => id);
    // In one walk over the matches: SQLite would prepare the query anew for each row that is looked up by its id.
    const rows = await rowsOf(
      db,
      sql<Entry & { readonly snippet: string }>`
        SELECT rowid AS doc_id, snippet(search_index, 0, ${FOUND.from}, ${FOUND.to}, '…', ${most}) AS snippet
        FROM search_index
        WHERE search_index MATCH ${matchOf(asked)} AND rowid BETWEEN ${Math.min(...ids)} AND ${Math.max(...ids)}
          AND +rowid IN ${numbersOf(JSON.stringify(ids))}`,
    );
    return new Map(rows.map(({ doc_id: id, snippet }) => [id, snippet]));
  },
});

/** The same with the words that SQLite would find, counted and weighed as it does. */
export const indexInPostgres = (db: Db): TextIndex => ({
  find: async (asked, whose, window) => {
    const query = queryOf(asked);
    if (query === '') return { newest: [], best: [] };
    const phrases = phrasesOf(asked);
    const [exact, beginnings] = [
      phrases.flatMap(({ tokens, isBeginning }) => (isBeginning ? tokens.slice(0, -1) : tokens)),
      phrases.flatMap(({ tokens, isBeginning }) => (isBeginning ? tokens.slice(-1) : [])),
    ];
    // Of all texts it is counted only where that is of use, and told with the newest.
    const rows = await rowsOf(
      db,
      sql<Weighed>`
        WITH newest AS MATERIALIZED (
          SELECT doc_id, tokens, words FROM search_words
          WHERE words @@ CAST(${query} AS TSQUERY) AND doc_id <= ${window.upTo}
            ${ofOne(whose, sql`search_words.doc_id`)}
          ORDER BY doc_id DESC LIMIT ${window.limit}
        ), shape AS MATERIALIZED (
          SELECT max(doc_id) AS first,
            count(*) = ${window.limit} AND max(doc_id) - min(doc_id) < ${window.commonAmong} AS is_common FROM newest
        )
        SELECT doc_id, tokens, CASE WHEN NOT is_common THEN (
            SELECT json_agg(json_build_array(lexeme, positions)) FROM unnest(words)
            WHERE lexeme = ANY (CAST(${exact} AS TEXT[]))
              OR EXISTS (SELECT 1 FROM unnest(CAST(${beginnings} AS TEXT[])) AS one (beginning)
                WHERE starts_with(lexeme, beginning))) END AS places,
          CASE WHEN NOT is_common AND doc_id = first THEN (
            SELECT json_build_object('docs', count(*), 'tokens', coalesce(sum(tokens), 0), 'having', (
              SELECT json_agg((SELECT count(*) FROM search_words WHERE words @@ CAST(each.query AS TSQUERY)) ORDER BY nth)
              FROM json_array_elements_text(CAST(${JSON.stringify(phrases.map((one) => one.query))} AS JSON))
                WITH ORDINALITY AS each (query, nth)))
            FROM search_words) END AS known
        FROM newest CROSS JOIN shape ORDER BY doc_id DESC`,
    );
    const newest = rows.map(({ doc_id: id }) => id);
    const told = rows[0]?.known ?? null;
    if (told === null) return { newest, best: newest };
    const known = JSON.parse(told) as Known;
    const weights = known.having.map((count) => rarity(known.docs, count));
    const average = known.tokens / known.docs;
    const score = (row: Weighed): number => {
      const places = new Map(JSON.parse(row.places ?? '[]') as [string, readonly number[]][]);
      return phrases.reduce((sum, phrase, nth) => {
        const often = timesIn(places, phrase);
        const length = 1 - B + (B * row.tokens) / average;
        return sum + (weights[nth] ?? 0) * ((often * (K1 + 1)) / (often + K1 * length));
      }, 0);
    };
    const best = rows
      .map((row) => ({ id: row.doc_id, score: score(row) }))
      .toSorted((one, other) => other.score - one.score || other.id - one.id)
      .map(({ id }) => id);
    return { newest, best };
  },

  textOf: (table) => sql`${sql.ref(`${table}.text`)}`,

  snippets: async (asked, found, most) =>
    snippetsIn(
      found.map(({ id, text }) => ({ id, text: text ?? '' })),
      matchOf(asked),
      most,
    ),
});

/** As in https://www.sqlite.org/fts5.html, "The bm25() function". */
const K1 = 1.2;
const B = 0.75;
const LEAST = 1e-6;

function rarity(docs: number, having: number): number {
  const weight = Math.log((docs - having + 0.5) / (having + 0.5));
  return weight <= 0 ? LEAST : weight;
}

interface Weighed extends Entry {
  readonly tokens: number;
  /** The words that were asked for, and where they are; as JSON. Null: that is not asked. */
  readonly places: string | null;
  /** Of all texts, as JSON. */
  readonly known: string | null;
}

interface Known {
  readonly docs: number;
  readonly tokens: number;
  /** How many have each phrase. */
  readonly having: readonly number[];
}

interface Tokenized {
  readonly tokens: Tokens;
  readonly isBeginning: boolean;
  readonly query: string;
}

/** What has no words says nothing. */
const phrasesOf = ({ phrases }: AskedText): readonly Tokenized[] =>
  phrases.flatMap(({ text, isBeginning }) => {
    const tokens = tokensOf(text.replaceAll('"', ' '));
    return tokens.length === 0 ? [] : { tokens, isBeginning, query: asQuery(tokens, isBeginning) };
  });

const queryOf = (asked: AskedText): string =>
  phrasesOf(asked)
    .map(({ query }) => query)
    .join(asked.isAny ? ' | ' : ' & ');

/** How often the words follow one another. */
function timesIn(places: ReadonlyMap<string, readonly number[]>, { tokens, isBeginning }: Tokenized): number {
  const each = tokens.map((token, nth) => {
    const goesOn = isBeginning && nth === tokens.length - 1;
    const words = goesOn ? [...places.keys()].filter((word) => word.startsWith(token)) : [token];
    return new Set(words.flatMap((word) => places.get(word) ?? []));
  });
  const [first, ...rest] = each;
  return [...(first ?? [])].filter((place) => rest.every((one, nth) => one.has(place + nth + 1))).length;
}
