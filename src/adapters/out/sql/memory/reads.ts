import { sql } from 'kysely';
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
  FindableMemory,
  NamespaceEnd,
  PastPosition,
  PersonMemory,
  WholeMemory,
} from '../../../../core/knowledge/memory/store.ts';
import { pageOf, type Sized } from '../page-of.ts';
import { sourceFrom, type SourceRow } from '../source-rows.ts';
import type { PersonKeys } from '../person-keys.ts';
import { numbersOf, textsOf } from '../words.ts';
import { asking, askingOne, askingValues, type RunWork, type Work } from '../work.ts';
import { SOURCES } from './many-rows.ts';
import type { RecentReads } from './recent-reads.ts';
import {
  ENTRY_COLUMNS,
  CURRENT_COLUMNS,
  entryFrom,
  currentFrom,
  type EntryRow,
  type CurrentRow,
} from './rows.ts';

/** Rows read at once. */
export const PAGE = 1_000;

/** What a read of a whole namespace gives, before the rows are entries. */
export interface NamespaceRows extends Version {
  readonly rows: readonly CurrentRow[];
  /** Whether the next one may be answered with the same, until something is written. */
  readonly isOfNow: boolean;
}

/** What each database does in a way of its own. */
export interface MemoryAccess {
  readonly run: RunWork;
  /** One version of a namespace, however large it is. */
  readonly namespaceRows: (namespace: Namespace, person: string) => Promise<NamespaceRows>;
  /** Lets others go on, between the pages of a long read. */
  readonly pause: () => Promise<unknown>;
}

type Found = Pick<FindableMemory, 'entries'>;

/** Reads of entries. */
export function entryReads(
  { run, namespaceRows, pause }: MemoryAccess,
  recent: RecentReads,
  keys: PersonKeys,
): {
  readonly of: (person: PersonId) => Omit<PersonMemory, Exclude<keyof FindableMemory, keyof Found>>;
  readonly ofEveryone: () => Omit<WholeMemory, Exclude<keyof FindableMemory, keyof Found>>;
} {
  /** Sources never change. */
  const sources = new Map<number, Source>();

  /** The entries of these rows, each with its source: those that are not known yet are looked up. */
  const currentFromRows = async (
    rows: readonly CurrentRow[],
    of: Pick<CurrentEntry, 'personId' | 'namespace'>,
  ): Promise<readonly CurrentEntry[]> => {
    const unknown = [...new Set(rows.map(({ source }) => source))].filter((source) => !sources.has(source));
    if (unknown.length > 0)
      for (const row of await run(statements.sources({ sources: JSON.stringify(unknown) })))
        sources.set(row.source, sourceFrom(row));
    return rows.map((row) => {
      const source = sources.get(row.source);
      if (!source) throw new Error('an entry has a source that is not there');
      return currentFrom(row, of, source);
    });
  };
  const entriesFrom = (rows: readonly EntryRow[]): readonly MemoryEntry[] =>
    rows.map((row) => entryFrom(row, keys));
  const inGivenOrder = (ids: readonly EntryId[], rows: readonly EntryRow[]): readonly MemoryEntry[] => {
    const found = new Map(entriesFrom(rows).map((entry) => [entry.entryId, entry] as const));
    return ids.flatMap((id) => found.get(id) ?? []);
  };

  const of = (personId: PersonId): ReturnType<ReturnType<typeof entryReads>['of']> => {
    const person = keys.keyOf(personId);
    return {
      end: async (namespace) => {
        const end = await run(statements.end({ namespace, person }));
        return end ?? { version: 0, tail: '', chars: 0, lastPosition: null };
      },

      read: async (namespace) => {
        const known = recent.of(personId, namespace);
        if (known !== null) return known;
        const writes = recent.writes;
        const { rows, isOfNow, ...version } = await namespaceRows(namespace, person);
        const entries = await currentFromRows(rows, { personId, namespace });
        const read = { ...version, lastPosition: entries.at(-1)?.position ?? null, entries };
        if (isOfNow) recent.keep(personId, namespace, read, writes);
        return read;
      },

      sharedByOthers: async (namespace) => {
        const found: MemoryEntry[] = [];
        for (let after: number | undefined = 0; after !== undefined;) {
          const rows: readonly (EntryRow & SeqRow)[] = await run(
            statements.shared({ namespace, person, after, limit: PAGE }),
          );
          found.push(...entriesFrom(rows));
          after = rows.length === PAGE ? rows.at(-1)?.seq : undefined;
          if (after !== undefined) await pause();
        }
        return found;
      },

      page: async (namespace, { after, limit }) => {
        const from = after === null ? Number.MAX_SAFE_INTEGER : 'position' in after ? after.position : null;
        const behind = after !== null && 'shared' in after ? after.shared : 0;
        const { pageBytes } = listLimits;
        const given = { namespace, person, from: from ?? NONE_BEFORE, behind, limit, pageBytes };
        const rows = await run(statements.page({ ...given, more: limit + 1 }));
        const last = rows.at(-1);
        const isLast = last === undefined || last.found === rows.length;
        return {
          items: entriesFrom(rows),
          next: isLast ? null : last.is_own === 1 ? { position: last.place } : { shared: last.place },
        };
      },

      counts: async () => {
        const counted = new Map(
          (await run(statements.counts({ names: JSON.stringify(namespaces), person }))).map(
            (row) => [row.namespace, row] as const,
          ),
        );
        return namespaces.map((namespace) => {
          const { current, past } = counted.get(namespace) ?? { current: 0, past: 0 };
          return { namespace, current, past };
        });
      },

      earlierVersions: async (id, limit) => entriesFrom(await run(statements.earlier({ id, person, limit }))),

      history: async (namespace, { after, limit }) => {
        const { items, next } = await run(pageOfPast({ namespace, person, ...(after ?? NEWEST), limit }));
        return { items: entriesFrom(items), next };
      },

      historyOf: async (namespace, holds) => {
        const found: EntryId[] = [];
        for (let after: number | undefined = 0; after !== undefined;) {
          const rows: readonly PastText[] = await run(
            statements.pastPage({ namespace, person, after, limit: PAGE }),
          );
          for (const { entry_id, text } of rows) if (holds(text)) found.push(entryId(entry_id));
          after = rows.length === PAGE ? rows.at(-1)?.seq : undefined;
          if (after !== undefined) await pause();
        }
        return found;
      },

      entries: async (ids) =>
        inGivenOrder(ids, await run(statements.visibleEntries({ ids: JSON.stringify(ids), person }))),

      sayingTheSame: async (namespace, text) =>
        entriesFrom(
          await run(statements.alike({ fingerprint: fingerprint(text), namespace, person })),
        ).filter((entry) => saysTheSame(entry.text, text)),
    };
  };

  return {
    of,
    ofEveryone: () => ({
      since: async (after, limit) => entriesFrom(await run(statements.since({ after: after ?? '', limit }))),
      entries: async (ids) => inGivenOrder(ids, await run(statements.entries({ ids: JSON.stringify(ids) }))),
      people: async () => (await run(statements.people({}))).map((key) => keys.personOf(key)),
    }),
  };
}

interface SeqRow {
  readonly seq: number;
}
interface PastText extends SeqRow {
  readonly entry_id: string;
  readonly text: string;
}
type Version = Omit<NamespaceEnd, 'lastPosition'>;

interface PastSize extends PastPosition, Sized {}

const positionOf = ({ supersededIn, seq }: PastSize): PastPosition => ({ supersededIn, seq });
/** Sorts after every entry, so a page before it starts with the newest. */
const NEWEST: PastPosition = { supersededIn: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

interface OfNamespace {
  readonly namespace: string;
  readonly person: string;
}

/** No entry has a position before it. */
const NONE_BEFORE = Number.MIN_SAFE_INTEGER;

function* pageOfPast({
  supersededIn,
  seq,
  limit,
  ...of
}: OfNamespace & PastPosition & { readonly limit: number }): Work<{
  readonly items: readonly EntryRow[];
  readonly next: PastPosition | null;
}> {
  const before = { ...of, supersededIn, seq };
  const sizes = yield* statements.pastSizes({ ...before, limit: limit + 1 });
  const { items, next } = pageOf(sizes, { limit, maxBytes: listLimits.pageBytes }, positionOf);
  const last = items.at(-1);
  if (!last) return { items: [], next: null };
  const until = { untilIn: last.supersededIn, untilSeq: last.seq };
  return { items: yield* statements.history({ ...before, ...until }), next };
}

const ENTRIES = sql`SELECT ${ENTRY_COLUMNS} FROM entries JOIN ${SOURCES} USING (source)`;
const own = ({ namespace, person }: OfNamespace) =>
  sql`namespace = ${namespace} AND person_id = ${person} AND superseded_at IS NULL`;
const past = ({ namespace, person, supersededIn, seq }: OfNamespace & PastPosition) =>
  sql`namespace = ${namespace} AND person_id = ${person} AND superseded_at IS NOT NULL
    AND (superseded_in, seq) < (${supersededIn}, ${seq})`;
const shared = ({ namespace, person }: OfNamespace) =>
  sql`namespace = ${namespace} AND shared = 1 AND superseded_at IS NULL AND person_id <> ${person}`;

/** In the text, from behind a position on. */
export const currentAfter = asking<
  OfNamespace & { readonly after: number; readonly limit: number },
  CurrentRow
>(
  (given) => sql`SELECT ${CURRENT_COLUMNS} FROM entries
    WHERE ${own(given)} AND position > ${given.after} ORDER BY position LIMIT ${given.limit}`,
);

export const versionOf = askingOne<OfNamespace, Version>(
  ({ namespace, person }) =>
    sql`SELECT version, tail, chars FROM namespaces WHERE namespace = ${namespace} AND person_id = ${person}`,
);

const statements = {
  end: askingOne<OfNamespace, NamespaceEnd>(
    ({ namespace, person }) => sql`SELECT version, tail, chars, (
        SELECT position FROM entries
        WHERE entries.namespace = namespaces.namespace AND entries.person_id = namespaces.person_id
          AND superseded_at IS NULL ORDER BY position DESC LIMIT 1) AS "lastPosition"
      FROM namespaces WHERE namespace = ${namespace} AND person_id = ${person}`,
  ),
  sources: asking<{ readonly sources: string }, SourceRow & { readonly source: number }>(
    ({ sources }) =>
      sql`SELECT source, origin, run_id, thread_id, tool FROM ${SOURCES} WHERE source IN ${numbersOf(sources)}`,
  ),
  since: asking<{ readonly after: string; readonly limit: number }, EntryRow>(
    ({ after, limit }) => sql`${ENTRIES} WHERE entry_id > ${after} ORDER BY entry_id LIMIT ${limit}`,
  ),
  /** Own and shared entries behind these places, as many as a page takes: only its texts are read. */
  page: asking<
    OfNamespace & {
      /** All own ones are before the first position. */
      readonly from: number;
      readonly behind: number;
      readonly limit: number;
      readonly more: number;
      readonly pageBytes: number;
    },
    EntryRow & {
      readonly is_own: 0 | 1;
      readonly place: number;
      /** One more than the limit, if there are as many. */
      readonly found: number;
    }
  >(
    (given) => sql`WITH sized AS (
        SELECT 1 AS is_own, seq, place, bytes, -place AS nth FROM (
          SELECT seq, position AS place, octet_length(text) AS bytes FROM entries
          WHERE ${own(given)} AND position < ${given.from} ORDER BY position DESC LIMIT ${given.more}) AS own
        UNION ALL SELECT 0, seq, seq, bytes, seq FROM (
          SELECT seq, octet_length(text) AS bytes FROM entries
          WHERE ${shared(given)} AND seq > ${given.behind} ORDER BY seq LIMIT ${given.more}) AS others
        ORDER BY 1 DESC, 5 LIMIT ${given.more}
      ), summed AS (
        SELECT is_own, seq AS entry_seq, place, row_number() OVER earlier AS nth, sum(bytes) OVER earlier AS bytes,
          count(*) OVER () AS found
        FROM sized WINDOW earlier AS (ORDER BY is_own DESC, nth)
      )
      SELECT is_own, place, found, ${ENTRY_COLUMNS}
      FROM summed JOIN entries ON seq = entry_seq JOIN ${SOURCES} USING (source)
      WHERE nth <= ${given.limit} AND (nth = 1 OR bytes <= ${given.pageBytes}) ORDER BY nth`,
  ),
  counts: asking<
    { readonly names: string; readonly person: string },
    { readonly namespace: string; readonly current: number; readonly past: number }
  >(
    ({ names, person }) => sql`SELECT asked.value AS namespace,
        (SELECT count(*) FROM entries
          WHERE namespace = asked.value AND person_id = ${person} AND superseded_at IS NULL)
        + (SELECT count(*) FROM entries
          WHERE namespace = asked.value AND shared = 1 AND superseded_at IS NULL AND person_id <> ${person}) AS current,
        (SELECT count(*) FROM entries
          WHERE namespace = asked.value AND person_id = ${person} AND superseded_at IS NOT NULL) AS past
      FROM ${textsOf(names)} AS asked`,
  ),
  earlier: asking<{ readonly id: string; readonly person: string; readonly limit: number }, EntryRow>(
    ({ id, person, limit }) => sql`WITH RECURSIVE earlier (seq) AS (
        SELECT seq FROM entries WHERE superseded_by = (SELECT seq FROM entries WHERE entry_id = ${id})
        UNION
        SELECT entries.seq FROM entries JOIN earlier ON entries.superseded_by = earlier.seq
      )
      ${ENTRIES} WHERE seq IN (SELECT seq FROM earlier) AND person_id = ${person}
      ORDER BY superseded_in DESC NULLS LAST, seq DESC LIMIT ${limit}`,
  ),
  pastSizes: asking<OfNamespace & PastPosition & { readonly limit: number }, PastSize>(
    (given) =>
      sql`SELECT superseded_in AS "supersededIn", seq, octet_length(text) AS bytes FROM entries
        WHERE ${past(given)} ORDER BY superseded_in DESC, seq DESC LIMIT ${given.limit}`,
  ),
  history: asking<
    OfNamespace & PastPosition & { readonly untilIn: number; readonly untilSeq: number },
    EntryRow
  >(
    (given) => sql`${ENTRIES}
      WHERE ${past(given)} AND (superseded_in, seq) >= (${given.untilIn}, ${given.untilSeq})
      ORDER BY superseded_in DESC, seq DESC`,
  ),
  pastPage: asking<OfNamespace & { readonly after: number; readonly limit: number }, PastText>(
    ({ namespace, person, after, limit }) => sql`SELECT seq, entry_id, text FROM entries
      WHERE namespace = ${namespace} AND person_id = ${person} AND superseded_at IS NOT NULL AND seq > ${after}
      ORDER BY seq LIMIT ${limit}`,
  ),
  entries: asking<{ readonly ids: string }, EntryRow>(
    ({ ids }) => sql`${ENTRIES} WHERE entry_id IN ${textsOf(ids)}`,
  ),
  visibleEntries: asking<{ readonly ids: string; readonly person: string }, EntryRow>(
    ({ ids, person }) =>
      sql`${ENTRIES} WHERE entry_id IN ${textsOf(ids)} AND (person_id = ${person} OR shared = 1)`,
  ),
  shared: asking<OfNamespace & { readonly after: number; readonly limit: number }, EntryRow & SeqRow>(
    (given) => sql`SELECT seq, ${ENTRY_COLUMNS} FROM entries JOIN ${SOURCES} USING (source)
      WHERE ${shared(given)} AND seq > ${given.after} ORDER BY seq LIMIT ${given.limit}`,
  ),
  people: askingValues<object, string>(
    () => sql`SELECT DISTINCT person_id FROM namespaces ORDER BY person_id`,
  ),
  alike: asking<OfNamespace & { readonly fingerprint: number }, EntryRow>(
    (given) => sql`${ENTRIES} JOIN entry_terms USING (seq)
      WHERE fingerprint = ${given.fingerprint} AND past = 0 AND ${own(given)} ORDER BY seq`,
  ),
};
