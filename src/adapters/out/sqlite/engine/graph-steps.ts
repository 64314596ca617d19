import type { GraphChange, Heavy } from '../../../../core/knowledge/graph/store.ts';
import { gramsOf, nameWords } from '../../../../core/knowledge/graph/search-words.ts';
import type { Source } from '../../../../core/knowledge/memory/model.ts';
import { sourceRow } from '../source-rows.ts';
import type { PersonId } from '../../../../core/kernel/ids.ts';
import { OWNERS, type PersonKeys } from '../person-keys.ts';
import type { Step, Steps } from '../../sql/step.ts';
import { OWNER_SEES } from './seen.ts';

const NO = '(SELECT entity_no FROM entities WHERE entity_id = ?)';
const SOURCE = '(SELECT source FROM sources WHERE origin = ? AND run_id = ? AND thread_id = ? AND tool = ?)';

/** What each change of the graph does. Names of columns are ours; every value is bound. */
export const graphStepsWith = (keys: PersonKeys): Steps<GraphChange> => ({
  ...sharingSteps(keys),

  'entity.add': ({ entityId, kind, name, isContact, seenBy, at }) => [
    {
      sql: `INSERT INTO entities (entity_id, kind, name, is_contact, mentions, created_at, updated_at, first_seen_at,
          last_seen_at, root, all_mentions, all_first_seen, all_last_seen, any_contact, seen_by)
        VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, (SELECT coalesce(max(entity_no), 0) + 1 FROM entities), 0, ?, ?, ?, ?)`,
      parameters: [
        entityId,
        kind,
        name,
        Number(isContact),
        at,
        at,
        at,
        at,
        at,
        at,
        Number(isContact),
        seenKey(keys, seenBy),
      ],
    },
    ...(isOfOwner(keys, seenBy) ? [counted(kind, 1)] : []),
  ],
  'entity.set': ({ entityId, name, isContact, at }) => [
    {
      sql: `UPDATE entities SET name = coalesce(?, name), is_contact = coalesce(?, is_contact), updated_at = ?,
          house_updated_at = NULL
        WHERE entity_id = ?`,
      parameters: [name ?? null, isContact === undefined ? null : Number(isContact), at, entityId],
      atLeast: 1,
    },
    recounted(entityId),
  ],
  'entity.unname': ({ entityId, words }) => [
    {
      sql: `DELETE FROM name_words WHERE rowid IN (SELECT name_no FROM names WHERE entity_no IN (${SHOWN}))`,
      parameters: [entityId],
    },
    ...words.flatMap(forgottenWord),
    { sql: `DELETE FROM names WHERE entity_no IN (${SHOWN})`, parameters: [entityId] },
    {
      sql: `INSERT OR IGNORE INTO erased_entities (entity_id) SELECT entity_id FROM entities WHERE entity_no IN (${SHOWN})`,
      parameters: [entityId],
    },
  ],
  'names.rewrite': ({ part }) => [
    ...(part === 'first' ? [SECOND_SEGMENT] : []),
    {
      sql: `INSERT INTO name_words (name_words, rank) VALUES ('merge', ?)`,
      parameters: [part === 'first' ? -PAGES_AT_ONCE : PAGES_AT_ONCE],
    },
  ],
  'entity.thin': ({ entityId, of, atMost }) => thinned(of, entityId, atMost),
  'entity.erase': ({ entityId }) => [
    ...(['relations', 'earlierRelations', 'mentions', 'facts'] as const).flatMap((of) =>
      thinned(of, entityId, -1),
    ),
    {
      sql: `UPDATE graph_counts SET count = count - 1
        WHERE what = (SELECT kind FROM entities WHERE entity_id = ? AND merged_into IS NULL AND ${OWNER_SEES('')})`,
      parameters: [entityId],
    },
    // Those that were merged into others first, as they refer to them.
    { sql: `UPDATE entities SET merged_into = NULL WHERE entity_no IN (${SHOWN})`, parameters: [entityId] },
    { sql: `DELETE FROM entities WHERE entity_no IN (${SHOWN})`, parameters: [entityId], atLeast: 1 },
  ],
  'import.note': ({ entityId, source, isContact, renamed, at }) => [
    addedSource(source),
    {
      sql: `INSERT INTO entity_imports (entity_no, source, made_contact, name_before, name_given, created_at)
        VALUES (${NO}, ${SOURCE}, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET made_contact = max(made_contact, excluded.made_contact),
          name_before = coalesce(name_before, excluded.name_before),
          name_given = coalesce(excluded.name_given, name_given)`,
      parameters: [
        entityId,
        ...sourceRow(source),
        Number(isContact),
        renamed?.from ?? null,
        renamed?.to ?? null,
        at,
      ],
    },
  ],
  'import.takeBack': ({ entityId, tool }) => [
    {
      sql: `DELETE FROM entity_imports WHERE entity_no = ${NO} AND source IN (SELECT source FROM sources WHERE tool = ?)`,
      parameters: [entityId, tool],
    },
  ],
  'import.keepContact': ({ entityId }) => [
    { sql: `UPDATE entity_imports SET made_contact = 0 WHERE entity_no = ${NO}`, parameters: [entityId] },
    {
      sql: `DELETE FROM entity_imports WHERE entity_no = ${NO} AND name_given IS NULL`,
      parameters: [entityId],
    },
  ],
  'name.add': ({ entityId, text, key, hides, source, seenBy, at }) => [
    addedSource(source),
    {
      sql: `UPDATE names SET superseded_at = ? WHERE entity_no = ${NO} AND key = ? AND superseded_at IS NULL AND hides <> ?
          AND seen_by IS ${SEEN}`,
      parameters: [at, entityId, key, Number(hides), seenKey(keys, seenBy), entityId],
    },
    {
      sql: `INSERT INTO names (entity_no, text, key, source, created_at, hides, seen_by)
        VALUES (${NO}, ?, ?, ${SOURCE}, ?, ?, ${SEEN})`,
      parameters: [
        entityId,
        text,
        key,
        ...sourceRow(source),
        at,
        Number(hides),
        seenKey(keys, seenBy),
        entityId,
      ],
    },
    ...(hides ? [] : indexed(text)),
  ],
  'fact.add': ({ entityId, factId, attribute, value, key, confidence, source, seenBy, at }) => [
    addedSource(source),
    {
      sql: `INSERT INTO facts (fact_id, entity_no, attribute, value, key, confidence, source, created_at, seen_by)
        VALUES (?, ${NO}, ?, ?, ?, ?, ${SOURCE}, ?, ${SEEN})`,
      parameters: [
        factId,
        entityId,
        attribute,
        value,
        key,
        confidence,
        ...sourceRow(source),
        at,
        seenKey(keys, seenBy),
        entityId,
      ],
    },
    ...changed(keys, entityId, seenBy, at),
  ],
  'fact.supersede': ({ factId, by, at }) => [
    {
      sql: `UPDATE facts SET superseded_at = ?, superseded_by = (SELECT fact_no FROM facts WHERE fact_id = ?)
        WHERE fact_id = ? AND superseded_at IS NULL`,
      parameters: [at, by, factId],
      atLeast: 1,
    },
  ],
  'relation.add': ({ relationId, kind, from, to, since, until, confidence, source, seenBy, at }) => [
    addedSource(source),
    {
      sql: `INSERT INTO relations (relation_id, kind, from_no, to_no, since, until, confidence, source, created_at, seen_by)
        VALUES (?, ?, ${NO}, ${NO}, ?, ?, ?, ${SOURCE}, ?, coalesce(${SEEN}, ${SEEN_OF}))`,
      parameters: [
        relationId,
        kind,
        from,
        to,
        since,
        until,
        confidence,
        ...sourceRow(source),
        at,
        seenKey(keys, seenBy),
        from,
        to,
      ],
    },
    countedRelation(relationId, 1),
  ],
  'relation.supersede': ({ relationId, by, at }) => [
    {
      sql: `UPDATE relations SET superseded_at = ?,
          superseded_by = (SELECT relation_no FROM relations WHERE relation_id = ?)
        WHERE relation_id = ? AND superseded_at IS NULL`,
      parameters: [at, by, relationId],
      atLeast: 1,
    },
    countedRelation(relationId, -1),
  ],
  'entity.mention': ({ entityId, entryId, seenBy, at }) => [
    {
      sql: `INSERT OR IGNORE INTO mentions (entity_no, entry_id, created_at, seen_by)
        SELECT entity_no, ?, ?, ? FROM entities WHERE entity_id = ?`,
      parameters: [entryId, at, seenKey(keys, seenBy), entityId],
    },
    {
      sql: `UPDATE entities SET last_seen_at = max(last_seen_at, ?), mentions = ${MENTIONS} WHERE entity_id = ?`,
      parameters: [isOfOwner(keys, seenBy) ? at : 0, entityId],
    },
    recounted(entityId),
  ],
  'graph.mark': ({ mark, value }) => [
    {
      sql: 'INSERT INTO graph_marks (mark, value) VALUES (?, ?) ON CONFLICT (mark) DO UPDATE SET value = excluded.value',
      parameters: [mark, value],
    },
  ],
  'entry.unmention': ({ entryId }) => [
    {
      sql: `UPDATE entities SET mentions = mentions - 1
        WHERE entity_no IN (SELECT entity_no FROM mentions WHERE entry_id = ? AND ${OWNER_SEES('')})`,
      parameters: [entryId],
    },
    {
      sql: RECOUNT_MENTIONS,
      parameters: [entryId],
    },
    { sql: 'DELETE FROM mentions WHERE entry_id = ?', parameters: [entryId] },
  ],
  'entities.merge': ({ mergeId, merged, kept }) => [
    {
      sql: `UPDATE entities SET merge_id = ?, merged_into =
          (SELECT entity_no FROM entities AS kept WHERE kept.entity_id = ? AND kept.merged_into IS NULL)
        WHERE entity_id = ? AND entity_id <> ? AND merged_into IS NULL
          AND EXISTS (SELECT 1 FROM entities AS kept WHERE kept.entity_id = ? AND kept.merged_into IS NULL)`,
      parameters: [mergeId, kept, merged, kept, kept],
      atLeast: 1,
    },
    countedKind(merged, -1),
    { sql: `UPDATE entities SET root = ${NO} WHERE root = ${NO}`, parameters: [kept, merged] },
    recounted(kept),
  ],
  'entities.part': ({ mergeId, merged, kept }) => [
    {
      sql: `UPDATE entities SET merged_into = NULL, merge_id = NULL WHERE entity_id = ? AND merge_id = ?
        AND merged_into = (SELECT entity_no FROM entities AS kept WHERE kept.entity_id = ? AND kept.merged_into IS NULL)`,
      parameters: [merged, mergeId, kept],
      atLeast: 1,
    },
    {
      sql: `WITH RECURSIVE under (no) AS (
          SELECT entity_no FROM entities WHERE entity_id = ?
          UNION SELECT entity_no FROM entities JOIN under ON merged_into = under.no)
        UPDATE entities SET root = ${NO} WHERE entity_no IN (SELECT no FROM under)`,
      parameters: [merged, merged],
    },
    countedKind(merged, 1),
    recounted(merged),
    recounted(kept),
  ],
});

/** Who sees a statement about an entity: as it says, and where it says everybody, who sees the entity. */
const SEEN_OF = '(SELECT seen_by FROM entities WHERE entity_id = ?)';
const SEEN = `coalesce(?, ${SEEN_OF})`;

const seenKey = (keys: PersonKeys, person: PersonId | null): string | null =>
  person === null ? null : keys.keyOf(person);
const isOfOwner = (keys: PersonKeys, person: PersonId | null): boolean =>
  person === null || keys.keyOf(person) === OWNERS;

/**
 * What the owner sees changes when it does for them. Others see what everybody does (`house_updated_at`, which is null while
 * it is the same); what is stated for one member alone is no change for anybody.
 */
function changed(keys: PersonKeys, entityId: string, seenBy: PersonId | null, at: number): readonly Step[] {
  const parameters = [at, entityId];
  if (seenBy === null)
    return [
      { sql: 'UPDATE entities SET updated_at = ?, house_updated_at = NULL WHERE entity_id = ?', parameters },
    ];
  if (!isOfOwner(keys, seenBy)) return [];
  return [
    {
      sql: `UPDATE entities SET house_updated_at = coalesce(house_updated_at, updated_at), updated_at = ?
        WHERE entity_id = ?`,
      parameters,
    },
  ];
}

/** Of the entity, as far as the owner sees them. */
const MENTIONS = `(SELECT count(*) FROM mentions WHERE mentions.entity_no = entities.entity_no AND ${OWNER_SEES('mentions.')})`;

/** Of what shows an entity that an entry mentions. */
const RECOUNT_MENTIONS = `UPDATE entities SET all_mentions = (SELECT sum(mentions) FROM entities AS shown
    WHERE shown.root = entities.entity_no AND (${OWNER_SEES('shown.')} OR shown.entity_no = entities.entity_no))
  WHERE entity_no IN (SELECT root FROM entities JOIN mentions USING (entity_no) WHERE entry_id = ?)`;

/** Of one relation, if the owner sees it. */
const countedRelation = (relationId: string, by: number): Step => ({
  sql: `INSERT INTO graph_counts (what, count)
    SELECT 'relations', ? FROM relations WHERE relation_id = ? AND ${OWNER_SEES('')}
    ON CONFLICT (what) DO UPDATE SET count = count + excluded.count`,
  parameters: [by, relationId],
});

/** What one sees alone is shared, or becomes another's. Sums are counted anew, as all of this is rare. */
const sharingSteps = (
  keys: PersonKeys,
): Pick<
  Steps<GraphChange>,
  'entity.publish' | 'entity.share' | 'graph.hand-over' | 'person.part' | 'person.unsay' | 'entry.seen'
> => ({
  'entity.publish': ({ entityId }) => [
    {
      sql: `INSERT INTO graph_counts (what, count)
        SELECT kind, 1 FROM entities WHERE entity_id = ? AND merged_into IS NULL AND seen_by <> '${OWNERS}'
        ON CONFLICT (what) DO UPDATE SET count = count + 1`,
      parameters: [entityId],
    },
    { sql: 'UPDATE entities SET seen_by = NULL WHERE entity_id = ?', parameters: [entityId] },
    {
      sql: `UPDATE names SET seen_by = NULL WHERE entity_no = ${NO} AND hides = 0
        AND text = (SELECT name FROM entities WHERE entity_id = ?)`,
      parameters: [entityId, entityId],
    },
    recounted(entityId),
  ],
  'entity.share': ({ entityId, personId, at }) => {
    const key = keys.keyOf(personId);
    const isOwners = key === OWNERS;
    return [
      ...['names', 'facts'].map((table) => ({
        sql: `UPDATE ${table} SET seen_by = NULL WHERE seen_by = ? AND entity_no IN (${SHOWN_SEEN})`,
        parameters: [key, entityId, key],
      })),
      {
        sql: `UPDATE entities SET updated_at = ?, house_updated_at = NULL, seen_by = NULL
          WHERE entity_no IN (${SHOWN_SEEN})`,
        parameters: [at, entityId, key],
      },
      {
        sql: `UPDATE relations SET seen_by = NULL
          WHERE seen_by = ? AND (from_no IN (${SHOWN_SEEN}) OR to_no IN (${SHOWN_SEEN})) AND NOT EXISTS (
            SELECT 1 FROM entities AS one WHERE one.entity_no IN (from_no, to_no) AND one.seen_by IS NOT NULL)`,
        parameters: [key, entityId, key, entityId, key],
      },
      ...(isOwners ? [] : [...countedAnew, recounted(entityId)]),
    ];
  },
  'graph.hand-over': ({ from, to }) => [
    ...TABLES_SEEN.map((table) => ({
      sql: `UPDATE ${table} SET seen_by = ? WHERE seen_by = ?`,
      parameters: [keys.keyOf(to), keys.keyOf(from)],
    })),
    ...allCountedAnew,
  ],
  'person.part': ({ personId }) => [
    {
      sql: `UPDATE entities SET merged_into = NULL, merge_id = NULL WHERE seen_by = ? AND merged_into IN (
        SELECT entity_no FROM entities WHERE seen_by IS NOT ?)`,
      parameters: [keys.keyOf(personId), keys.keyOf(personId)],
    },
    ...allCountedAnew,
  ],
  'person.unsay': ({ personId, words }) => {
    const key = keys.keyOf(personId);
    const publicly = '(SELECT entity_no FROM entities WHERE seen_by IS NULL)';
    return [
      {
        sql: `DELETE FROM name_words WHERE rowid IN (SELECT name_no FROM names WHERE seen_by = ? AND entity_no IN ${publicly})`,
        parameters: [key],
      },
      ...words.flatMap(forgottenWord),
      {
        sql: `DELETE FROM names WHERE seen_by = ? AND entity_no IN ${publicly}`,
        parameters: [key],
      },
      { sql: `DELETE FROM facts WHERE seen_by = ? AND entity_no IN ${publicly}`, parameters: [key] },
      { sql: 'DELETE FROM relations WHERE seen_by = ?', parameters: [key] },
      { sql: 'DELETE FROM mentions WHERE seen_by = ?', parameters: [key] },
      ...allCountedAnew,
    ];
  },
  'entry.seen': ({ entryId, seenBy }) => [
    {
      sql: 'UPDATE mentions SET seen_by = ? WHERE entry_id = ?',
      parameters: [seenKey(keys, seenBy), entryId],
    },
    {
      sql: `UPDATE entities SET mentions = ${MENTIONS}
        WHERE entity_no IN (SELECT entity_no FROM mentions WHERE entry_id = ?)`,
      parameters: [entryId],
    },
    { sql: RECOUNT_MENTIONS, parameters: [entryId] },
  ],
});

export const TABLES_SEEN = ['entities', 'names', 'facts', 'relations', 'mentions'] as const;

/** The entity, if it stands for itself, and all that it shows. */
const SHOWN = `SELECT shown.entity_no FROM entities AS shown JOIN entities AS top ON shown.root = top.entity_no
  WHERE top.entity_id = ? AND top.merged_into IS NULL`;

/** The same, as far as they are seen by this person or by everybody. */
const SHOWN_SEEN = `${SHOWN} AND ifnull(shown.seen_by = ?, TRUE)`;

/** The rows of which an entity, with all that it shows, can have very many. The parameter is its id, as often as named. */
export const OF_HEAVY: Readonly<Record<Heavy, string>> = {
  relations: `SELECT relation_no FROM relations WHERE superseded_at IS NULL AND from_no IN (${SHOWN})
    UNION ALL SELECT relation_no FROM relations WHERE superseded_at IS NULL AND to_no IN (${SHOWN})`,
  earlierRelations: `SELECT relation_no FROM relations WHERE superseded_at IS NOT NULL AND from_no IN (${SHOWN})
    UNION ALL SELECT relation_no FROM relations WHERE superseded_at IS NOT NULL AND to_no IN (${SHOWN})`,
  mentions: `SELECT entity_no, entry_id FROM mentions WHERE entity_no IN (${SHOWN})`,
  facts: `SELECT fact_no FROM facts WHERE entity_no IN (${SHOWN})`,
};

const ROWS_OF: Readonly<Record<Heavy, string>> = {
  relations: 'relations WHERE relation_no',
  earlierRelations: 'relations WHERE relation_no',
  mentions: 'mentions WHERE (entity_no, entry_id)',
  facts: 'facts WHERE fact_no',
};

/** How often the id is named. */
const namedIn = (sql: string): number => sql.split('?').length - 1;

/** -1: all of them. */
function thinned(of: Heavy, entityId: string, atMost: number): readonly Step[] {
  const rows = OF_HEAVY[of];
  return [
    ...(of === 'relations'
      ? [
          {
            sql: `UPDATE graph_counts SET count = count - (SELECT count(*) FROM relations
              WHERE relation_no IN (${rows} LIMIT ?) AND ${OWNER_SEES('')}) WHERE what = 'relations'`,
            parameters: [...Array<string>(namedIn(rows)).fill(entityId), atMost],
          },
        ]
      : []),
    {
      sql: `DELETE FROM ${ROWS_OF[of]} IN (${rows} LIMIT ?)`,
      parameters: [...Array<string>(namedIn(rows)).fill(entityId), atMost],
    },
  ];
}

/**
 * A deletion from an index without content only marks its words as deleted, whatever `secure-delete` says: they leave the
 * file when the index is written anew. These pages take about 10 ms; the index of 100,000 names has 140.
 */
const PAGES_AT_ONCE = 50;

/**
 * Rewriting an index of one segment puts it one level up each time, and SQLite calls an index of more than 2,000 levels
 * corrupt. Of two segments it begins a level of its own, and then there are at most 65. This row is no name, and no one
 * can type its word.
 */
const SECOND_SEGMENT: Step = {
  sql: `INSERT OR REPLACE INTO name_words (rowid, words) VALUES (0, ?)`,
  parameters: ['\uE000'],
};

const counted = (what: string, by: number): Step => ({
  sql: 'INSERT INTO graph_counts (what, count) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET count = count + excluded.count',
  parameters: [what, by],
});

const countedKind = (entityId: string, by: number): Step => ({
  sql: `UPDATE graph_counts SET count = count + ?
    WHERE what = (SELECT kind FROM entities WHERE entity_id = ? AND ${OWNER_SEES('')})`,
  parameters: [by, entityId],
});

/** After an import. */
export const countedAnew: readonly Step[] = [
  { sql: 'DELETE FROM graph_counts', parameters: [] },
  {
    sql: `INSERT INTO graph_counts (what, count)
      SELECT kind, count(*) FROM entities WHERE merged_into IS NULL AND ${OWNER_SEES('')} GROUP BY kind
      UNION ALL SELECT 'relations', count(*) FROM relations WHERE superseded_at IS NULL AND ${OWNER_SEES('')}`,
    parameters: [],
  },
];

/** What an entity shows, after entities were merged or parted in another way than one by one. */
export const ROOTS = `WITH RECURSIVE shows (no, root) AS (
    SELECT entity_no, entity_no FROM entities WHERE merged_into IS NULL
    UNION SELECT entity_no, shows.root FROM entities JOIN shows ON merged_into = shows.no)
  UPDATE entities SET root = shows.root FROM shows WHERE shows.no = entities.entity_no AND entities.root <> shows.root`;

const SUMS = `(SELECT sum(mentions), min(first_seen_at), max(last_seen_at), max(is_contact)
    FROM entities AS shown WHERE shown.root = entities.entity_no
      AND (${OWNER_SEES('shown.')} OR shown.entity_no = entities.entity_no))`;
const SUMMED = `UPDATE entities SET (all_mentions, all_first_seen, all_last_seen, any_contact) = ${SUMS}`;
/** Of all entities that show others. */
export const SUMS_OF_ALL = `${SUMMED}
  WHERE merged_into IS NULL AND entity_no IN (SELECT root FROM entities WHERE root <> entity_no)`;

/** Everything that is counted, as the owner sees it. */
const allCountedAnew: readonly Step[] = [
  { sql: ROOTS, parameters: [] },
  {
    sql: `UPDATE entities SET mentions = ${MENTIONS} WHERE mentions <> ${MENTIONS}`,
    parameters: [],
  },
  { sql: `${SUMMED} WHERE merged_into IS NULL`, parameters: [] },
  ...countedAnew,
];

const addedSource = (source: Source): Step => ({
  sql: 'INSERT OR IGNORE INTO sources (origin, run_id, thread_id, tool) VALUES (?, ?, ?, ?)',
  parameters: sourceRow(source),
});

/** The sums that an entity has of all entities that it shows, as far as the owner sees them. */
const recounted = (entityId: string): Step => ({
  sql: `${SUMMED} WHERE entity_no = (SELECT root FROM entities WHERE entity_id = ?)`,
  parameters: [entityId],
});

/** `name`: the number of its row; null is the last that was given. */
export function indexed(text: string, name: number | null = null): readonly Step[] {
  const words = nameWords(text);
  return [
    {
      sql: 'INSERT INTO name_words (rowid, words) VALUES (coalesce(?, last_insert_rowid()), ?)',
      parameters: [name, words.join(' ')],
    },
    ...words.flatMap((word) => [
      {
        sql: 'INSERT INTO name_vocabulary (word, uses) VALUES (?, 1) ON CONFLICT (word) DO UPDATE SET uses = uses + 1',
        parameters: [word],
      },
      {
        sql: 'INSERT OR IGNORE INTO name_grams (gram, word) SELECT value, ? FROM json_each(?)',
        parameters: [word, JSON.stringify(gramsOf(word))],
      },
    ]),
  ];
}

const forgottenWord = (word: string): readonly Step[] => [
  { sql: 'UPDATE name_vocabulary SET uses = uses - 1 WHERE word = ?', parameters: [word] },
  { sql: 'DELETE FROM name_vocabulary WHERE word = ? AND uses <= 0', parameters: [word] },
  {
    sql: `DELETE FROM name_grams WHERE word = ? AND gram IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM name_vocabulary WHERE name_vocabulary.word = name_grams.word)`,
    parameters: [word, JSON.stringify(gramsOf(word))],
  },
];
