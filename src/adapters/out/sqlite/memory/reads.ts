import { entryId, type EntryId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import type { Page } from '../../../../core/kernel/page.ts';
import type { MemoryEntry, Namespace, Source } from '../../../../core/memory/model.ts';
import { fingerprint, saysTheSame } from '../../../../core/memory/same.ts';
import type { End, Held, HeldEntry, PastPosition } from '../../../../core/memory/store.ts';
import { pageOf, type Sized } from '../page-of.ts';
import type { Connection, Statement } from '../open.ts';
import {
  ENTRY_COLUMNS,
  HELD_COLUMNS,
  entryFrom,
  heldFrom,
  sourceFrom,
  type EntryRow,
  type HeldRow,
  type SourceRow,
} from './rows.ts';

/** How many rows are read in one tick of the event loop. */
const PAGE = 1_000;
/** A namespace that is always changed while it is being read is read in one go at last. */
const ATTEMPTS = 3;

/** What is in memory.db, read by a connection that never writes. */
export class EntryReader {
  readonly #statements: ReturnType<typeof statementsOn>;
  /** They never change. */
  readonly #sources = new Map<number, Source>();

  constructor(connection: Connection) {
    this.#statements = statementsOn(connection);
  }

  end(namespace: Namespace): End {
    const row = this.#statements.namespace.get(namespace) as Omit<End, 'lastPosition'> | undefined;
    const last = this.#statements.lastPosition.get(namespace) as { position: number } | undefined;
    return { ...(row ?? { version: 0, tail: '', chars: 0 }), lastPosition: last?.position ?? null };
  }

  /** Of one version, although it is read in pages. */
  async read(namespace: Namespace): Promise<Held> {
    for (let attempt = 1; ; attempt++) {
      const end = this.end(namespace);
      const entries: HeldEntry[] = [];
      for (let more = true; more;) {
        const rows = this.#statements.page.all(
          namespace,
          entries.at(-1)?.position ?? Number.MIN_SAFE_INTEGER,
          attempt > ATTEMPTS ? -1 : PAGE,
        ) as HeldRow[];
        for (const row of rows) entries.push(heldFrom(row, namespace, this.#source(row.source)));
        more = attempt <= ATTEMPTS && rows.length === PAGE;
        if (more) await nextTurn();
      }
      if (this.end(namespace).version === end.version) return { ...end, entries };
    }
  }

  history(
    namespace: Namespace,
    { after, limit }: { readonly after: PastPosition | null; readonly limit: number },
  ): Page<MemoryEntry, PastPosition> {
    const { supersededIn, seq } = after ?? NEWEST;
    const sizes = this.#statements.pastSizes.all(namespace, supersededIn, seq, limit + 1) as PastSize[];
    const { items, next } = pageOf(sizes, { limit, mostBytes: listLimits.pageBytes }, positionOf);
    const last = items.at(-1);
    if (!last) return { items: [], next: null };
    const until = [last.supersededIn, last.seq];
    const rows = this.#statements.history.all(namespace, supersededIn, seq, ...until) as EntryRow[];
    return { items: rows.map(entryFrom), next };
  }

  async historyOf(namespace: Namespace, holds: (text: string) => boolean): Promise<readonly EntryId[]> {
    const found: EntryId[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const rows = this.#statements.pastPage.all(namespace, after, PAGE) as {
        seq: number;
        entry_id: string;
        text: string;
      }[];
      for (const { entry_id, text } of rows) if (holds(text)) found.push(entryId(entry_id));
      after = rows.length === PAGE ? rows.at(-1)?.seq : undefined;
      if (after !== undefined) await nextTurn();
    }
    return found;
  }

  entries(entryIds: readonly EntryId[]): readonly MemoryEntry[] {
    return entryIds.flatMap((id) => {
      const row = this.#statements.entry.get(id) as EntryRow | undefined;
      return row ? [entryFrom(row)] : [];
    });
  }

  sayingTheSame(namespace: Namespace, text: string): readonly MemoryEntry[] {
    const rows = this.#statements.alike.all(fingerprint(text), namespace) as EntryRow[];
    return rows.map(entryFrom).filter((entry) => saysTheSame(entry.text, text));
  }

  #source(key: number): Source {
    const known = this.#sources.get(key);
    if (known) return known;
    const source = sourceFrom(this.#statements.source.get(key) as SourceRow);
    this.#sources.set(key, source);
    return source;
  }
}

interface PastSize extends PastPosition, Sized {}

const positionOf = ({ supersededIn, seq }: PastSize): PastPosition => ({ supersededIn, seq });
/** Behind all that there is. */
const NEWEST: PastPosition = { supersededIn: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function statementsOn(connection: Connection) {
  const prepare = (sql: string): Statement<unknown[]> => connection.prepare<unknown[]>(sql);
  const entries = `SELECT ${ENTRY_COLUMNS} FROM entries JOIN sources USING (source)`;
  const past = 'namespace = ? AND superseded_at IS NOT NULL AND (superseded_in, seq) < (?, ?)';
  return {
    namespace: prepare('SELECT version, tail, chars FROM namespaces WHERE namespace = ?'),
    lastPosition: prepare(
      `SELECT position FROM entries WHERE namespace = ? AND superseded_at IS NULL ORDER BY position DESC LIMIT 1`,
    ),
    page: prepare(
      `SELECT ${HELD_COLUMNS} FROM entries
       WHERE namespace = ? AND superseded_at IS NULL AND position > ? ORDER BY position LIMIT ?`,
    ),
    source: prepare('SELECT origin, run_id, thread_id, tool FROM sources WHERE source = ?'),
    pastSizes: prepare(
      `SELECT superseded_in AS supersededIn, seq, octet_length(text) AS bytes FROM entries
       WHERE ${past} ORDER BY superseded_in DESC, seq DESC LIMIT ?`,
    ),
    history: prepare(
      `${entries} WHERE ${past} AND (superseded_in, seq) >= (?, ?) ORDER BY superseded_in DESC, seq DESC`,
    ),
    pastPage: prepare(
      `SELECT seq, entry_id, text FROM entries
       WHERE namespace = ? AND superseded_at IS NOT NULL AND seq > ? ORDER BY seq LIMIT ?`,
    ),
    entry: prepare(`${entries} WHERE entry_id = ?`),
    alike: prepare(
      `${entries} JOIN entry_terms USING (seq)
       WHERE fingerprint = ? AND past = 0 AND namespace = ? AND superseded_at IS NULL ORDER BY seq`,
    ),
  };
}
