import { sql, type RawBuilder } from 'kysely';
import { greater } from '../../sql/words.ts';
import type { PersonId } from '../../../../core/kernel/ids.ts';
import { OWNERS, type PersonKeys } from '../../sql/person-keys.ts';

/**
 * As whom the graph is read: a person (`PersonKeys`), or null for all of it. Rows have in `seen_by` who sees them alone, and
 * NULL for everybody. Sums and times that are stored (`all_mentions`, `all_last_seen`, `updated_at`, `graph_counts`) are of
 * what the owner sees, so that the owner's lists have their indexes; for others they are found out.
 */
export type Viewer = string | null;

export interface SeenRow {
  readonly seen_by: string | null;
}

export const seenByIn = ({ seen_by: key }: SeenRow, keys: PersonKeys): PersonId | null =>
  key === null ? null : keys.personOf(key);

/** As SQL of a condition: what the owner sees. */
export const OWNER_SEES = (row: string): string => `(${row}seen_by IS NULL OR ${row}seen_by = '${OWNERS}')`;

export interface View {
  /** Whether the row is seen. */
  sees(row: string): RawBuilder<boolean>;
  /** Of the entity `e`. */
  readonly mentions: RawBuilder<number>;
  readonly firstSeen: RawBuilder<number>;
  readonly lastSeen: RawBuilder<number>;
  readonly updated: RawBuilder<number>;
  /** What `graph_counts` has for the owner. */
  readonly counts: RawBuilder<{ readonly what: string; readonly count: number }>;
  readonly isMember: boolean;
}

export function viewOf(viewer: Viewer): View {
  const sees = (row: string): RawBuilder<boolean> =>
    viewer === null
      ? sql`TRUE`
      : sql`(${sql.ref(`${row}.seen_by`)} IS NULL OR ${sql.ref(`${row}.seen_by`)} = ${viewer})`;
  if (viewer === null || viewer === OWNERS)
    return {
      sees,
      mentions: sql.raw('e.all_mentions'),
      firstSeen: sql.raw('e.all_first_seen'),
      lastSeen: sql.raw('e.all_last_seen'),
      updated: sql.raw('e.updated_at'),
      counts: sql`SELECT what, count FROM graph_counts`,
      isMember: false,
    };
  const parts = sql`FROM entities AS part WHERE part.root = e.entity_no AND ${sees('part')}`;
  const own = sql`FROM mentions AS m JOIN entities AS part ON part.entity_no = m.entity_no
    WHERE part.root = e.entity_no AND ${sees('part')} AND ${sees('m')}`;
  const firstSeen = sql<number>`coalesce((SELECT min(part.first_seen_at) ${parts}), e.first_seen_at)`;
  return {
    sees,
    mentions: sql`(SELECT count(*) ${own})`,
    firstSeen,
    lastSeen: sql`${greater(firstSeen, sql`coalesce((SELECT max(m.created_at) ${own}), 0)`)}`,
    updated: sql.raw('coalesce(e.house_updated_at, e.updated_at)'),
    counts: sql`SELECT e.kind AS what, count(*) AS count FROM entities AS e
        WHERE e.merged_into IS NULL AND ${sees('e')} GROUP BY e.kind
      UNION ALL SELECT 'relations', count(*) FROM relations AS r WHERE r.superseded_at IS NULL AND ${sees('r')}`,
    isMember: true,
  };
}
