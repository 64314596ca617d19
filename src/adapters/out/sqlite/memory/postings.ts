import { sql } from 'kysely';
import { hitsOf, type Asking, type Hits, type KnownTerm, type Lookup } from '../../sql/memory/finding.ts';
import { SPELLED, type Posted, type Postings } from '../../sql/memory/term-index.ts';
import { OWNERS } from '../../sql/person-keys.ts';
import { asking, askingValues, writing, type Work } from '../../sql/work.ts';
import { counting } from '../work.ts';

/** The terms of entries as words of FTS5, and the terms themselves by their trigrams. */
export const postings: Postings & Lookup = {
  *post(entries, isPast) {
    const post = isPast ? statements.postPast : statements.post;
    for (const entry of entries) yield* post({ seq: entry.seq, words: wordsFor(entry) });
  },

  *unpost(entries, isPast) {
    const unpost = isPast ? statements.unpostPast : statements.unpost;
    for (const { seq } of entries) yield* unpost({ seq });
  },

  *count(terms) {
    const { grow, meet, spell, unmeet, unspell } = statements;
    for (const { key, term, by } of terms) {
      if ((yield* grow({ by, key })) === 0) {
        if (term === null) continue;
        yield* meet({ key, term, by });
        if (SPELLED.test(term)) yield* spell({ key, term });
      } else if (by < 0 && (yield* unmeet({ key })) > 0) yield* unspell({ key });
    }
  },

  *hits({ terms, bounds, person, isPast }: Asking): Work<readonly Hits[]> {
    const newest = isPast ? statements.newestPast : statements.newest;
    const whose = isPast ? wordsOfPast(person) : wordsOfCurrent(person);
    const found: Hits[] = [];
    let left = bounds.postings;
    for (const { key, worth } of terms) {
      const words = bounds.namespace === null ? wordOf(key) : `(${bounds.namespace} AND ${wordOf(key)})`;
      const limit = Math.min(left, hitsOf(bounds));
      if (limit <= 0) break;
      const seqs = yield* newest({ query: words + whose, limit });
      found.push({ worth, seqs });
      left -= seqs.length;
    }
    return found;
  },

  *spelledLike(halves, limit) {
    const query = halves
      .map((pieces) => `(${pieces.map((piece) => `"${piece}"`).join(' AND ')})`)
      .join(' OR ');
    return yield* statements.spelledLike({ query, limit });
  },
};

/** Words that say whose an entry is. No key is so long. */
const OF_MEMBER = 'member';
const SHARED = 'shared';
const wordOfMember = (personKey: string): string => `m${Buffer.from(personKey).toString('hex')}`;

/** A key as a word; the letter distinguishes it from the names of namespaces. */
const wordOf = (key: number): string => `k${key.toString(36)}`;

/** What is the owner's alone has no words that say so: most entries are. */
const wordsFor = ({ namespace, person_id, shared, keys }: Posted): string =>
  [
    namespace,
    ...(person_id === OWNERS ? [] : [OF_MEMBER, wordOfMember(person_id)]),
    ...(shared === 1 ? [SHARED] : []),
    ...Array.from(new Set(keys), wordOf),
  ].join(' ');

/** How a query goes on so that it finds what this person may read: most entries have no word that says whose they are. */
function wordsOfCurrent(personKey: string | null): string {
  if (personKey === null) return '';
  if (personKey === OWNERS) return ` NOT (${OF_MEMBER} NOT ${SHARED})`;
  return ` AND (${wordOfMember(personKey)} OR ${SHARED})`;
}

/** What is past is only for the one whose it was. */
function wordsOfPast(personKey: string | null): string {
  if (personKey === null) return '';
  return personKey === OWNERS ? ` NOT ${OF_MEMBER}` : ` AND ${wordOfMember(personKey)}`;
}

interface Posting {
  readonly seq: number;
  readonly words: string;
}
interface OneSeq {
  readonly seq: number;
}
interface OneKey {
  readonly key: number;
}
interface Query {
  readonly query: string;
  readonly limit: number;
}

const statements = {
  post: writing<Posting>(
    ({ seq, words }) => sql`INSERT INTO current_postings (rowid, keys) VALUES (${seq}, ${words})`,
  ),
  unpost: writing<OneSeq>(({ seq }) => sql`DELETE FROM current_postings WHERE rowid = ${seq}`),
  postPast: writing<Posting>(
    ({ seq, words }) => sql`INSERT INTO past_postings (rowid, keys) VALUES (${seq}, ${words})`,
  ),
  unpostPast: writing<OneSeq>(({ seq }) => sql`DELETE FROM past_postings WHERE rowid = ${seq}`),
  grow: counting<OneKey & { readonly by: number }>(
    ({ by, key }) => sql`UPDATE vocabulary SET frequency = frequency + ${by} WHERE key = ${key}`,
  ),
  meet: writing<OneKey & { readonly term: string; readonly by: number }>(
    ({ key, term, by }) => sql`INSERT INTO vocabulary (key, term, frequency) VALUES (${key}, ${term}, ${by})`,
  ),
  unmeet: counting<OneKey>(({ key }) => sql`DELETE FROM vocabulary WHERE key = ${key} AND frequency <= 0`),
  spell: writing<OneKey & { readonly term: string }>(
    ({ key, term }) => sql`INSERT INTO vocabulary_grams (rowid, term) VALUES (${key}, ${term})`,
  ),
  unspell: writing<OneKey>(({ key }) => sql`DELETE FROM vocabulary_grams WHERE rowid = ${key}`),
  newest: askingValues<Query, number>(
    ({ query, limit }) => sql`SELECT rowid FROM current_postings
      WHERE current_postings MATCH ${query} ORDER BY rowid DESC LIMIT ${limit}`,
  ),
  newestPast: askingValues<Query, number>(
    ({ query, limit }) => sql`SELECT rowid FROM past_postings
      WHERE past_postings MATCH ${query} ORDER BY rowid DESC LIMIT ${limit}`,
  ),
  spelledLike: asking<Query, KnownTerm>(
    ({ query, limit }) => sql`SELECT term, frequency FROM vocabulary
      WHERE key IN (SELECT rowid FROM vocabulary_grams WHERE vocabulary_grams MATCH ${query} LIMIT ${limit})`,
  ),
};
