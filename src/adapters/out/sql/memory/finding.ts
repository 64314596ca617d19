import { sql } from 'kysely';
import { entryId } from '../../../../core/kernel/ids.ts';
import type {
  AskedTerm,
  Bounds,
  FoundEntry,
  TermStatistics,
} from '../../../../core/knowledge/memory/store.ts';
import { distance } from '../../../../core/kernel/distance.ts';
import { isHalfOfPair } from '../../../../core/kernel/words.ts';
import { beginningOf, numbersOf } from '../words.ts';
import { asking, type Work } from '../work.ts';
import { unpacked } from './rows.ts';

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

export interface KnownTerm {
  readonly term: string;
  readonly frequency: number;
}

/** What a search looks for. Past entries are found only by the one whose they were. */
export interface Asking {
  /** In the order in which they are looked up: the rarest first. */
  readonly terms: readonly AskedTerm[];
  readonly bounds: Bounds;
  /** Null: everybody's. */
  readonly person: string | null;
  readonly isPast: boolean;
}

/** The entries that have a term, the newest first. */
export interface Hits {
  readonly worth: number;
  readonly seqs: readonly number[];
}

/** What each database looks up in its own index. */
export interface Lookup {
  /** For each term at most `hitsOf(bounds)`, and no more of all than the bound. */
  hits(asking: Asking): Work<readonly Hits[]>;
  /** The first terms that contain all of these pieces of three letters, or all of the others. */
  spelledLike(halves: readonly (readonly string[])[], limit: number): Work<readonly KnownTerm[]>;
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
/** Terms that are looked through for an ending: some milliseconds. */
const MAX_SCANNED = 50_000;

export const hitsOf = ({ postings }: Pick<Bounds, 'postings'>): number => Math.ceil(postings / SHARE);

/** How rare each of these terms is. */
export function* statistics(keys: readonly number[]): Work<TermStatistics> {
  const rows = yield* statements.statistics({ keys: JSON.stringify(keys) });
  const { entries, terms } = rows[0] ?? { entries: 0, terms: 0 };
  const frequencies = new Map<number, number>();
  for (const { key, frequency } of rows)
    if (key !== null && frequency !== null) frequencies.set(key, frequency);
  return { entries, averageTerms: entries === 0 ? 0 : terms / entries, frequencies };
}

export function* similar(
  lookup: Lookup,
  term: string,
  limit: number,
): Work<readonly (readonly [string, number])[]> {
  const known = [...(yield* beginningOrSpelled(lookup, term))];
  if (SHORT_IN_EE.test(term)) known.push(...(yield* statements.ending(endingIn(`%_${term.slice(0, -1)}`))));
  else if (isHalfOfPair(term)) known.push(...(yield* statements.ending(endingIn(`_${term}`))));
  return known
    .map(({ term: other, frequency }) => ({ other, frequency, likeness: likeness(term, other) }))
    .filter(({ other, likeness }) => likeness > 0 && other !== term)
    .toSorted((a, b) => b.likeness - a.likeness || b.frequency - a.frequency || (a.other < b.other ? -1 : 1))
    .slice(0, limit)
    .map(({ other, likeness }) => [other, likeness] as const);
}

const beginningOrSpelled = (lookup: Lookup, term: string): Work<readonly KnownTerm[]> =>
  Array.from(term).length < 3
    ? statements.beginning({ from: term, to: `${term}\u{10ffff}`, limit: MAX_COMPARED })
    : lookup.spelledLike(halvesOf(term), MAX_COMPARED);

const endingIn = (pattern: string) => ({ pattern, scanned: MAX_SCANNED, limit: MAX_COMPARED });

export function* candidates(
  lookup: Lookup,
  person: string | null,
  asked: readonly AskedTerm[],
  bounds: Bounds,
): Work<readonly FoundEntry[]> {
  const terms = asked.toSorted((a, b) => b.worth - a.worth || a.key - b.key);
  const hits = best(yield* lookup.hits({ terms, bounds, person, isPast: false }), bounds);
  const isFor = ({ person_id, shared, namespace }: FoundRow): boolean =>
    (person === null || person_id === person || shared === 1) &&
    (bounds.namespace === null || namespace === bounds.namespace);
  const current = yield* withNeighbours(hits, isFor);
  if (!bounds.history) return current;
  const gone = best(yield* lookup.hits({ terms, bounds, person, isPast: true }), bounds);
  const past = new Map(
    (yield* statements.past({ seqs: JSON.stringify(gone) })).map((row) => [row.seq, row] as const),
  );
  return [
    ...current,
    ...gone.flatMap((seq) => {
      const row = past.get(seq);
      return row ? foundFrom(row, false) : [];
    }),
  ];
}

/** The entries with the highest worth, best first. */
function best(all: readonly Hits[], bounds: Bounds): readonly number[] {
  const worth = new Map<number, number>();
  for (const { seqs, worth: value } of all)
    for (const seq of seqs) worth.set(seq, (worth.get(seq) ?? 0) + value);
  return [...worth]
    .toSorted(([a, x], [b, y]) => y - x || b - a)
    .slice(0, bounds.entries)
    .map(([seq]) => seq);
}

/**
 * Adds what was written right before and after the best hits, in the order of writing. Leaves out what was superseded
 * or erased a moment ago and is still in the index.
 */
function* withNeighbours(
  hits: readonly number[],
  isFor: (row: FoundRow) => boolean,
): Work<readonly FoundEntry[]> {
  if (hits.length === 0) return [];
  const stretches = merged(hits.slice(0, WITH_NEIGHBOURS));
  const asked = new Set([...stretches.flatMap(([from, to]) => between(from, to)), ...hits]);
  const rows = (yield* statements.current({ seqs: JSON.stringify([...asked]) })).filter(isFor);
  let [stretch, nth] = [stretches[0], 0];
  let last = new Set<string>();
  const placed = rows.map((one): Placed => {
    while (stretch && one.seq > stretch[1]) {
      stretch = stretches[(nth += 1)];
      last = new Set();
    }
    if (!stretch || one.seq < stretch[0]) return { one, follows: false };
    const follows = last.has(textOf(one));
    last.add(textOf(one));
    return { one, follows };
  });
  return inRuns(placed).map(({ one, follows }) => foundFrom(one, follows));
}

const between = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, nth) => from + nth);

/** The text that it is a line of. */
const textOf = ({ namespace, person_id }: FoundRow): string => `${namespace} ${person_id}`;

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

/** The pieces of the first half of the word, and of the second: one error leaves one half intact. */
function halvesOf(term: string): readonly (readonly string[])[] {
  const characters = Array.from(term);
  const middle = Math.ceil(characters.length / 2);
  return [
    characters.slice(0, Math.max(3, middle)),
    characters.slice(Math.min(middle, characters.length - 3)),
  ].map(piecesOf);
}

/** Each three letters that follow one another. */
export const piecesOf = (characters: readonly string[]): readonly string[] =>
  characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));

/**
 * The stemmer leaves a short word such as "tee" as it is, and takes the last e of a compound of it, such as "lieblingstee".
 * What is left is too short for the index of spelling.
 */
const SHORT_IN_EE = /^[a-z]{1,4}ee$/u;
const endsAs = (other: string, term: string): boolean =>
  SHORT_IN_EE.test(term) && other.length > term.length && other.endsWith(term.slice(0, -1));

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

// A subquery, because a join is much slower here.
const FOUND = sql`SELECT seq, entry_id, person_id, shared, namespace, ${beginningOf(sql.ref('text'), SHOWN_CHARS)} AS text,
  valid_from, (SELECT keys FROM entry_terms WHERE entry_terms.seq = entries.seq) AS keys FROM entries`;

interface Seqs {
  /** As JSON. */
  readonly seqs: string;
}

const statements = {
  statistics: asking<
    { readonly keys: string },
    {
      readonly entries: number;
      readonly terms: number;
      readonly key: number | null;
      readonly frequency: number | null;
    }
  >(
    ({ keys }) => sql`SELECT entries, terms, key, frequency FROM term_index
      LEFT JOIN vocabulary ON vocabulary.key IN ${numbersOf(keys)}`,
  ),
  beginning: asking<{ readonly from: string; readonly to: string; readonly limit: number }, KnownTerm>(
    ({ from, to, limit }) =>
      sql`SELECT term, frequency FROM vocabulary WHERE term >= ${from} AND term < ${to} ORDER BY term LIMIT ${limit}`,
  ),
  ending: asking<{ readonly scanned: number; readonly pattern: string; readonly limit: number }, KnownTerm>(
    ({ scanned, pattern, limit }) => sql`SELECT term, frequency
      FROM (SELECT key, term, frequency FROM vocabulary ORDER BY key LIMIT ${scanned}) AS scanned
      WHERE term LIKE ${pattern} ORDER BY key LIMIT ${limit}`,
  ),
  current: asking<Seqs, FoundRow>(
    ({ seqs }) => sql`${FOUND} WHERE seq IN ${numbersOf(seqs)} AND superseded_at IS NULL ORDER BY seq`,
  ),
  past: asking<Seqs, FoundRow>(
    ({ seqs }) => sql`${FOUND} WHERE seq IN ${numbersOf(seqs)} AND superseded_at IS NOT NULL`,
  ),
};
