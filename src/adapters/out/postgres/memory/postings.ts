import { sql } from 'kysely';
import { hitsOf, piecesOf, type Hits, type KnownTerm, type Lookup } from '../../sql/memory/finding.ts';
import { SPELLED, type Postings } from '../../sql/memory/term-index.ts';
import { asking, writing } from '../../sql/work.ts';

/** The index of the memory, which SQLite has in full-text search of its own kind. */
export const postingTables: readonly string[] = [
  `CREATE TABLE postings (
    past      BIGINT NOT NULL,
    key       BIGINT NOT NULL,
    seq       BIGINT NOT NULL,
    namespace TEXT COLLATE "C" NOT NULL,
    person_id TEXT COLLATE "C" NOT NULL,
    shared    BIGINT NOT NULL,
    PRIMARY KEY (past, key, seq) INCLUDE (namespace, person_id, shared)
  )`,
  'CREATE TABLE vocabulary_grams (key BIGINT PRIMARY KEY, grams TEXT[] COLLATE "C" NOT NULL)',
  'CREATE INDEX vocabulary_grams_by_gram ON vocabulary_grams USING gin (grams)',
];

/** A row for each entry and term, and the pieces of each term. All of an entry, or of a search, is one round trip. */
export const postings: Postings & Lookup = {
  *post(entries, isPast) {
    const rows = entries.map(({ keys, ...entry }) => ({ ...entry, keys: [...new Set(keys)] }));
    yield* statements.post({ rows: JSON.stringify(rows), past: Number(isPast) });
  },

  *unpost(entries, isPast) {
    const rows = entries.map(({ seq, keys }) => ({ seq, keys: [...new Set(keys)] }));
    yield* statements.unpost({ rows: JSON.stringify(rows), past: Number(isPast) });
  },

  *count(terms) {
    const rows = terms.map(({ key, term, by }) => ({
      key,
      term: term ?? '',
      by,
      grams: term !== null && SPELLED.test(term) ? piecesOf(Array.from(term)) : null,
    }));
    yield* statements.count({ rows: JSON.stringify(rows) });
    if (terms.some(({ by }) => by < 0)) yield* statements.uncount({ rows: JSON.stringify(rows) });
  },

  *hits({ terms, bounds, person, isPast }) {
    const [limit, namespace] = [hitsOf(bounds), bounds.namespace];
    const rows = yield* statements.hits({
      keys: JSON.stringify(terms.map(({ key }) => key)),
      past: Number(isPast),
      namespace,
      person,
      readsShared: isPast ? 0 : 1,
      limit,
    });
    const seqs = new Map(rows.map((row) => [row.nth, row.seqs.split(',').map(Number)]));
    let left = bounds.postings;
    return terms.map(({ worth }, nth): Hits => {
      const some = (seqs.get(nth) ?? []).slice(0, Math.max(0, left));
      left -= some.length;
      return { worth, seqs: some };
    });
  },

  *spelledLike(halves, limit) {
    const [first = [], second = []] = halves;
    return yield* statements.spelledLike({ first, second, limit });
  },
};

const statements = {
  post: writing<{ readonly rows: string; readonly past: number }>(
    ({ rows, past }) => sql`INSERT INTO postings (past, key, seq, namespace, person_id, shared)
      SELECT CAST(${past} AS BIGINT), CAST(each.key AS BIGINT), seq, namespace, person_id, shared
      FROM json_to_recordset(CAST(${rows} AS JSON))
        AS entry (seq BIGINT, namespace TEXT, person_id TEXT, shared BIGINT, keys JSON),
        json_array_elements_text(entry.keys) AS each (key)`,
  ),
  unpost: writing<{ readonly rows: string; readonly past: number }>(
    ({ rows, past }) => sql`DELETE FROM postings
      USING json_to_recordset(CAST(${rows} AS JSON)) AS entry (seq BIGINT, keys JSON),
        json_array_elements_text(entry.keys) AS each (key)
      WHERE past = ${past} AND postings.key = CAST(each.key AS BIGINT) AND postings.seq = entry.seq`,
  ),
  count: writing<{ readonly rows: string }>(
    ({ rows }) => sql`WITH counted AS (
        SELECT key, term, by, grams
        FROM json_to_recordset(CAST(${rows} AS JSON)) AS term (key BIGINT, term TEXT, by BIGINT, grams JSON)
      ), kept AS (
        INSERT INTO vocabulary (key, term, frequency) SELECT key, term, by FROM counted ORDER BY key
        ON CONFLICT (key) DO UPDATE SET frequency = vocabulary.frequency + excluded.frequency
      )
      INSERT INTO vocabulary_grams (key, grams)
        SELECT key, ARRAY(SELECT json_array_elements_text(grams)) FROM counted
        WHERE by > 0 AND grams IS NOT NULL AND json_typeof(grams) = 'array'
        ON CONFLICT (key) DO NOTHING`,
  ),
  uncount: writing<{ readonly rows: string }>(
    ({ rows }) => sql`WITH gone AS (
        DELETE FROM vocabulary
        USING json_to_recordset(CAST(${rows} AS JSON)) AS term (key BIGINT)
        WHERE vocabulary.key = term.key AND frequency <= 0 RETURNING vocabulary.key
      )
      DELETE FROM vocabulary_grams USING gone WHERE vocabulary_grams.key = gone.key`,
  ),
  hits: asking<
    {
      readonly keys: string;
      readonly past: number;
      readonly namespace: string | null;
      readonly person: string | null;
      readonly readsShared: number;
      readonly limit: number;
    },
    { readonly nth: number; readonly seqs: string }
  >(
    ({ keys, past, namespace, person, readsShared, limit }) => sql`SELECT nth - 1 AS nth, seqs
      FROM json_array_elements_text(CAST(${keys} AS JSON)) WITH ORDINALITY AS asked (key, nth)
      CROSS JOIN LATERAL (
        SELECT string_agg(CAST(seq AS TEXT), ',' ORDER BY seq DESC) AS seqs FROM (
          SELECT seq FROM postings WHERE past = ${past} AND postings.key = CAST(asked.key AS BIGINT)
            AND (CAST(${namespace} AS TEXT) IS NULL OR namespace = ${namespace})
            AND (CAST(${person} AS TEXT) IS NULL OR person_id = ${person}
              OR (CAST(${readsShared} AS INT) = 1 AND shared = 1))
          ORDER BY seq DESC LIMIT ${limit}) AS newest) AS found
      WHERE seqs IS NOT NULL`,
  ),
  spelledLike: asking<
    { readonly first: readonly string[]; readonly second: readonly string[]; readonly limit: number },
    KnownTerm
  >(
    ({ first, second, limit }) => sql`SELECT term, frequency FROM vocabulary WHERE key IN (
      SELECT key FROM vocabulary_grams
      WHERE grams @> CAST(${first} AS TEXT[]) OR grams @> CAST(${second} AS TEXT[])
      ORDER BY key LIMIT ${limit})`,
  ),
};
