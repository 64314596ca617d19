import { setImmediate as nextTick } from 'node:timers/promises';
import { entryId, type EntryId, type PersonId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import {
  namespaces,
  type MemoryEntry,
  type Namespace,
  type Source,
} from '../../../../core/knowledge/memory/model.ts';
import { fingerprint, saysTheSame } from '../../../../core/knowledge/memory/same.ts';
import type {
  CurrentEntry,
  CurrentPosition,
  FindableMemory,
  NamespaceEnd,
  PastPosition,
  PersonMemory,
  WholeMemory,
} from '../../../../core/knowledge/memory/store.ts';
import { pageOf, type Sized } from '../page-of.ts';
import { sourceFrom, type SourceRow } from '../source-rows.ts';
import type { PersonKeys } from '../person-keys.ts';
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

type Found = Pick<FindableMemory, 'entries'>;

/** Reads from memory.db, by a connection that never writes. */
export function entryReads(
  prepare: Prepare,
  recent: RecentReads,
  keys: PersonKeys,
): {
  readonly of: (person: PersonId) => Omit<PersonMemory, Exclude<keyof FindableMemory, keyof Found>>;
  readonly ofEveryone: () => Omit<WholeMemory, Exclude<keyof FindableMemory, keyof Found>>;
} {
  const statements = statementsOn(prepare);
  /** Sources never change. */
  const sources = new Map<number, Source>();

  const sourceOf = (key: number): Source => {
    const known = sources.get(key);
    if (known) return known;
    const source = sourceFrom(statements.source.get(key) as SourceRow);
    sources.set(key, source);
    return source;
  };
  const entriesFrom = (rows: unknown[]): readonly MemoryEntry[] =>
    (rows as EntryRow[]).map((row) => entryFrom(row, keys));

  const of = (person: PersonId): ReturnType<ReturnType<typeof entryReads>['of']> => {
    const key = keys.keyOf(person);
    const versionOf = (namespace: Namespace): Version =>
      (statements.namespace.get(namespace, key) as Version | undefined) ?? { version: 0, tail: '', chars: 0 };
    const endOf = (namespace: Namespace): NamespaceEnd => {
      const last = statements.lastPosition.get(namespace, key) as { position: number } | undefined;
      return { ...versionOf(namespace), lastPosition: last?.position ?? null };
    };
    return {
      end: async (namespace) => endOf(namespace),

      /** Returns one version, although it is read in pages. In one tick none can change: the writer is in this thread. */
      read: async (namespace) => {
        const known = recent.of(person, namespace);
        if (known !== null) return known;
        for (let attempt = 1; ; attempt++) {
          const begun = versionOf(namespace);
          const entries: CurrentEntry[] = [];
          let mayHaveChanged = false;
          for (;;) {
            const rows = statements.page.all(
              namespace,
              key,
              entries.at(-1)?.position ?? Number.MIN_SAFE_INTEGER,
              attempt > ATTEMPTS ? -1 : PAGE,
            ) as CurrentRow[];
            for (const row of rows)
              entries.push(currentFrom(row, { personId: person, namespace }, sourceOf(row.source)));
            if (attempt > ATTEMPTS || rows.length < PAGE) break;
            await nextTick();
            mayHaveChanged = true;
          }
          if (mayHaveChanged && versionOf(namespace).version !== begun.version) continue;
          const read = { ...begun, lastPosition: entries.at(-1)?.position ?? null, entries };
          if (!mayHaveChanged) recent.keep(person, namespace, read);
          return read;
        }
      },

      sharedByOthers: async (namespace) => {
        const found: MemoryEntry[] = [];
        for (let after: number | undefined = 0; after !== undefined;) {
          const rows = statements.shared.all(namespace, key, after, PAGE) as (EntryRow & SeqRow)[];
          found.push(...entriesFrom(rows));
          after = rows.length === PAGE ? rows.at(-1)?.seq : undefined;
          if (after !== undefined) await nextTick();
        }
        return found;
      },

      page: async (namespace, { after, limit }) => {
        const from = after === null ? Number.MAX_SAFE_INTEGER : 'position' in after ? after.position : null;
        const own = from === null ? [] : (statements.sizes.all(namespace, key, from, limit + 1) as OwnSize[]);
        const left = limit + 1 - own.length;
        const behind = after !== null && 'shared' in after ? after.shared : 0;
        const others =
          left > 0 ? (statements.sharedSizes.all(namespace, key, behind, left) as SharedSize[]) : [];
        const sizes: readonly (OwnSize | SharedSize)[] = [...own, ...others];
        const { items, next } = pageOf(
          sizes,
          { limit, maxBytes: listLimits.pageBytes },
          (one): CurrentPosition => ('position' in one ? { position: one.position } : { shared: one.seq }),
        );
        const lastOwn = items.findLast((one) => 'position' in one);
        const lastOther = items.findLast((one) => 'seq' in one);
        const rows =
          lastOwn === undefined || from === null
            ? []
            : (statements.between.all(namespace, key, from, lastOwn.position) as CurrentRow[]);
        return {
          items: [
            ...rows.map((row) => currentFrom(row, { personId: person, namespace }, sourceOf(row.source))),
            ...(lastOther === undefined
              ? []
              : entriesFrom(statements.sharedBetween.all(namespace, key, behind, lastOther.seq))),
          ],
          next,
        };
      },

      counts: async () =>
        namespaces.map((namespace) => {
          const count = (of: Statement) => (of.get(namespace, key) as { count: number }).count;
          return {
            namespace,
            current: count(statements.countCurrent) + count(statements.countShared),
            past: count(statements.countPast),
          };
        }),

      earlierVersions: async (id, limit) => entriesFrom(statements.earlier.all(id, key, limit)),

      history: async (namespace, { after, limit }) => {
        const { supersededIn, seq } = after ?? NEWEST;
        const sizes = statements.pastSizes.all(namespace, key, supersededIn, seq, limit + 1) as PastSize[];
        const { items, next } = pageOf(sizes, { limit, maxBytes: listLimits.pageBytes }, positionOf);
        const last = items.at(-1);
        if (!last) return { items: [], next: null };
        const until = [last.supersededIn, last.seq];
        return {
          items: entriesFrom(statements.history.all(namespace, key, supersededIn, seq, ...until)),
          next,
        };
      },

      historyOf: async (namespace, holds) => {
        const found: EntryId[] = [];
        for (let after: number | undefined = 0; after !== undefined;) {
          const rows = statements.pastPage.all(namespace, key, after, PAGE) as (SeqRow & {
            readonly entry_id: string;
            readonly text: string;
          })[];
          for (const { entry_id, text } of rows) if (holds(text)) found.push(entryId(entry_id));
          after = rows.length === PAGE ? rows.at(-1)?.seq : undefined;
          if (after !== undefined) await nextTick();
        }
        return found;
      },

      entries: async (entryIds) =>
        entryIds.flatMap((id) => entriesFrom(statements.visibleEntry.all(id, key))),

      sayingTheSame: async (namespace, text) =>
        entriesFrom(statements.alike.all(fingerprint(text), namespace, key)).filter((entry) =>
          saysTheSame(entry.text, text),
        ),
    };
  };

  return {
    of,
    ofEveryone: () => ({
      since: async (after, limit) => entriesFrom(statements.since.all(after ?? '', limit)),
      entries: async (entryIds) => entryIds.flatMap((id) => entriesFrom(statements.entry.all(id))),
      people: async () => (statements.people.pluck().all() as string[]).map((key) => keys.personOf(key)),
    }),
  };
}

interface SeqRow {
  readonly seq: number;
}
interface OwnSize extends Sized {
  readonly position: number;
}
interface SharedSize extends Sized, SeqRow {}
type Version = Omit<NamespaceEnd, 'lastPosition'>;

interface PastSize extends PastPosition, Sized {}

const positionOf = ({ supersededIn, seq }: PastSize): PastPosition => ({ supersededIn, seq });
/** Sorts after every entry, so a page before it starts with the newest. */
const NEWEST: PastPosition = { supersededIn: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

function statementsOn(prepare: Prepare) {
  const entries = `SELECT ${ENTRY_COLUMNS} FROM entries JOIN sources USING (source)`;
  const past =
    'namespace = ? AND person_id = ? AND superseded_at IS NOT NULL AND (superseded_in, seq) < (?, ?)';
  const shared = 'namespace = ? AND shared = 1 AND superseded_at IS NULL AND person_id <> ?';
  return {
    namespace: prepare('SELECT version, tail, chars FROM namespaces WHERE namespace = ? AND person_id = ?'),
    since: prepare(`${entries} WHERE entry_id > ? ORDER BY entry_id LIMIT ?`),
    lastPosition: prepare(
      `SELECT position FROM entries WHERE namespace = ? AND person_id = ? AND superseded_at IS NULL ORDER BY position DESC LIMIT 1`,
    ),
    page: prepare(
      `SELECT ${CURRENT_COLUMNS} FROM entries
       WHERE namespace = ? AND person_id = ? AND superseded_at IS NULL AND position > ? ORDER BY position LIMIT ?`,
    ),
    sizes: prepare(
      `SELECT position, octet_length(text) AS bytes FROM entries
       WHERE namespace = ? AND person_id = ? AND superseded_at IS NULL AND position < ? ORDER BY position DESC LIMIT ?`,
    ),
    between: prepare(
      `SELECT ${CURRENT_COLUMNS} FROM entries
       WHERE namespace = ? AND person_id = ? AND superseded_at IS NULL AND position < ? AND position >= ? ORDER BY position DESC`,
    ),
    countCurrent: prepare(
      'SELECT count(*) AS count FROM entries WHERE namespace = ? AND person_id = ? AND superseded_at IS NULL',
    ),
    countPast: prepare(
      'SELECT count(*) AS count FROM entries WHERE namespace = ? AND person_id = ? AND superseded_at IS NOT NULL',
    ),
    earlier: prepare(
      `WITH RECURSIVE earlier (seq) AS (
         SELECT seq FROM entries WHERE superseded_by = (SELECT seq FROM entries WHERE entry_id = ?)
         UNION
         SELECT entries.seq FROM entries JOIN earlier ON entries.superseded_by = earlier.seq
       )
       ${entries} WHERE seq IN (SELECT seq FROM earlier) AND person_id = ? ORDER BY superseded_in DESC, seq DESC LIMIT ?`,
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
       WHERE namespace = ? AND person_id = ? AND superseded_at IS NOT NULL AND seq > ? ORDER BY seq LIMIT ?`,
    ),
    entry: prepare(`${entries} WHERE entry_id = ?`),
    visibleEntry: prepare(`${entries} WHERE entry_id = ? AND (person_id = ? OR shared = 1)`),
    shared: prepare(`SELECT seq, ${ENTRY_COLUMNS} FROM entries JOIN sources USING (source)
       WHERE ${shared} AND seq > ? ORDER BY seq LIMIT ?`),
    sharedSizes: prepare(
      `SELECT seq, octet_length(text) AS bytes FROM entries WHERE ${shared} AND seq > ? ORDER BY seq LIMIT ?`,
    ),
    sharedBetween: prepare(`${entries} WHERE ${shared} AND seq > ? AND seq <= ? ORDER BY seq`),
    countShared: prepare(`SELECT count(*) AS count FROM entries WHERE ${shared}`),
    people: prepare('SELECT DISTINCT person_id FROM namespaces'),
    alike: prepare(
      `${entries} JOIN entry_terms USING (seq)
       WHERE fingerprint = ? AND past = 0 AND namespace = ? AND person_id = ? AND superseded_at IS NULL ORDER BY seq`,
    ),
  };
}
