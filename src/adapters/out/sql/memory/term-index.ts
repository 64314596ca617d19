import { sql } from 'kysely';
import { memoryLimits } from '../../../../core/knowledge/memory/limits.ts';
import { fingerprint } from '../../../../core/knowledge/memory/same.ts';
import { termKey, termsOf } from '../../../../core/knowledge/memory/search/words.ts';
import { numbersOf } from '../words.ts';
import { asking, askingOne, askingValue, together, writing, type Work } from '../work.ts';
import { writingRows } from './many-rows.ts';
import { packed, unpacked } from './rows.ts';

/** Whose an entry is, and who may find it. */
interface Place {
  readonly namespace: string;
  readonly person_id: string;
  readonly shared: number;
}

interface Indexed extends Place {
  readonly seq: number;
  readonly text: string;
  readonly superseded_at: number | null;
}

interface Behind extends Place {
  readonly seq: number;
  /** Null: it is not indexed yet. */
  readonly keys: string | null;
  readonly past: number | null;
}

/** An entry under its terms. */
export interface Posted extends Place {
  readonly seq: number;
  readonly keys: Uint32Array;
}

/** How much more often a term is in entries than before. */
export interface Counted {
  readonly key: number;
  /** Null where it is not needed: nothing has become more, or the term is known. */
  readonly term: string | null;
  readonly by: number;
}

/** Where each database keeps which entries have a term, apart for current and past ones, and which terms there are. */
export interface Postings {
  post(entries: readonly Posted[], isPast: boolean): Work<void>;
  unpost(entries: readonly Pick<Posted, 'seq' | 'keys'>[], isPast: boolean): Work<void>;
  count(terms: readonly Counted[]): Work<void>;
}

/** Entries indexed in one piece of work. */
const SLICE = 100;
/** Terms that can be found by similar spelling: words, not numbers. */
export const SPELLED = /^\p{L}{3,}$/u;

/** Keeps the search index in step with the entries. All of it is part of a transaction of the writer; `flush` ends it. */
export class TermIndex {
  readonly #postings: Postings;
  readonly #changes = new Map<number, { term: string | null; by: number }>();
  #entries = 0;
  #terms = 0;

  constructor(postings: Postings) {
    this.#postings = postings;
  }

  /** Whether `catchUp` has work to do. */
  *isBehind(): Work<boolean> {
    return (yield* statements.isBehind({})) === 1;
  }

  /** Indexes the next entries, and moves superseded ones to the past. True while there is more to do. */
  *catchUp(slice = SLICE): Work<boolean> {
    const [behind, state, rows] = yield* together(
      statements.behind({ slice }),
      statements.state({}),
      statements.next({ slice }),
    );
    if (!state) throw new Error('the index has lost how far it is');
    if (behind.length > 0) yield* this.#retire(behind);
    yield* this.#add(rows);
    const to = rows.length < slice ? state.last_seq : (rows.at(-1)?.seq ?? state.last_seq);
    if (to !== state.indexed_to) yield* statements.indexedTo({ to });
    yield* this.flush();
    return behind.length === slice || rows.length === slice;
  }

  /** Removes an entry that is about to be erased from the index, with all of its words. */
  *erase(seq: number): Work<void> {
    const found = yield* statements.termsOf({ seq });
    yield* statements.caughtUp({ seqs: JSON.stringify([seq]) });
    if (!found) return;
    const keys = unpacked(found.keys);
    yield* this.#postings.unpost([{ seq, keys }], found.past === 1);
    if (found.past === 0) this.#count(keys, -1);
    yield* statements.dropTerms({ seq });
  }

  /** An entry is current again, another person's, or shared. One that is not indexed yet is indexed as it is then. */
  *again(seq: number): Work<void> {
    if (!(yield* statements.termsOf({ seq }))) return;
    yield* this.erase(seq);
    yield* this.#add(yield* statements.one({ seq }));
  }

  /** After a rollback: discards what was counted since the last flush. */
  forget(): void {
    this.#changes.clear();
    [this.#entries, this.#terms] = [0, 0];
  }

  /** Writes the counted changes of the vocabulary. */
  *flush(): Work<void> {
    const counted = [...this.#changes].map(([key, change]) => ({ key, ...change }));
    const changed = counted.filter(({ by }) => by !== 0);
    if (changed.length > 0) yield* this.#postings.count(changed);
    if (this.#entries !== 0 || this.#terms !== 0)
      yield* statements.totals({ entries: this.#entries, terms: this.#terms });
    this.forget();
  }

  *#add(rows: readonly Indexed[]): Work<void> {
    if (rows.length === 0) return;
    const [current, past]: readonly [Posted[], Posted[]] = [[], []];
    const kept = [];
    for (const { text, superseded_at, ...row } of rows) {
      const searched = text.slice(0, memoryLimits.indexedChars);
      const terms = termsOf(searched);
      const keys = Uint32Array.from(terms, termKey);
      const isPast = superseded_at !== null;
      (isPast ? past : current).push({ ...row, keys });
      kept.push([row.seq, packed(keys), fingerprint(searched), Number(isPast)]);
      if (isPast) continue;
      this.#count(keys, 1);
      terms.forEach((term, index) => {
        const change = this.#changes.get(keys[index] ?? 0);
        if (change) change.term ??= term;
      });
    }
    yield* statements.keepTerms(kept);
    if (current.length > 0) yield* this.#postings.post(current, false);
    if (past.length > 0) yield* this.#postings.post(past, true);
  }

  *#retire(behind: readonly Behind[]): Work<void> {
    const posted = behind.flatMap(({ keys, past, ...entry }) =>
      keys === null || past === 1 ? [] : { ...entry, keys: unpacked(keys) },
    );
    if (posted.length > 0) {
      yield* this.#postings.unpost(posted, false);
      yield* this.#postings.post(posted, true);
      yield* statements.toPast({ seqs: seqsOf(posted) });
    }
    for (const { keys } of posted) this.#count(keys, -1);
    yield* statements.caughtUp({ seqs: seqsOf(behind) });
  }

  #count(keys: Uint32Array, by: 1 | -1): void {
    for (const key of new Set(keys)) {
      const change = this.#changes.get(key);
      if (change) change.by += by;
      else this.#changes.set(key, { term: null, by });
    }
    this.#entries += by;
    this.#terms += by * keys.length;
  }
}

const seqsOf = (entries: readonly { readonly seq: number }[]): string =>
  JSON.stringify(entries.map(({ seq }) => seq));

const INDEXED = sql`SELECT seq, namespace, person_id, shared, text, superseded_at FROM entries`;

interface OneSeq {
  readonly seq: number;
}
interface Seqs {
  /** As JSON. */
  readonly seqs: string;
}

const statements = {
  isBehind: askingValue<object, number>(
    () => sql`SELECT CASE WHEN last_seq > indexed_to OR EXISTS (SELECT 1 FROM term_index_behind) THEN 1 ELSE 0 END AS behind
      FROM term_index`,
  ),
  state: askingOne<object, { readonly last_seq: number; readonly indexed_to: number }>(
    () => sql`SELECT last_seq, indexed_to FROM term_index`,
  ),
  indexedTo: writing<{ readonly to: number }>(({ to }) => sql`UPDATE term_index SET indexed_to = ${to}`),
  totals: writing<{ readonly entries: number; readonly terms: number }>(
    ({ entries, terms }) =>
      sql`UPDATE term_index SET entries = entries + ${entries}, terms = terms + ${terms}`,
  ),
  behind: asking<{ readonly slice: number }, Behind>(
    ({
      slice,
    }) => sql`SELECT late.seq, keys, past, namespace, person_id, shared FROM term_index_behind AS late
      LEFT JOIN entry_terms ON entry_terms.seq = late.seq LEFT JOIN entries ON entries.seq = late.seq
      ORDER BY late.seq LIMIT ${slice}`,
  ),
  caughtUp: writing<Seqs>(({ seqs }) => sql`DELETE FROM term_index_behind WHERE seq IN ${numbersOf(seqs)}`),
  next: asking<{ readonly slice: number }, Indexed>(
    ({ slice }) =>
      sql`${INDEXED} WHERE seq > (SELECT indexed_to FROM term_index) ORDER BY seq LIMIT ${slice}`,
  ),
  one: asking<OneSeq, Indexed>(({ seq }) => sql`${INDEXED} WHERE seq = ${seq}`),
  termsOf: askingOne<OneSeq, { readonly keys: string; readonly past: number }>(
    ({ seq }) => sql`SELECT keys, past FROM entry_terms WHERE seq = ${seq}`,
  ),
  keepTerms: writingRows(
    4,
    (rows) => sql`INSERT INTO entry_terms (seq, keys, fingerprint, past) VALUES ${rows}`,
  ),
  dropTerms: writing<OneSeq>(({ seq }) => sql`DELETE FROM entry_terms WHERE seq = ${seq}`),
  toPast: writing<Seqs>(({ seqs }) => sql`UPDATE entry_terms SET past = 1 WHERE seq IN ${numbersOf(seqs)}`),
};
