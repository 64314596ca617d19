import { sql, type Expression, type RawBuilder } from 'kysely';
import type {
  Entity,
  EntityKind,
  EntitySort,
  Fact,
  NameStatement,
} from '../../../../core/knowledge/graph/model.ts';
import type {
  EntityPosition,
  FoundName,
  GraphStore,
  Heavy,
  Holder,
} from '../../../../core/knowledge/graph/store.ts';
import { gramsOf } from '../../../../core/knowledge/graph/search-words.ts';
import { entityId, entryId, factId, mergeId, type EntryId } from '../../../../core/kernel/ids.ts';
import { sourceFrom, type SourceRow } from '../../sql/source-rows.ts';
import { valueWithoutCase, withoutCase } from '../../sql/words.ts';
import { limitTo } from '../limited.ts';
import { among } from './among.ts';
import { read, type Db } from './part.ts';
import { OF_HEAVY } from './graph-steps.ts';
import { hasWord, NAME_INDEX_PARTS, namesWith } from './names-matching.ts';
import type { PersonKeys } from '../../sql/person-keys.ts';
import { seenByIn, viewOf, type SeenRow, type View, type Viewer } from './seen.ts';
import { relationReads } from './relation-reads.ts';

interface EntityRow extends SeenRow {
  readonly entity_no: number;
  readonly entity_id: string;
  readonly kind: EntityKind;
  readonly name: string;
  readonly any_contact: number;
  readonly is_contact: number;
  readonly all_mentions: number;
  readonly all_first_seen: number;
  readonly all_last_seen: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly merge_id: string | null;
  readonly merged_into_id: string | null;
  readonly root_id: string;
}

const entityOf = ({ mentions, firstSeen, lastSeen, updated }: View) =>
  sql`e.entity_no, e.entity_id, e.kind, e.name, e.any_contact, e.is_contact, e.seen_by, ${mentions} AS all_mentions,
  ${firstSeen} AS all_first_seen, ${lastSeen} AS all_last_seen, e.created_at, ${updated} AS updated_at, e.merge_id,
  (SELECT entity_id FROM entities WHERE entity_no = e.merged_into) AS merged_into_id,
  (SELECT entity_id FROM entities WHERE entity_no = e.root) AS root_id`;

const entityFrom = (row: EntityRow, keys: PersonKeys): Entity => ({
  seenBy: seenByIn(row, keys),
  entityId: entityId(row.entity_id),
  kind: row.kind,
  name: row.name,
  isContact: row.any_contact === 1,
  isContactItself: row.is_contact === 1,
  mentionCount: row.all_mentions,
  firstSeenAt: row.all_first_seen,
  lastSeenAt: row.all_last_seen,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  mergedInto: row.merged_into_id === null ? null : entityId(row.merged_into_id),
  mergeId: row.merge_id === null ? null : mergeId(row.merge_id),
  rootId: entityId(row.root_id),
});

/** The numbers of the entity and of all that it shows, as far as they are seen. */
const shownBy = (id: string, { sees }: View) =>
  sql`(SELECT part.entity_no FROM entities AS part
    WHERE part.root = (SELECT entity_no FROM entities WHERE entity_id = ${id}) AND ${sees('part')})`;

/**
 * A name `n` of an entity `shown` that its entity, or what that was merged into, took away. What everybody sees taken away,
 * one may have heard again since.
 */
export const isHidden = ({ sees }: View) =>
  sql`EXISTS (SELECT 1 FROM names AS hidden JOIN entities AS hiding ON hiding.entity_no = hidden.entity_no
  WHERE hiding.root = shown.root AND hidden.key = n.key AND hidden.hides = 1 AND hidden.superseded_at IS NULL
    AND ${sees('hidden')} AND (hidden.seen_by IS NOT DISTINCT FROM n.seen_by OR hidden.name_no > n.name_no))`;

/** Of one of several entities. */
interface Of {
  readonly top_id: string;
}

/** More than a page of entities has. */
const MOST_STATEMENTS = 20_000;

interface NameRow extends SourceRow, SeenRow {
  readonly about: string;
  readonly text: string;
  readonly key: string;
  readonly hides: number;
  readonly created_at: number;
  readonly superseded_at: number | null;
}

const nameFrom = (row: NameRow, keys: PersonKeys): NameStatement => ({
  seenBy: seenByIn(row, keys),
  about: entityId(row.about),
  text: row.text,
  key: row.key,
  hides: row.hides === 1,
  source: sourceFrom(row),
  createdAt: row.created_at,
  supersededAt: row.superseded_at,
});

interface FactRow extends SourceRow, SeenRow {
  readonly fact_id: string;
  readonly about: string;
  readonly attribute: string;
  readonly value: string | null;
  readonly key: string | null;
  readonly confidence: number;
  readonly created_at: number;
  readonly superseded_at: number | null;
  readonly superseded_by: string | null;
}

const factFrom = (row: FactRow, keys: PersonKeys): Fact => ({
  seenBy: seenByIn(row, keys),
  factId: factId(row.fact_id),
  about: entityId(row.about),
  attribute: row.attribute,
  value: row.value,
  key: row.key,
  confidence: row.confidence,
  source: sourceFrom(row),
  createdAt: row.created_at,
  supersededAt: row.superseded_at,
  supersededBy: row.superseded_by === null ? null : factId(row.superseded_by),
});

interface ImportNoteRow extends SourceRow {
  readonly made_contact: number;
  readonly name_before: string | null;
  readonly name_given: string | null;
}

interface Sorting {
  readonly column: Expression<unknown>;
  readonly isRising: boolean;
  by(row: EntityRow): string | number;
  /** What the column is compared with. */
  at(by: string | number): Expression<unknown>;
}

const asItIs = (by: string | number) => sql`${by}`;

const sortingsOf = ({ mentions, lastSeen }: View): Readonly<Record<EntitySort, Sorting>> => ({
  name: { column: withoutCase(sql`e.name`), isRising: true, by: ({ name }) => name, at: valueWithoutCase },
  mentions: { column: mentions, isRising: false, by: (row) => row.all_mentions, at: asItIs },
  recent: { column: lastSeen, isRising: false, by: (row) => row.all_last_seen, at: asItIs },
});

/** The graph as the viewer sees it. */
export function graphReads(db: Db, keys: PersonKeys, viewer: Viewer): GraphStore {
  const view = viewOf(viewer);
  const { sees } = view;
  const ENTITY = entityOf(view);
  const SORTINGS = sortingsOf(view);
  const IS_HIDDEN = isHidden(view);
  const all = async <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> =>
    (await read(query.execute(db))).rows;
  const entities = async (query: RawBuilder<EntityRow>) =>
    (await all(query)).map((row) => entityFrom(row, keys));
  /** Whether anybody else has names that the viewer does not see. */
  const hasOthers = async () =>
    view.isMember ||
    (await all(sql`SELECT 1 FROM names WHERE seen_by <> '' AND seen_by IS DISTINCT FROM ${viewer} LIMIT 1`))
      .length > 0;
  const isCurrent = (history: boolean) => (history ? sql`` : sql`AND r.superseded_at IS NULL`);

  return {
    ...relationReads(db, keys, view),

    get: async (id) =>
      (
        await entities(
          sql<EntityRow>`SELECT ${ENTITY} FROM entities AS e WHERE e.entity_id = ${id} AND ${sees('e')}`,
        )
      )[0] ?? null,

    members: (rootId) =>
      entities(
        sql<EntityRow>`SELECT ${ENTITY} FROM entities AS e WHERE e.entity_no IN ${shownBy(rootId, view)} ORDER BY e.entity_no`,
      ),

    names: async (rootId) => {
      const rows =
        await all(sql<NameRow>`SELECT e.entity_id AS about, n.text, n.key, n.hides, n.seen_by, n.created_at, n.superseded_at, origin, run_id, thread_id, tool
        FROM names AS n JOIN entities AS e USING (entity_no) JOIN sources USING (source)
        WHERE n.entity_no IN ${shownBy(rootId, view)} AND ${sees('n')} ORDER BY n.name_no`);
      return rows.map((row) => nameFrom(row, keys));
    },

    known: async (rootIds) => {
      const found = new Map(rootIds.map((id) => [id, { names: [] as NameStatement[], facts: [] as Fact[] }]));
      const shown = sql`FROM entities AS top JOIN entities AS e ON e.root = top.entity_no`;
      const here = sql`WHERE top.entity_id IN ${among(rootIds)}`;
      const names = await all(sql<
        NameRow & Of
      >`SELECT top.entity_id AS top_id, e.entity_id AS about, n.text, n.key, n.hides, n.seen_by,
          n.created_at, n.superseded_at, origin, run_id, thread_id, tool
        ${shown} JOIN names AS n ON n.entity_no = e.entity_no JOIN sources USING (source)
        ${here} AND n.superseded_at IS NULL AND ${sees('n')} ORDER BY n.name_no LIMIT ${MOST_STATEMENTS}`);
      for (const row of names) found.get(entityId(row.top_id))?.names.push(nameFrom(row, keys));
      const facts = await all(sql<
        FactRow & Of
      >`SELECT top.entity_id AS top_id, r.fact_id, e.entity_id AS about, r.attribute,
          r.value, r.key, r.confidence, r.seen_by, r.created_at, r.superseded_at, NULL AS superseded_by, origin, run_id, thread_id, tool
        ${shown} JOIN facts AS r ON r.entity_no = e.entity_no JOIN sources USING (source)
        ${here} AND r.superseded_at IS NULL AND ${sees('r')} ORDER BY r.fact_no DESC LIMIT ${MOST_STATEMENTS}`);
      for (const row of facts) found.get(entityId(row.top_id))?.facts.push(factFrom(row, keys));
      return found;
    },

    facts: async (rootId, { history, limit }) => {
      const rows =
        await all(sql<FactRow>`SELECT r.fact_id, e.entity_id AS about, r.attribute, r.value, r.key, r.confidence, r.seen_by,
          r.created_at, r.superseded_at, (SELECT fact_id FROM facts WHERE fact_no = r.superseded_by) AS superseded_by,
          origin, run_id, thread_id, tool
        FROM facts AS r JOIN entities AS e USING (entity_no) JOIN sources USING (source)
        WHERE r.entity_no IN ${shownBy(rootId, view)} AND ${sees('r')} ${isCurrent(history)} ORDER BY r.fact_no DESC ${limitTo(limit ?? undefined)}`);
      return rows.map((row) => factFrom(row, keys));
    },

    named: (keys, kind, limit) =>
      entities(sql<EntityRow>`SELECT DISTINCT ${ENTITY} FROM names AS n
          JOIN entities AS shown ON shown.entity_no = n.entity_no JOIN entities AS e ON e.entity_no = shown.root
        WHERE n.key IN ${among(keys)} AND n.superseded_at IS NULL AND n.hides = 0 AND ${sees('n')} AND NOT ${IS_HIDDEN}
          ${kind === null ? sql`` : sql`AND e.kind = ${kind}`}
        ORDER BY all_mentions DESC, e.entity_no LIMIT ${limit}`),

    having: (attribute, key, limit) =>
      entities(sql<EntityRow>`SELECT DISTINCT ${ENTITY} FROM facts AS r
          JOIN entities AS shown ON shown.entity_no = r.entity_no JOIN entities AS e ON e.entity_no = shown.root
        WHERE r.attribute = ${attribute} AND r.key = ${key} AND r.superseded_at IS NULL AND ${sees('r')}
        ORDER BY e.entity_no LIMIT ${limit}`),

    mentions: async (rootId, limit, after) => {
      const older =
        after === null ? sql`` : sql`HAVING (max(created_at), entry_id) < (${after.at}, ${after.id})`;
      const rows = await all(sql<{ readonly entry_id: string; readonly at: number }>`
        SELECT entry_id, max(created_at) AS at FROM mentions
        WHERE entity_no IN ${shownBy(rootId, view)} AND ${sees('mentions')} GROUP BY entry_id ${older} ORDER BY at DESC, entry_id DESC LIMIT ${limit}`);
      return rows.map((row) => ({ entryId: entryId(row.entry_id), at: row.at }));
    },

    mentionedIn: async (entryIds) => {
      const rows = await all(sql<{ readonly entry_id: string; readonly entity_id: string }>`
        SELECT DISTINCT m.entry_id, e.entity_id FROM mentions AS m
          JOIN entities AS shown ON shown.entity_no = m.entity_no JOIN entities AS e ON e.entity_no = shown.root
        WHERE m.entry_id IN ${among(entryIds)} AND ${sees('m')} AND ${sees('shown')}`);
      const found = new Map<EntryId, ReturnType<typeof entityId>[]>();
      for (const row of rows) {
        const list = found.get(entryId(row.entry_id)) ?? [];
        list.push(entityId(row.entity_id));
        found.set(entryId(row.entry_id), list);
      }
      return found;
    },

    holders: async (keys) => {
      const rows = await all(sql<{
        readonly key: string;
        readonly text: string;
        readonly entity_id: string;
        readonly kind: EntityKind;
      }>`SELECT DISTINCT n.key, n.text, e.entity_id, e.kind FROM names AS n
          JOIN entities AS shown ON shown.entity_no = n.entity_no JOIN entities AS e ON e.entity_no = shown.root
        WHERE n.key IN ${among(keys)} AND n.superseded_at IS NULL AND n.hides = 0 AND ${sees('n')} AND NOT ${IS_HIDDEN}`);
      return rows.map((row): Holder => ({
        key: row.key,
        text: row.text,
        entityId: entityId(row.entity_id),
        kind: row.kind,
      }));
    },

    erased: async (entityIds) => {
      const rows = await all(
        sql<{
          readonly entity_id: string;
        }>`SELECT entity_id FROM erased_entities WHERE entity_id IN ${among(entityIds)}`,
      );
      return new Set(rows.map((row) => entityId(row.entity_id)));
    },

    leaving: async () => {
      const rows = await all(sql<{ readonly entity_id: string }>`SELECT entity_id
        FROM erased_entities JOIN entities USING (entity_id) WHERE merged_into IS NULL`);
      return rows.map((row) => entityId(row.entity_id));
    },

    importNotes: async (id) => {
      const rows =
        await all(sql<ImportNoteRow>`SELECT made_contact, name_before, name_given, origin, run_id, thread_id, tool
        FROM entity_imports JOIN sources USING (source)
        WHERE entity_no = (SELECT entity_no FROM entities WHERE entity_id = ${id}) ORDER BY source`);
      return rows.map((row) => ({
        source: sourceFrom(row),
        isContact: row.made_contact === 1,
        renamed:
          row.name_before === null || row.name_given === null
            ? null
            : { from: row.name_before, to: row.name_given },
      }));
    },

    statedBy: async (tool) => {
      const by = sql`JOIN sources USING (source) WHERE tool = ${tool}`;
      const rows = await all(sql<{
        readonly entity_id: string;
      }>`SELECT entity_id FROM entities WHERE entity_no IN (
          SELECT entity_no FROM names ${by} UNION SELECT entity_no FROM facts ${by}
          UNION SELECT from_no FROM relations ${by} UNION SELECT entity_no FROM entity_imports ${by}) ORDER BY entity_no`);
      return rows.map((row) => entityId(row.entity_id));
    },

    sourcesNamed: async (prefix) => {
      const rows = await all(sql<{ readonly tool: string }>`SELECT DISTINCT tool FROM sources
        WHERE substr(tool, 1, ${prefix.length}) = ${prefix}`);
      return rows.map(({ tool }) => tool);
    },

    sources: (prefix, limit) =>
      all(sql<{ readonly tool: string; readonly at: number; readonly entities: number }>`
        SELECT tool, min(created_at) AS at, count(DISTINCT entity_no) AS entities FROM (
            SELECT entity_no, source, created_at FROM names WHERE superseded_at IS NULL
            UNION ALL SELECT entity_no, source, created_at FROM facts WHERE superseded_at IS NULL
            UNION ALL SELECT entity_no, source, created_at FROM entity_imports
          ) AS stated JOIN sources USING (source)
        WHERE substr(tool, 1, ${prefix.length}) = ${prefix} GROUP BY tool ORDER BY at DESC, tool LIMIT ${limit}`),

    isNameIndexInParts: async () => (await all(sql`${NAME_INDEX_PARTS}`)).length > 1,

    heavy: async (rootId, most) => {
      for (const of of Object.keys(OF_HEAVY) as Heavy[]) {
        const rows = sql.join(OF_HEAVY[of](rootId), sql` UNION ALL `);
        if ((await all(sql`${rows} LIMIT 1 OFFSET ${most}`)).length > 0) return of;
      }
      return null;
    },

    isEmpty: async () => (await all(sql`SELECT 1 FROM entities LIMIT 1`)).length === 0,

    mark: async (mark) => {
      const [row] = await all(
        sql<{ readonly value: string }>`SELECT value FROM graph_marks WHERE mark = ${mark}`,
      );
      return row?.value ?? null;
    },

    namesSince: async (no, limit) =>
      await all(sql<{ readonly no: number; readonly text: string }>`SELECT name_no AS no, text FROM names
        WHERE name_no > ${no} AND hides = 0 ORDER BY name_no LIMIT ${limit}`),

    list: async ({ kind, sort, limit, after }) => {
      const { column, isRising, by, at } = SORTINGS[sort];
      const direction = sql.raw(isRising ? 'ASC' : 'DESC');
      const beyond = sql.raw(isRising ? '>' : '<');
      const rows = await all(sql<EntityRow>`SELECT ${ENTITY} FROM entities AS e
        WHERE e.merged_into IS NULL AND ${sees('e')} ${kind === null ? sql`` : sql`AND e.kind = ${kind}`}
          ${after === null ? sql`` : sql`AND (${column}, e.entity_no) ${beyond} (${at(after.by)}, ${after.no})`}
        ORDER BY ${column} ${direction}, e.entity_no ${direction} LIMIT ${limit + 1}`);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const next: EntityPosition | null =
        last && rows.length > limit ? { by: by(last), no: last.entity_no } : null;
      return { items: shown.map((row) => entityFrom(row, keys)), next };
    },

    beginning: async (words, limit) => {
      const rows = await all(sql<{
        readonly entity_id: string;
        readonly kind: EntityKind;
        readonly text: string;
        readonly all_mentions: number;
      }>`
        SELECT e.entity_id, e.kind, n.text, ${view.mentions} AS all_mentions
        FROM (${namesWith(words, view)} LIMIT ${limit}) AS found
          JOIN names AS n USING (name_no)
          JOIN entities AS shown ON shown.entity_no = n.entity_no JOIN entities AS e ON e.entity_no = shown.root
        WHERE n.superseded_at IS NULL AND NOT ${IS_HIDDEN}`);
      return rows.map((row): FoundName => ({
        entityId: entityId(row.entity_id),
        name: row.text,
        kind: row.kind,
        mentions: row.all_mentions,
      }));
    },

    spelledLike: async (word, limit) => {
      const rows = await all(sql<{ readonly word: string }>`SELECT word FROM name_grams
        WHERE gram IN ${among(gramsOf(word))} GROUP BY word ORDER BY count(*) DESC, length(word), word LIMIT ${limit}`);
      if (viewer === null || !(await hasOthers())) return rows.map((row) => row.word);
      // A word that only others have would tell of it by what it finds, and by what it keeps from being found.
      const known: string[] = [];
      for (const { word: one } of rows)
        if (
          (
            await all(sql`SELECT 1 FROM name_words JOIN names AS n ON n.name_no = name_words.rowid
            WHERE ${hasWord(one)} AND ${sees('n')} LIMIT 1`)
          ).length > 0
        )
          known.push(one);
      return known;
    },

    entities: async (rootIds) => {
      const found = await entities(
        sql<EntityRow>`SELECT ${ENTITY} FROM entities AS e WHERE e.entity_id IN ${among(rootIds)} AND ${sees('e')}`,
      );
      const byId = new Map(found.map((entity) => [entity.entityId, entity]));
      return rootIds.flatMap((id) => byId.get(id) ?? []);
    },

    counts: async () => {
      const rows = await all(
        sql<{ readonly what: string; readonly count: number }>`${view.counts}
          UNION ALL SELECT 'memories', count(*) FROM (SELECT DISTINCT m.entry_id FROM mentions AS m
            JOIN entities AS e ON e.entity_no = m.entity_no WHERE ${sees('m')} AND ${sees('e')}) AS told`,
      );
      const {
        relations = 0,
        memories = 0,
        ...byKind
      } = Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]));
      return { relations, memories, byKind };
    },

    hasToShare: async (rootId) =>
      viewer !== null &&
      (
        await all(sql`SELECT 1 FROM entities AS shown
          WHERE shown.root = (SELECT entity_no FROM entities WHERE entity_id = ${rootId}) AND (shown.seen_by = ${viewer}
            OR (shown.seen_by IS NULL AND (
              EXISTS (SELECT 1 FROM names AS n WHERE n.entity_no = shown.entity_no AND n.seen_by = ${viewer})
              OR EXISTS (SELECT 1 FROM facts AS r WHERE r.entity_no = shown.entity_no AND r.seen_by = ${viewer})
              OR EXISTS (SELECT 1 FROM relations AS r JOIN entities AS other ON other.entity_no = r.to_no
                WHERE r.from_no = shown.entity_no AND r.seen_by = ${viewer} AND other.seen_by IS NULL)
              OR EXISTS (SELECT 1 FROM relations AS r JOIN entities AS other ON other.entity_no = r.from_no
                WHERE r.to_no = shown.entity_no AND r.seen_by = ${viewer} AND other.seen_by IS NULL)))) LIMIT 1`)
      ).length > 0,
  };
}
