import { entryId } from '../../../../core/kernel/ids.ts';
import type {
  AskedTerm,
  Bounds,
  FindableMemory,
  FoundEntry,
} from '../../../../core/knowledge/memory/store.ts';
import { distance } from '../../../../core/kernel/distance.ts';
import { isHalfOfPair } from '../../../../core/kernel/words.ts';
import type { Prepare, Statement } from '../statements.ts';
import { OWNERS } from '../person-keys.ts';
import { OF_MEMBER, SHARED, unpacked, wordOf, wordOfMember } from './rows.ts';

interface FoundRow {
  readonly seq: number;
  readonly entry_id: string;
  readonly person_id: string;
  readonly shared: number;
  readonly namespace: string;
  readonly text: string;
  readonly valid_from: number;
  readonly keys: string | null;
}

/** How many of the best hits get their neighbours, and how many entries on each side that is. */
const WITH_NEIGHBOURS = 40;
const NEIGHBOURS = 3;
/** No term may use more than this fraction (one in SHARE) of the bound. */
const SHARE = 3;
/** Ranking reads only this much of a text. */
const SHOWN_CHARS = 4_000;
/** How many terms are compared by spelling. */
const MAX_COMPARED = 400;

/** The reads of search in memory.db. All are bounded, because each runs in one tick and must not block the engine. */
export function searchReads(prepare: Prepare): Pick<FindableMemory, 'statistics' | 'similar'> & {
  /** @param personKey null: of everybody */
  readonly candidatesOf: (personKey: string | null) => FindableMemory['candidates'];
} {
  const statements = statementsOn(prepare);
  return {
    statistics: async (keys) => {
      const { entries, terms } = statements.totals.get() as { entries: number; terms: number };
      const frequencies = new Map<number, number>();
      for (const key of keys) {
        const row = statements.frequency.get(key) as { frequency: number } | undefined;
        if (row) frequencies.set(key, row.frequency);
      }
      return { entries, averageTerms: entries === 0 ? 0 : terms / entries, frequencies };
    },

    similar: async (term, limit) => {
      const length = Array.from(term).length;
      const known = [
        ...(length < 3
          ? statements.beginning.all(term, `${term}\u{10ffff}`, MAX_COMPARED)
          : statements.spelledLike.all(gramsQuery(term), MAX_COMPARED)),
        ...(SHORT_IN_EE.test(term)
          ? statements.ending.all(MAX_SCANNED, `%_${term.slice(0, -1)}`, MAX_COMPARED)
          : isHalfOfPair(term)
            ? statements.ending.all(MAX_SCANNED, `_${term}`, MAX_COMPARED)
            : []),
      ];
      return (known as { term: string; frequency: number }[])
        .map(({ term: other, frequency }) => ({ other, frequency, likeness: likeness(term, other) }))
        .filter(({ other, likeness }) => likeness > 0 && other !== term)
        .toSorted(
          (a, b) => b.likeness - a.likeness || b.frequency - a.frequency || (a.other < b.other ? -1 : 1),
        )
        .slice(0, limit)
        .map(({ other, likeness }) => [other, likeness] as const);
    },

    candidatesOf: (personKey) => async (asked, bounds) => {
      const { postings, pastPostings, pastRow } = statements;
      const hits = best(postings, asked, bounds, wordsOfCurrent(personKey));
      const isFor = ({ person_id, shared, namespace }: FoundRow): boolean =>
        (personKey === null || person_id === personKey || shared === 1) &&
        (bounds.namespace === null || namespace === bounds.namespace);
      const current = withNeighbours(statements, hits, isFor);
      if (!bounds.history) return current;
      const past = best(pastPostings, asked, bounds, wordsOfPast(personKey)).flatMap((seq) =>
        rowsOf(pastRow.all(seq)),
      );
      return [...current, ...past.map((row) => foundFrom(row, false))];
    },
  };
}

/** How a query of FTS5 goes on so that it finds what this person may read: most entries have no word that says whose they are. */
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

/** The entries with the highest worth, best first, of as many as the bound allows; the rarest terms first. */
function best(
  postings: Statement,
  asked: readonly AskedTerm[],
  bounds: Bounds,
  whose: string,
): readonly number[] {
  const worth = new Map<number, number>();
  let left = bounds.postings;
  for (const { key, worth: value } of asked.toSorted((a, b) => b.worth - a.worth || a.key - b.key)) {
    const words = bounds.namespace === null ? wordOf(key) : `(${bounds.namespace} AND ${wordOf(key)})`;
    const query = words + whose;
    const limit = Math.min(left, Math.ceil(bounds.postings / SHARE));
    if (limit <= 0) break;
    const seqs = postings.pluck().all(query, limit) as number[];
    for (const seq of seqs) worth.set(seq, (worth.get(seq) ?? 0) + value);
    left -= seqs.length;
  }
  return [...worth]
    .toSorted(([a, x], [b, y]) => y - x || b - a)
    .slice(0, bounds.entries)
    .map(([seq]) => seq);
}

/**
 * Adds what was written right before and after the best hits, in the order of writing. Leaves out what was superseded
 * or erased a moment ago and is still in the index.
 */
function withNeighbours(
  { row, rows }: ReturnType<typeof statementsOn>,
  hits: readonly number[],
  isFor: (row: FoundRow) => boolean,
): readonly FoundEntry[] {
  const stretches = merged(hits.slice(0, WITH_NEIGHBOURS));
  const found = stretches.flatMap(([from, to]) => {
    const last = new Map<string, true>();
    return rowsOf(rows.all(from, to))
      .filter(isFor)
      .map((one) => {
        const follows = last.has(textOf(one));
        last.set(textOf(one), true);
        return { one, follows };
      });
  });
  const known = new Set(found.map(({ one }) => one.seq));
  for (const seq of hits.slice(WITH_NEIGHBOURS))
    if (!known.has(seq))
      for (const one of rowsOf(row.all(seq)).filter(isFor)) found.push({ one, follows: false });
  return inRuns(found).map(({ one, follows }) => foundFrom(one, follows));
}

/** The text that it is a line of. */
const textOf = ({ namespace, person_id }: FoundRow): string => `${namespace} ${person_id}`;

const rowsOf = (rows: unknown[]): readonly FoundRow[] => rows as FoundRow[];

/** The ranges around these entries, with touching ones merged. */
function merged(seqs: readonly number[]): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = stretches.at(-1);
    if (last && seq - NEIGHBOURS <= last[1] + 1) last[1] = seq + NEIGHBOURS;
    else stretches.push([seq - NEIGHBOURS, seq + NEIGHBOURS]);
  }
  return stretches;
}

interface Placed {
  readonly one: FoundRow;
  readonly follows: boolean;
}

/** Sorted so that consecutive entries of a text are adjacent. */
function inRuns(found: readonly Placed[]): readonly Placed[] {
  const order = (a: Placed, b: Placed): number =>
    (textOf(a.one) < textOf(b.one) ? -1 : textOf(a.one) > textOf(b.one) ? 1 : 0) || a.one.seq - b.one.seq;
  return found.toSorted(order);
}

const foundFrom = (row: FoundRow, follows: boolean): FoundEntry => ({
  entryId: entryId(row.entry_id),
  text: row.text,
  at: row.valid_from,
  keys: row.keys === null ? new Uint32Array() : unpacked(row.keys),
  follows,
});

/** All grams of the first half of the word, or all of the second: one error leaves one half intact. */
function gramsQuery(term: string): string {
  const characters = Array.from(term);
  const middle = Math.ceil(characters.length / 2);
  const halves = [
    characters.slice(0, Math.max(3, middle)),
    characters.slice(Math.min(middle, characters.length - 3)),
  ];
  return halves
    .map(
      (half) =>
        `(${gramsOf(half)
          .map((gram) => `"${gram}"`)
          .join(' AND ')})`,
    )
    .join(' OR ');
}

const gramsOf = (characters: readonly string[]): readonly string[] =>
  characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));

/**
 * The stemmer leaves a short word such as "tee" as it is, and takes the last e of a compound of it, such as "lieblingstee".
 * What is left is too short for the index of spelling.
 */
const SHORT_IN_EE = /^[a-z]{1,4}ee$/u;
const endsAs = (other: string, term: string): boolean =>
  SHORT_IN_EE.test(term) && other.length > term.length && other.endsWith(term.slice(0, -1));

/** Terms that are looked through for an ending: some milliseconds. */
const MAX_SCANNED = 50_000;

const LIKE_ENOUGH = 0.7;
const PART = 0.6;
const STEM = 0.5;

/** How well a known term matches one that no entry has: 0 for not at all. */
function likeness(term: string, other: string): number {
  if (other.includes(term) || endsAs(other, term)) return PART * Math.sqrt(term.length / other.length);
  const maxErrors = term.length <= 4 ? 1 : 2;
  if (Math.abs(term.length - other.length) <= maxErrors) {
    const errors = distance(term, other, maxErrors);
    if (errors <= maxErrors) return LIKE_ENOUGH * (1 - errors / (2 * maxErrors + 1));
  }
  // Stemming does not remove a mistyped ending: find "educaton" under "educ".
  const isStem = other.length >= 4 && term.length > other.length && term.length - other.length <= 6;
  return isStem && distance(term.slice(0, other.length), other, 1) <= 1 ? STEM : 0;
}

function statementsOn(prepare: Prepare) {
  // A subquery, because a join is much slower here.
  const row = `SELECT seq, entry_id, person_id, shared, namespace, substr(text, 1, ${SHOWN_CHARS}) AS text, valid_from,
    (SELECT keys FROM entry_terms WHERE entry_terms.seq = entries.seq) AS keys FROM entries`;
  return {
    totals: prepare('SELECT entries, terms FROM term_index'),
    frequency: prepare('SELECT frequency FROM vocabulary WHERE key = ?'),
    beginning: prepare(
      'SELECT term, frequency FROM vocabulary WHERE term >= ? AND term < ? ORDER BY term LIMIT ?',
    ),
    ending: prepare(
      'SELECT term, frequency FROM (SELECT term, frequency FROM vocabulary LIMIT ?) WHERE term LIKE ? LIMIT ?',
    ),
    spelledLike: prepare(
      `SELECT term, frequency FROM vocabulary
       WHERE key IN (SELECT rowid FROM vocabulary_grams WHERE vocabulary_grams MATCH ? LIMIT ?)`,
    ),
    postings: prepare(
      'SELECT rowid FROM current_postings WHERE current_postings MATCH ? ORDER BY rowid DESC LIMIT ?',
    ),
    pastPostings: prepare(
      'SELECT rowid FROM past_postings WHERE past_postings MATCH ? ORDER BY rowid DESC LIMIT ?',
    ),
    row: prepare(`${row} WHERE seq = ? AND superseded_at IS NULL`),
    rows: prepare(`${row} WHERE seq BETWEEN ? AND ? AND superseded_at IS NULL ORDER BY seq`),
    pastRow: prepare(`${row} WHERE seq = ? AND superseded_at IS NOT NULL`),
  };
}
