import { setImmediate as nextTick } from 'node:timers/promises';
import { entryId, type EntryId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import { namespaces, type Namespace, type Source } from '../../../../core/knowledge/memory/model.ts';
import { fingerprint, saysTheSame } from '../../../../core/knowledge/memory/same.ts';
import type {
  CurrentEntry,
  CurrentPosition,
  MemoryStore,
  NamespaceEnd,
  PastPosition,
} from '../../../../core/knowledge/memory/store.ts';
import { pageOf, type Sized } from '../page-of.ts';
import { sourceFrom, type SourceRow } from '../source-rows.ts';
import type { Prepare, Statement } from '../statements.ts';
import type { RecentReads } from './recent-reads.ts';
import {
  ENTRY_COLUMNS,
  CURRENT_COLUMNS,
  entryFrom,
  currentFrom,
  type EntryRow,
  type CurrentRow,
} from './rows.ts';

/** Rows read in one tick of the event loop. */
const PAGE = 1_000;
/** After this many attempts, a namespace that keeps changing is read in one tick. */
const ATTEMPTS = 3;

/** Reads from memory.db, by a connection that never writes. */
export function entryReads(
  prepare: Prepare,
  recent: RecentReads,
): Pick<
  MemoryStore,
  | 'end'
  | 'read'
  | 'page'
  | 'counts'
  | 'earlierVersions'
  | 'history'
  | 'historyOf'
  | 'since'
  | 'entries'
  | 'sayingTheSame'
> {
  const statements = statementsOn(prepare);
  /** Sources never change. */
  const sources = new Map<number, Source>();

  const versionOf = (namespace: Namespace): Version =>
    (statements.namespace.get(namespace) as Version | undefined) ?? { version: 0, tail: '', chars: 0 };
  const endOf = (namespace: Namespace): NamespaceEnd => {
    const last = statements.lastPosition.get(namespace) as { position: number } | undefined;
    return { ...versionOf(namespace), lastPosition: last?.position ?? null };
  };

  const sourceOf = (key: number): Source => {
    const known = sources.get(key);
    if (known) return known;
    const source = sourceFrom(statements.source.get(key) as SourceRow);
    sources.set(key, source);
    return source;
  };

  return {
    end: async (namespace) => endOf(namespace),

    /** Returns one version, although it is read in pages. In one tick none can change: the writer is in this thread. */
    read: async (namespace) => {
      const known = recent.of(namespace);
      if (known !== null) return known;
      for (let attempt = 1; ; attempt++) {
        const begun = versionOf(namespace);
        const entries: CurrentEntry[] = [];
        let mayHaveChanged = false;
        for (;;) {
          const rows = statements.page.all(
            namespace,
            entries.at(-1)?.position ?? Number.MIN_SAFE_INTEGER,
            attempt > ATTEMPTS ? -1 : PAGE,
          ) as CurrentRow[];
          for (const row of rows) entries.push(currentFrom(row, namespace, sourceOf(row.source)));
          if (attempt > ATTEMPTS || rows.length < PAGE) break;
          await nextTick();
          mayHaveChanged = true;
        }
        if (mayHaveChanged && versionOf(namespace).version !== begun.version) continue;
        const read = { ...begun, lastPosition: entries.at(-1)?.position ?? null, entries };
        if (!mayHaveChanged) recent.keep(namespace, read);
        return read;
      }
    },

    page: async (namespace, { after, limit }) => {
      const from = after?.position ?? Number.MAX_SAFE_INTEGER;
      const sizes = statements.sizes.all(namespace, from, limit + 1) as (CurrentPosition & Sized)[];
      const { items, next } = pageOf(sizes, { limit, maxBytes: listLimits.pageBytes }, ({ position }) => ({
        position,
      }));
      const last = items.at(-1);
      if (!last) return { items: [], next: null };
      const rows = statements.between.all(namespace, from, last.position) as CurrentRow[];
      return { items: rows.map((row) => currentFrom(row, namespace, sourceOf(row.source))), next };
    },

    counts: async () =>
      namespaces.map((namespace) => {
        const count = (of: Statement) => (of.get(namespace) as { count: number }).count;
        return { namespace, current: count(statements.countCurrent), past: count(statements.countPast) };
      }),

    earlierVersions: async (id, limit) => (statements.earlier.all(id, limit) as EntryRow[]).map(entryFrom),

    history: async (namespace, { after, limit }) => {
      const { supersededIn, seq } = after ?? NEWEST;
      const sizes = statements.pastSizes.all(namespace, supersededIn, seq, limit + 1) as PastSize[];
      const { items, next } = pageOf(sizes, { limit, maxBytes: listLimits.pageBytes }, positionOf);
      const last = items.at(-1);
      if (!last) return { items: [], next: null };
      const until = [last.supersededIn, last.seq];
      const rows = statements.history.all(namespace, supersededIn, seq, ...until) as EntryRow[];
      return { items: rows.map(entryFrom), next };
    },

    historyOf: async (namespace, holds) => {
      const found: EntryId[] = [];
      for (let after: number | undefined = 0; after !== undefined;) {
        const rows = statements.pastPage.all(namespace, after, PAGE) as {
          seq: number;
          entry_id: string;
          text: string;
        }[];
        for (const { entry_id, text } of rows) if (holds(text)) found.push(entryId(entry_id));
        after = rows.length === PAGE ? rows.at(-1)?.seq : undefined;
        if (after !== undefined) await nextTick();
      }
      return found;
    },

    since: async (after, limit) => (statements.since.all(after ?? '', limit) as EntryRow[]).map(entryFrom),

    entries: async (entryIds) =>
      entryIds.flatMap((id) => {
        const row = statements.entry.get(id) as EntryRow | undefined;
        return row ? [entryFrom(row)] : [];
      }),

    sayingTheSame: async (namespace, text) => {
      const rows = statements.alike.all(fingerprint(text), namespace) as EntryRow[];
      return rows.map(entryFrom).filter((entry) => saysTheSame(entry.text, text));
    },
  };
}

type Version = Omit<NamespaceEnd, 'lastPosition'>;

interface PastSize extends PastPosition, Sized {}

const positionOf = ({ supersededIn, seq }: PastSize): PastPosition => ({ supersededIn, seq });
/** Sorts after every entry, so a page before it starts with the newest. */
const NEWEST: PastPosition = { supersededIn: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

function statementsOn(prepare: Prepare) {
  const entries = `SELECT ${ENTRY_COLUMNS} FROM entries JOIN sources USING (source)`;
  const past = 'namespace = ? AND superseded_at IS NOT NULL AND (superseded_in, seq) < (?, ?)';
  return {
    namespace: prepare('SELECT version, tail, chars FROM namespaces WHERE namespace = ?'),
    since: prepare(`${entries} WHERE entry_id > ? ORDER BY entry_id LIMIT ?`),
    lastPosition: prepare(
      `SELECT position FROM entries WHERE namespace = ? AND superseded_at IS NULL ORDER BY position DESC LIMIT 1`,
    ),
    page: prepare(
      `SELECT ${CURRENT_COLUMNS} FROM entries
       WHERE namespace = ? AND superseded_at IS NULL AND position > ? ORDER BY position LIMIT ?`,
    ),
    sizes: prepare(
      `SELECT position, octet_length(text) AS bytes FROM entries
       WHERE namespace = ? AND superseded_at IS NULL AND position < ? ORDER BY position DESC LIMIT ?`,
    ),
    between: prepare(
      `SELECT ${CURRENT_COLUMNS} FROM entries
       WHERE namespace = ? AND superseded_at IS NULL AND position < ? AND position >= ? ORDER BY position DESC`,
    ),
    countCurrent: prepare(
      'SELECT count(*) AS count FROM entries WHERE namespace = ? AND superseded_at IS NULL',
    ),
    countPast: prepare(
      'SELECT count(*) AS count FROM entries WHERE namespace = ? AND superseded_at IS NOT NULL',
    ),
    earlier: prepare(
      `WITH RECURSIVE earlier (seq) AS (
         SELECT seq FROM entries WHERE superseded_by = (SELECT seq FROM entries WHERE entry_id = ?)
         UNION
         SELECT entries.seq FROM entries JOIN earlier ON entries.superseded_by = earlier.seq
       )
       ${entries} WHERE seq IN (SELECT seq FROM earlier) ORDER BY superseded_in DESC, seq DESC LIMIT ?`,
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
