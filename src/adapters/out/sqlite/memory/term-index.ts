import { memoryLimits } from '../../../../core/knowledge/memory/limits.ts';
import { fingerprint } from '../../../../core/knowledge/memory/same.ts';
import { termKey, termsOf } from '../../../../core/knowledge/memory/search/words.ts';
import type { Prepare } from '../statements.ts';
import { OWNERS } from '../person-keys.ts';
import { OF_MEMBER, packed, SHARED, unpacked, wordOf, wordOfMember } from './rows.ts';

interface Indexed {
  readonly seq: number;
  readonly namespace: string;
  readonly person_id: string;
  readonly shared: number;
  readonly text: string;
  readonly superseded_at: number | null;
}

/** Entries indexed in one piece of work. */
const SLICE = 100;
/** Terms that can be found by similar spelling: words, not numbers. */
const SPELLED = /^\p{L}{3,}$/u;

/**
 * Keeps the search index in step with the entries. Call everything here inside a transaction of the writer, and `flush`
 * before it ends.
 */
export class TermIndex {
  readonly #statements: ReturnType<typeof statementsOn>;
  readonly #changes = new Map<number, { term: string | null; by: number }>();
  #entries = 0;
  #terms = 0;

  constructor(prepare: Prepare) {
    this.#statements = statementsOn(prepare);
  }

  /** Whether `catchUp` has work to do. */
  get isBehind(): boolean {
    const { last_seq, indexed_to } = this.#statements.state.get() as { last_seq: number; indexed_to: number };
    return last_seq > indexed_to || this.#statements.anyBehind.get() !== undefined;
  }

  /** Indexes the next entries, and moves superseded ones to the past. True while there is more to do. */
  catchUp(slice = SLICE): boolean {
    const statements = this.#statements;
    const behind = statements.behind.all(slice) as { seq: number }[];
    for (const { seq } of behind) {
      this.#retire(seq);
      statements.caughtUp.run(seq);
    }
    const state = statements.state.get() as { last_seq: number; indexed_to: number };
    const rows = statements.next.all(state.indexed_to, slice) as Indexed[];
    for (const row of rows) this.#add(row);
    const to = rows.length < slice ? state.last_seq : (rows.at(-1)?.seq ?? state.last_seq);
    statements.indexedTo.run(to);
    this.flush();
    return behind.length === slice || rows.length === slice;
  }

  /** Removes an entry that is about to be erased from the index, with all of its words. */
  erase(seq: number): void {
    const found = this.#statements.termsOf.get(seq) as { keys: string; past: number } | undefined;
    this.#statements.caughtUp.run(seq);
    if (!found) return;
    if (found.past === 1) this.#statements.unpostPast.run(seq);
    else {
      this.#statements.unpost.run(seq);
      this.#count(unpacked(found.keys), -1);
    }
    this.#statements.dropTerms.run(seq);
  }

  /** An entry is current again, another person's, or shared. One that is not indexed yet is indexed as it is then. */
  again(seq: number): void {
    if (!this.#statements.termsOf.get(seq)) return;
    this.erase(seq);
    this.#add(this.#statements.one.get(seq) as Indexed);
  }

  /** After a rollback: discards what was counted since the last flush. */
  forget(): void {
    this.#changes.clear();
    [this.#entries, this.#terms] = [0, 0];
  }

  /** Writes the counted changes of the vocabulary. */
  flush(): void {
    const { grow, meet, spell, unmeet, unspell, totals } = this.#statements;
    for (const [key, { term, by }] of this.#changes) {
      if (by === 0) continue;
      if (grow.run(by, key).changes === 0) {
        if (term === null) continue;
        meet.run(key, term, by);
        if (SPELLED.test(term)) spell.run(key, term);
      } else if (by < 0 && unmeet.run(key).changes > 0) unspell.run(key);
    }
    if (this.#entries !== 0 || this.#terms !== 0) totals.run(this.#entries, this.#terms);
    this.forget();
  }

  #add({ seq, text, superseded_at, ...place }: Indexed): void {
    const searched = text.slice(0, memoryLimits.indexedChars);
    const terms = termsOf(searched);
    const keys = Uint32Array.from(terms, termKey);
    const past = superseded_at === null ? 0 : 1;
    this.#statements.keepTerms.run(seq, packed(keys), fingerprint(searched), past);
    (past === 0 ? this.#statements.post : this.#statements.postPast).run(seq, wordsFor(place, keys));
    if (past === 1) return;
    this.#count(keys, 1);
    terms.forEach((term, index) => {
      const change = this.#changes.get(keys[index] ?? 0);
      if (change) change.term ??= term;
    });
  }

  #retire(seq: number): void {
    const found = this.#statements.termsOf.get(seq) as { keys: string; past: number } | undefined;
    if (!found || found.past === 1) return;
    const keys = unpacked(found.keys);
    const place = this.#statements.placeOf.get(seq) as Place;
    this.#statements.unpost.run(seq);
    this.#statements.postPast.run(seq, wordsFor(place, keys));
    this.#statements.toPast.run(seq);
    this.#count(keys, -1);
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

type Place = Pick<Indexed, 'namespace' | 'person_id' | 'shared'>;

/** What is the owner's alone has no words that say so: most entries are. */
const wordsFor = ({ namespace, person_id, shared }: Place, keys: Uint32Array): string =>
  [
    namespace,
    ...(person_id === OWNERS ? [] : [OF_MEMBER, wordOfMember(person_id)]),
    ...(shared === 1 ? [SHARED] : []),
    ...Array.from(new Set(keys), wordOf),
  ].join(' ');

function statementsOn(prepare: Prepare) {
  return {
    state: prepare('SELECT last_seq, indexed_to FROM term_index'),
    indexedTo: prepare('UPDATE term_index SET indexed_to = ?'),
    totals: prepare('UPDATE term_index SET entries = entries + ?, terms = terms + ?'),
    anyBehind: prepare('SELECT seq FROM term_index_behind LIMIT 1'),
    behind: prepare('SELECT seq FROM term_index_behind LIMIT ?'),
    caughtUp: prepare('DELETE FROM term_index_behind WHERE seq = ?'),
    next: prepare(
      'SELECT seq, namespace, person_id, shared, text, superseded_at FROM entries WHERE seq > ? ORDER BY seq LIMIT ?',
    ),
    one: prepare('SELECT seq, namespace, person_id, shared, text, superseded_at FROM entries WHERE seq = ?'),
    placeOf: prepare('SELECT namespace, person_id, shared FROM entries WHERE seq = ?'),
    termsOf: prepare('SELECT keys, past FROM entry_terms WHERE seq = ?'),
    keepTerms: prepare('INSERT INTO entry_terms (seq, keys, fingerprint, past) VALUES (?, ?, ?, ?)'),
    dropTerms: prepare('DELETE FROM entry_terms WHERE seq = ?'),
    toPast: prepare('UPDATE entry_terms SET past = 1 WHERE seq = ?'),
    post: prepare('INSERT INTO current_postings (rowid, keys) VALUES (?, ?)'),
    unpost: prepare('DELETE FROM current_postings WHERE rowid = ?'),
    postPast: prepare('INSERT INTO past_postings (rowid, keys) VALUES (?, ?)'),
    unpostPast: prepare('DELETE FROM past_postings WHERE rowid = ?'),
    grow: prepare('UPDATE vocabulary SET frequency = frequency + ? WHERE key = ?'),
    meet: prepare('INSERT INTO vocabulary (key, term, frequency) VALUES (?, ?, ?)'),
    unmeet: prepare('DELETE FROM vocabulary WHERE key = ? AND frequency <= 0'),
    spell: prepare('INSERT INTO vocabulary_grams (rowid, term) VALUES (?, ?)'),
    unspell: prepare('DELETE FROM vocabulary_grams WHERE rowid = ?'),
  };
}
