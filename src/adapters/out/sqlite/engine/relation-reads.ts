import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { EntityKind, Relation } from '../../../../core/knowledge/graph/model.ts';
import type { RelationReads } from '../../../../core/knowledge/graph/store.ts';
import { entityId, relationId, type EntityId } from '../../../../core/kernel/ids.ts';
import { sourceFrom, type SourceRow } from '../../sql/source-rows.ts';
import { limitTo } from '../limited.ts';
import { among } from './among.ts';
import type { PersonKeys } from '../../sql/person-keys.ts';
import { read, type Db } from './part.ts';
import { seenByIn, type SeenRow, type View } from './seen.ts';

interface RelationRow extends SourceRow, SeenRow {
  readonly relation_no: number;
  readonly relation_id: string;
  readonly kind: string;
  readonly stated_from: string;
  readonly stated_to: string;
  readonly from_id: string;
  readonly from_name: string;
  readonly from_kind: EntityKind;
  readonly to_id: string;
  readonly to_name: string;
  readonly to_kind: EntityKind;
  readonly since: string | null;
  readonly until: string | null;
  readonly confidence: number;
  readonly created_at: number;
  readonly superseded_at: number | null;
  readonly superseded_by: string | null;
}

const RELATION =
  sql.raw(`r.relation_no, r.relation_id, r.kind, r.seen_by, r.since, r.until, r.confidence, r.created_at, r.superseded_at,
    (SELECT by.relation_id FROM relations AS by WHERE by.relation_no = r.superseded_by) AS superseded_by,
    s.origin, s.run_id, s.thread_id, s.tool, fm.entity_id AS stated_from, tm.entity_id AS stated_to,
    f.entity_id AS from_id, f.name AS from_name, f.kind AS from_kind,
    t.entity_id AS to_id, t.name AS to_name, t.kind AS to_kind
  FROM relations AS r JOIN sources AS s USING (source)
    JOIN entities AS fm ON fm.entity_no = r.from_no JOIN entities AS f ON f.entity_no = fm.root
    JOIN entities AS tm ON tm.entity_no = r.to_no JOIN entities AS t ON t.entity_no = tm.root`);

const relationFrom = (row: RelationRow, keys: PersonKeys): Relation => ({
  seenBy: seenByIn(row, keys),
  relationId: relationId(row.relation_id),
  kind: row.kind,
  stated: { from: entityId(row.stated_from), to: entityId(row.stated_to) },
  from: { entityId: entityId(row.from_id), name: row.from_name, kind: row.from_kind },
  to: { entityId: entityId(row.to_id), name: row.to_name, kind: row.to_kind },
  since: row.since,
  until: row.until,
  confidence: row.confidence,
  source: sourceFrom(row),
  createdAt: row.created_at,
  supersededAt: row.superseded_at,
  supersededBy: row.superseded_by === null ? null : relationId(row.superseded_by),
});

interface Asked {
  readonly history: boolean;
  /** Undefined: all of them. */
  readonly limit: number | undefined;
  /** Only those with a lower number. */
  readonly before: number | null;
}

/**
 * The numbers of the newest relations of all that these entities show: of each member and direction as many as are asked
 * for, read in the order of an index, so that a hub costs no more than its newest ones.
 */
function newestOf(
  rootIds: readonly string[],
  { history, limit, before }: Asked,
  { sees }: View,
): RawBuilder<unknown> {
  const of = (end: 'from_no' | 'to_no', other: 'from_no' | 'to_no') => sql`
    SELECT r.relation_no FROM entities AS top CROSS JOIN entities AS m CROSS JOIN relations AS r
    WHERE top.entity_id IN ${among(rootIds)} AND m.root = top.entity_no AND r.relation_no IN (
        SELECT one.relation_no FROM relations AS one JOIN entities AS far ON far.entity_no = ${sql.ref(`one.${other}`)}
        WHERE ${sql.ref(`one.${end}`)} = m.entity_no AND far.root <> m.root AND ${sees('one')}
          ${history ? sql`` : sql`AND one.superseded_at IS NULL`}
          ${before === null ? sql`` : sql`AND one.relation_no < ${before}`}
        ORDER BY one.relation_no DESC ${limitTo(limit)})`;
  return sql`${of('from_no', 'to_no')} UNION ${of('to_no', 'from_no')} ORDER BY 1 DESC ${limitTo(limit)}`;
}

/** Entities whose relations are read in one turn of the event loop. */
const AT_ONCE = 10;

export function relationReads(db: Db, keys: PersonKeys, view: View): RelationReads {
  const { sees } = view;
  const shown = (row: RelationRow): Relation => relationFrom(row, keys);
  const all = async <Row>(query: RawBuilder<Row>): Promise<readonly Row[]> =>
    (await read(query.execute(db))).rows;
  const newest = async (rootIds: readonly string[], asked: Asked): Promise<readonly RelationRow[]> =>
    await all(
      sql<RelationRow>`SELECT ${RELATION} WHERE r.relation_no IN (${newestOf(rootIds, asked, view)}) ORDER BY r.relation_no DESC`,
    );
  const numberOf = (id: EntityId) => sql`(SELECT entity_no FROM entities WHERE entity_id = ${id})`;

  return {
    relations: async (rootId, query) =>
      (await newest([rootId], { ...query, limit: query.limit ?? undefined, before: null })).map(shown),

    relationPage: async (rootId, limit, after) => {
      const rows = await newest([rootId], { history: false, limit: limit + 1, before: after });
      const items = rows.slice(0, limit);
      return {
        items: items.map(shown),
        next: rows.length > limit ? (items.at(-1)?.relation_no ?? null) : null,
      };
    },

    relation: async (id) => {
      const [row] = await all(
        sql<RelationRow>`SELECT ${RELATION} WHERE r.relation_id = ${id} AND ${sees('r')}`,
      );
      return row ? shown(row) : null;
    },

    statedFrom: async (id, kind, limit) => {
      const rows = await all(sql<RelationRow>`SELECT ${RELATION} WHERE r.superseded_at IS NULL
        AND r.kind = ${kind} AND r.from_no = ${numberOf(id)} AND ${sees('r')} ORDER BY r.relation_no DESC LIMIT ${limit}`);
      return rows.map(shown);
    },

    statedBetween: async (from, kind, to) => {
      const [row] = await all(sql<RelationRow>`SELECT ${RELATION} WHERE r.superseded_at IS NULL
        AND r.kind = ${kind} AND r.from_no = ${numberOf(from)} AND r.to_no = ${numberOf(to)} AND ${sees('r')}
        ORDER BY r.relation_no DESC LIMIT 1`);
      return row ? shown(row) : null;
    },

    edges: async (rootIds, limit) => {
      const found = new Map<number, RelationRow>();
      for (let from = 0; from < rootIds.length; from += AT_ONCE) {
        if (from > 0) await nextTurn();
        const some = rootIds.slice(from, from + AT_ONCE);
        for (const row of await newest(some, { history: false, limit, before: null }))
          found.set(row.relation_no, row);
      }
      return [...found.values()]
        .toSorted((a, b) => b.relation_no - a.relation_no)
        .slice(0, limit)
        .map(shown);
    },
  };
}
