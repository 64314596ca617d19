import type { EntryId } from '../../../../core/kernel/ids.ts';
import type { PersonKeys } from '../person-keys.ts';
import { together, type Work } from '../work.ts';
import { lookedUp } from './entries.ts';
import { entryStatements as statements } from './entry-statements.ts';
import { ROWS_AT_ONCE } from './many-rows.ts';
import { steps } from './parts.ts';
import type { ChangeOf, Context, Kind, StoredChange } from './steps.ts';
import { TermIndex, type Postings } from './term-index.ts';

/** Consecutive changes of one kind that are carried out at once. */
export type Alike = {
  [Of in Kind]: { readonly kind: Of; readonly changes: readonly ChangeOf<Of>[] };
}[Kind];

/** In order. */
export function* alike(changes: readonly StoredChange[]): Iterable<Alike> {
  for (let from = 0, to = 1; from < changes.length; from = to) {
    const kind = changes[from]?.change;
    for (to = from + 1; to < from + ROWS_AT_ONCE && changes[to]?.change === kind;) to += 1;
    yield { kind, changes: changes.slice(from, to) } as Alike;
  }
}

/** A larger commit is indexed after it has been acknowledged. */
const INDEXED_AT_ONCE = { entries: 32, chars: 16_384 };

/** Whether these changes are many for one tick of the event loop. */
export const hasMany = (changes: readonly StoredChange[]): boolean =>
  changes.filter(({ change }) => change !== 'namespace.set').length > INDEXED_AT_ONCE.entries;

/** Whether these changes are indexed before they are acknowledged. */
export function isSmall(changes: readonly StoredChange[]): boolean {
  const chars = changes.reduce(
    (sum, change) => sum + (change.change === 'entry.add' ? change.entry.text.length : 0),
    0,
  );
  return !hasMany(changes) && chars <= INDEXED_AT_ONCE.chars;
}

interface Begun extends Context {
  readonly last: number;
}

/** What a commit does, whichever database carries it out: `begun`, each group of changes in order, `ended`. */
export class MemoryWork {
  readonly index: TermIndex;
  readonly #keys: PersonKeys;

  constructor(postings: Postings, keys: PersonKeys) {
    this.index = new TermIndex(postings);
    this.#keys = keys;
  }

  *begun(changes: readonly StoredChange[]): Work<Begun> {
    // Many would take long at once: they are looked up when their turn comes.
    const first = isSmall(changes) ? changes : [];
    const [row, known] = yield* together(statements.lastSeq({}), lookedUp(first, this.#keys));
    if (!row) throw new Error('the index has lost how far it is');
    const seqs = seqsOf(changes, row.last_seq);
    return { index: this.index, keys: this.#keys, ...known, seqs, last: row.last_seq };
  }

  /** The kind matches its changes, which TypeScript cannot follow through a lookup. */
  carriedOut({ kind, changes }: Alike, context: Context): Work<void> {
    const step = steps[kind] as (changes: readonly StoredChange[], context: Context) => Work<void>;
    return step(changes, context);
  }

  *ended({ seqs, last }: Begun): Work<void> {
    if (seqs.size > 0) yield* statements.setLastSeq({ last: last + seqs.size });
    yield* this.index.flush();
  }
}

function seqsOf(changes: readonly StoredChange[], last: number): ReadonlyMap<EntryId, number> {
  const seqs = new Map<EntryId, number>();
  for (const change of changes)
    if (change.change === 'entry.add') seqs.set(change.entry.entryId, last + seqs.size + 1);
  return seqs;
}
