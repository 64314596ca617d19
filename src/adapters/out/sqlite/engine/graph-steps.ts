import type { GraphChange, Heavy } from '../../../../core/knowledge/graph/store.ts';
import { gramsOf, nameWords } from '../../../../core/knowledge/graph/search-words.ts';
import type { Source } from '../../../../core/knowledge/memory/model.ts';
import { sql, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import { said, type Word } from '../../sql/said.ts';
import { greater, inSqliteAlone, membersOf, textsOf } from '../../sql/words.ts';
import { prepared, type BoundStatement } from '../../sql/prepared.ts';
import { limitTo } from '../limited.ts';
import { sourceRow, type SourceRow } from '../../sql/source-rows.ts';
import type { PersonId } from '../../../../core/kernel/ids.ts';
import { OWNERS, type PersonKeys } from '../../sql/person-keys.ts';
import { inSql, type Step, type Steps } from '../../sql/step.ts';
import type { Db } from './part.ts';
import { OWNER_SEES } from './seen.ts';

/** The number of an entity. */
const no = (id: Value): RawBuilder<number> => sql`(SELECT entity_no FROM entities WHERE entity_id = ${id})`;
/** The number of a source that is there. */
const sourceOf = ({ origin, run_id, thread_id, tool }: SourceRow): RawBuilder<number> =>
  sql`(SELECT source FROM sources
    WHERE origin = ${origin} AND run_id = ${run_id} AND thread_id = ${thread_id} AND tool = ${tool})`;

type Value = string | number | null;

/** Makes a statement of which only the values change; it is compiled at its first use. */
type Stating = <Row extends object>(build: (row: Row) => RawBuilder<unknown>) => (row: Row) => BoundStatement;
const statingIn =
  (db: Db): Stating =>
  (build) =>
    prepared((row) => inSql(db, build(row)));

/** What each change of the graph does. Names of columns are ours; every value is bound. */
export function graphStepsWith(db: Db, keys: PersonKeys): Steps<GraphChange> {
  const stated = statingIn(db);
  const common = commonSteps(db);
  const { addedSource, counted, countedKind, countedRelation, recounted, thinned, forgottenWord, indexed } =
    common;

  const addEntity = stated(
    (row: {
      readonly id: string;
      readonly kind: string;
      readonly name: string;
      readonly contact: number;
      readonly at: number;
      readonly seen_by: string | null;
    }) =>
      sql`INSERT INTO entities (entity_id, kind, name, is_contact, mentions, created_at, updated_at, first_seen_at,
          last_seen_at, root, all_mentions, all_first_seen, all_last_seen, any_contact, seen_by)
        VALUES (${row.id}, ${row.kind}, ${row.name}, ${row.contact}, 0, ${row.at}, ${row.at}, ${row.at}, ${row.at},
          (SELECT coalesce(max(entity_no), 0) + 1 FROM entities), 0, ${row.at}, ${row.at}, ${row.contact}, ${row.seen_by})`,
  );
  const setEntity = stated(
    (row: {
      readonly id: string;
      readonly name: string | null;
      readonly contact: number | null;
      readonly at: number;
    }) =>
      sql`UPDATE entities SET name = coalesce(${row.name}, name), is_contact = coalesce(${row.contact}, is_contact),
          updated_at = ${row.at}, house_updated_at = NULL
        WHERE entity_id = ${row.id}`,
  );
  const noteImport = stated(
    (
      row: SourceRow & {
        readonly id: string;
        readonly contact: number;
        readonly before: string | null;
        readonly given: string | null;
        readonly at: number;
      },
    ) =>
      sql`INSERT INTO entity_imports (entity_no, source, made_contact, name_before, name_given, created_at)
        VALUES (${no(row.id)}, ${sourceOf(row)}, ${row.contact}, ${row.before}, ${row.given}, ${row.at})
        ON CONFLICT (entity_no, source) DO UPDATE SET
          made_contact = ${greater(sql`entity_imports.made_contact`, sql`excluded.made_contact`)},
          name_before = coalesce(entity_imports.name_before, excluded.name_before),
          name_given = coalesce(excluded.name_given, entity_imports.name_given)`,
  );
  const endNames = stated(
    (row: Hiding) =>
      sql`UPDATE names SET superseded_at = ${row.at} WHERE entity_no = ${no(row.id)} AND key = ${row.key}
        AND superseded_at IS NULL AND hides <> ${row.hides} AND seen_by IS NOT DISTINCT FROM ${seen(row.seen_by, row.id)}`,
  );
  const addName = stated(
    (row: Hiding & SourceRow & { readonly text: string }) =>
      sql`INSERT INTO names (entity_no, text, key, source, created_at, hides, seen_by)
        VALUES (${no(row.id)}, ${row.text}, ${row.key}, ${sourceOf(row)}, ${row.at}, ${row.hides}, ${seen(row.seen_by, row.id)})`,
  );
  const addFact = stated(
    (
      row: SourceRow & {
        readonly id: string;
        readonly fact: string;
        readonly attribute: string;
        readonly value: string | null;
        readonly key: string | null;
        readonly confidence: number;
        readonly at: number;
        readonly seen_by: string | null;
      },
    ) =>
      sql`INSERT INTO facts (fact_id, entity_no, attribute, value, key, confidence, source, created_at, seen_by)
        VALUES (${row.fact}, ${no(row.id)}, ${row.attribute}, ${row.value}, ${row.key}, ${row.confidence}, ${sourceOf(row)},
          ${row.at}, ${seen(row.seen_by, row.id)})`,
  );
  const supersedeFact = stated(
    (row: Superseding) =>
      sql`UPDATE facts SET superseded_at = ${row.at},
          superseded_by = (SELECT fact_no FROM facts WHERE fact_id = ${row.by})
        WHERE fact_id = ${row.id} AND superseded_at IS NULL`,
  );
  const addRelation = stated(
    (
      row: SourceRow & {
        readonly relation: string;
        readonly kind: string;
        readonly from: string;
        readonly to: string;
        readonly since: string | null;
        readonly until: string | null;
        readonly confidence: number;
        readonly at: number;
        readonly seen_by: string | null;
      },
    ) =>
      sql`INSERT INTO relations (relation_id, kind, from_no, to_no, since, until, confidence, source, created_at, seen_by)
        VALUES (${row.relation}, ${row.kind}, ${no(row.from)}, ${no(row.to)}, ${row.since}, ${row.until}, ${row.confidence},
          ${sourceOf(row)}, ${row.at}, coalesce(${seen(row.seen_by, row.from)}, ${seenOf(row.to)}))`,
  );
  const supersedeRelation = stated(
    (row: Superseding) =>
      sql`UPDATE relations SET superseded_at = ${row.at},
          superseded_by = (SELECT relation_no FROM relations WHERE relation_id = ${row.by})
        WHERE relation_id = ${row.id} AND superseded_at IS NULL`,
  );
  const addMention = stated(
    (row: {
      readonly id: string;
      readonly entry: string;
      readonly at: number;
      readonly seen_by: string | null;
    }) =>
      sql`INSERT INTO mentions (entity_no, entry_id, created_at, seen_by)
        SELECT entity_no, ${row.entry}, ${row.at}, ${row.seen_by} FROM entities WHERE entity_id = ${row.id}
        ON CONFLICT DO NOTHING`,
  );
  const mentioned = stated(
    (row: { readonly id: string; readonly at: number }) =>
      sql`UPDATE entities SET last_seen_at = ${greater(sql`last_seen_at`, sql`${row.at}`)}, mentions = ${MENTIONS}
        WHERE entity_id = ${row.id}`,
  );
  const inSteps = (...statements: readonly RawBuilder<unknown>[]): readonly Step[] =>
    statements.map((statement) => statement.compile(db));
  const once = (statement: RawBuilder<unknown>): Step => ({ ...statement.compile(db), atLeast: 1 });

  return {
    ...sharingSteps(db, keys),

    'entity.add': ({ entityId, kind, name, isContact, seenBy, at }) => [
      addEntity({ id: entityId, kind, name, contact: Number(isContact), at, seen_by: seenKey(keys, seenBy) }),
      ...(isOfOwner(keys, seenBy) ? [counted(kind, 1)] : []),
    ],
    'entity.set': ({ entityId, name, isContact, at }) => [
      {
        ...setEntity({
          id: entityId,
          name: name ?? null,
          contact: isContact === undefined ? null : Number(isContact),
          at,
        }),
        atLeast: 1,
      },
      recounted(entityId),
    ],
    'entity.unname': ({ entityId, words }) => [
      ...inSteps(
        sql`DELETE FROM name_words WHERE rowid IN (SELECT name_no FROM names WHERE entity_no IN (${shown(entityId)}))`,
      ),
      ...words.flatMap(forgottenWord),
      ...inSteps(
        sql`DELETE FROM names WHERE entity_no IN (${shown(entityId)})`,
        sql`INSERT INTO erased_entities (entity_id)
          SELECT entity_id FROM entities WHERE entity_no IN (${shown(entityId)})
          ON CONFLICT DO NOTHING`,
      ),
    ],
    'names.rewrite': ({ part }) =>
      inSteps(
        ...(part === 'first' ? [SECOND_SEGMENT] : []),
        inSqliteAlone(
          sql`INSERT INTO name_words (name_words, rank) VALUES ('merge', ${part === 'first' ? -PAGES_AT_ONCE : PAGES_AT_ONCE})`,
        ),
      ),
    'entity.thin': ({ entityId, of, atMost }) => thinned(of, entityId, atMost),
    'entity.erase': ({ entityId }) => [
      ...(['relations', 'earlierRelations', 'mentions', 'facts'] as const).flatMap((of) =>
        thinned(of, entityId, undefined),
      ),
      ...inSteps(
        sql`UPDATE graph_counts SET count = count - 1
          WHERE what = (SELECT kind FROM entities WHERE entity_id = ${entityId} AND merged_into IS NULL AND ${ownerSees('')})`,
        // Those that were merged into others first, as they refer to them.
        sql`UPDATE entities SET merged_into = NULL WHERE entity_no IN (${shown(entityId)})`,
      ),
      once(sql`DELETE FROM entities WHERE entity_no IN (${shown(entityId)})`),
    ],
    'import.note': ({ entityId, source, isContact, renamed, at }) => [
      addedSource(source),
      noteImport({
        ...sourceRow(source),
        id: entityId,
        contact: Number(isContact),
        before: renamed?.from ?? null,
        given: renamed?.to ?? null,
        at,
      }),
    ],
    'import.takeBack': ({ entityId, tool }) =>
      inSteps(
        sql`DELETE FROM entity_imports
          WHERE entity_no = ${no(entityId)} AND source IN (SELECT source FROM sources WHERE tool = ${tool})`,
      ),
    'import.keepContact': ({ entityId }) =>
      inSteps(
        sql`UPDATE entity_imports SET made_contact = 0 WHERE entity_no = ${no(entityId)}`,
        sql`DELETE FROM entity_imports WHERE entity_no = ${no(entityId)} AND name_given IS NULL`,
      ),
    'name.add': ({ entityId, text, key, hides, source, seenBy, at }) => {
      const row = { id: entityId, key, hides: Number(hides), at, seen_by: seenKey(keys, seenBy) };
      return [
        addedSource(source),
        endNames(row),
        addName({ ...row, ...sourceRow(source), text }),
        ...(hides ? [] : indexed(text)),
      ];
    },
    'fact.add': ({ entityId, factId, attribute, value, key, confidence, source, seenBy, at }) => [
      addedSource(source),
      addFact({
        ...sourceRow(source),
        id: entityId,
        fact: factId,
        attribute,
        value,
        key,
        confidence,
        at,
        seen_by: seenKey(keys, seenBy),
      }),
      ...changed(db, keys, entityId, { seenBy, at }),
    ],
    'fact.supersede': ({ factId, by, at }) => [{ ...supersedeFact({ id: factId, by, at }), atLeast: 1 }],
    'relation.add': ({ relationId, kind, from, to, since, until, confidence, source, seenBy, at }) => [
      addedSource(source),
      addRelation({
        ...sourceRow(source),
        relation: relationId,
        kind,
        from,
        to,
        since,
        until,
        confidence,
        at,
        seen_by: seenKey(keys, seenBy),
      }),
      countedRelation(relationId, 1),
    ],
    'relation.supersede': ({ relationId, by, at }) => [
      { ...supersedeRelation({ id: relationId, by, at }), atLeast: 1 },
      countedRelation(relationId, -1),
    ],
    'entity.mention': ({ entityId, entryId, seenBy, at }) => [
      addMention({ id: entityId, entry: entryId, at, seen_by: seenKey(keys, seenBy) }),
      mentioned({ id: entityId, at: isOfOwner(keys, seenBy) ? at : 0 }),
      recounted(entityId),
    ],
    'graph.mark': ({ mark, value }) =>
      inSteps(
        sql`INSERT INTO graph_marks (mark, value) VALUES (${mark}, ${value})
          ON CONFLICT (mark) DO UPDATE SET value = excluded.value`,
      ),
    'entry.unmention': ({ entryId }) =>
      inSteps(
        sql`UPDATE entities SET mentions = mentions - 1
          WHERE entity_no IN (SELECT entity_no FROM mentions WHERE entry_id = ${entryId} AND ${ownerSees('')})`,
        recountedMentions(entryId),
        sql`DELETE FROM mentions WHERE entry_id = ${entryId}`,
      ),
    'entities.merge': ({ mergeId, merged, kept }) => [
      once(sql`UPDATE entities SET merge_id = ${mergeId}, merged_into =
          (SELECT entity_no FROM entities AS kept WHERE kept.entity_id = ${kept} AND kept.merged_into IS NULL)
        WHERE entity_id = ${merged} AND entity_id <> ${kept} AND merged_into IS NULL
          AND EXISTS (SELECT 1 FROM entities AS kept WHERE kept.entity_id = ${kept} AND kept.merged_into IS NULL)`),
      countedKind(merged, -1),
      ...inSteps(sql`UPDATE entities SET root = ${no(kept)} WHERE root = ${no(merged)}`),
      recounted(kept),
    ],
    'entities.part': ({ mergeId, merged, kept }) => [
      once(sql`UPDATE entities SET merged_into = NULL, merge_id = NULL WHERE entity_id = ${merged} AND merge_id = ${mergeId}
        AND merged_into = (SELECT entity_no FROM entities AS kept WHERE kept.entity_id = ${kept} AND kept.merged_into IS NULL)`),
      ...inSteps(sql`WITH RECURSIVE under (no) AS (
          SELECT entity_no FROM entities WHERE entity_id = ${merged}
          UNION SELECT entity_no FROM entities JOIN under ON merged_into = under.no)
        UPDATE entities SET root = ${no(merged)} WHERE entity_no IN (SELECT no FROM under)`),
      countedKind(merged, 1),
      recounted(merged),
      recounted(kept),
    ],
  };
}

interface Hiding {
  readonly id: string;
  readonly key: string;
  readonly hides: number;
  readonly at: number;
  readonly seen_by: string | null;
}

interface Superseding {
  readonly id: string;
  readonly by: string | null;
  readonly at: number;
}

/** Who sees a statement about an entity: as it says, and where it says everybody, who sees the entity. */
const seen = (key: string | null, id: Value): RawBuilder<string> => sql`coalesce(${key}, ${seenOf(id)})`;
const seenOf = (id: Value): RawBuilder<string> => sql`(SELECT seen_by FROM entities WHERE entity_id = ${id})`;
const ownerSees = (row: string): RawBuilder<SqlBool> => sql.raw(OWNER_SEES(row));

const seenKey = (keys: PersonKeys, person: PersonId | null): string | null =>
  person === null ? null : keys.keyOf(person);
const isOfOwner = (keys: PersonKeys, person: PersonId | null): boolean =>
  person === null || keys.keyOf(person) === OWNERS;

/**
 * What the owner sees changes when it does for them. Others see what everybody does (`house_updated_at`, which is null while
 * it is the same); what is stated for one member alone is no change for anybody.
 */
function changed(
  db: Db,
  keys: PersonKeys,
  entityId: string,
  { seenBy, at }: { readonly seenBy: PersonId | null; readonly at: number },
): readonly Step[] {
  if (seenBy === null)
    return [
      sql`UPDATE entities SET updated_at = ${at}, house_updated_at = NULL WHERE entity_id = ${entityId}`.compile(
        db,
      ),
    ];
  if (!isOfOwner(keys, seenBy)) return [];
  return [
    sql`UPDATE entities SET house_updated_at = coalesce(house_updated_at, updated_at), updated_at = ${at}
      WHERE entity_id = ${entityId}`.compile(db),
  ];
}

/** Of the entity, as far as the owner sees them. */
const MENTIONS = sql`(SELECT count(*) FROM mentions WHERE mentions.entity_no = entities.entity_no AND ${ownerSees('mentions.')})`;

/** Of what shows an entity that an entry mentions. */
const recountedMentions = (entryId: string) =>
  sql`UPDATE entities SET all_mentions = (SELECT sum(mentions) FROM entities AS shown
      WHERE shown.root = entities.entity_no AND (${ownerSees('shown.')} OR shown.entity_no = entities.entity_no))
    WHERE entity_no IN (SELECT root FROM entities JOIN mentions USING (entity_no) WHERE entry_id = ${entryId})`;

/** What one sees alone is shared, or becomes another's. Sums are counted anew, as all of this is rare. */
function sharingSteps(
  db: Db,
  keys: PersonKeys,
): Pick<
  Steps<GraphChange>,
  'entity.publish' | 'entity.share' | 'graph.hand-over' | 'person.part' | 'person.unsay' | 'entry.seen'
> {
  const { recounted, forgottenWord } = commonSteps(db);
  const inSteps = (...statements: readonly RawBuilder<unknown>[]): readonly Step[] =>
    statements.map((statement) => statement.compile(db));
  return {
    'entity.publish': ({ entityId }) => [
      ...inSteps(
        sql`INSERT INTO graph_counts (what, count)
          SELECT kind, 1 FROM entities WHERE entity_id = ${entityId} AND merged_into IS NULL AND seen_by <> ${sql.lit(OWNERS)}
          ON CONFLICT (what) DO UPDATE SET count = graph_counts.count + 1`,
        sql`UPDATE entities SET seen_by = NULL WHERE entity_id = ${entityId}`,
        sql`UPDATE names SET seen_by = NULL WHERE entity_no = ${no(entityId)} AND hides = 0
          AND text = (SELECT name FROM entities WHERE entity_id = ${entityId})`,
      ),
      recounted(entityId),
    ],
    'entity.share': ({ entityId, personId, at }) => {
      const key = keys.keyOf(personId);
      const those = shownSeen(entityId, key);
      return [
        ...inSteps(
          ...['names', 'facts'].map(
            (table) =>
              sql`UPDATE ${sql.table(table)} SET seen_by = NULL WHERE seen_by = ${key} AND entity_no IN (${those})`,
          ),
          sql`UPDATE entities SET updated_at = ${at}, house_updated_at = NULL, seen_by = NULL
            WHERE entity_no IN (${those})`,
          sql`UPDATE relations SET seen_by = NULL
            WHERE seen_by = ${key} AND (from_no IN (${those}) OR to_no IN (${those})) AND NOT EXISTS (
              SELECT 1 FROM entities AS one WHERE one.entity_no IN (from_no, to_no) AND one.seen_by IS NOT NULL)`,
        ),
        ...(key === OWNERS ? [] : [...countedAnew, recounted(entityId)]),
      ];
    },
    'graph.hand-over': ({ from, to }) => [
      ...inSteps(
        ...TABLES_SEEN.map(
          (table) =>
            sql`UPDATE ${sql.table(table)} SET seen_by = ${keys.keyOf(to)} WHERE seen_by = ${keys.keyOf(from)}`,
        ),
      ),
      ...allCountedAnew(db),
    ],
    'person.part': ({ personId }) => {
      const key = keys.keyOf(personId);
      return [
        ...inSteps(sql`UPDATE entities SET merged_into = NULL, merge_id = NULL WHERE seen_by = ${key} AND merged_into IN (
          SELECT entity_no FROM entities WHERE seen_by IS DISTINCT FROM ${key})`),
        ...allCountedAnew(db),
      ];
    },
    'person.unsay': ({ personId, words }) => {
      const key = keys.keyOf(personId);
      const ofAll = sql`seen_by = ${key} AND entity_no IN (SELECT entity_no FROM entities WHERE seen_by IS NULL)`;
      return [
        ...inSteps(sql`DELETE FROM name_words WHERE rowid IN (SELECT name_no FROM names WHERE ${ofAll})`),
        ...words.flatMap(forgottenWord),
        ...inSteps(
          sql`DELETE FROM names WHERE ${ofAll}`,
          sql`DELETE FROM facts WHERE ${ofAll}`,
          sql`DELETE FROM relations WHERE seen_by = ${key}`,
          sql`DELETE FROM mentions WHERE seen_by = ${key}`,
        ),
        ...allCountedAnew(db),
      ];
    },
    'entry.seen': ({ entryId, seenBy }) =>
      inSteps(
        sql`UPDATE mentions SET seen_by = ${seenKey(keys, seenBy)} WHERE entry_id = ${entryId}`,
        sql`UPDATE entities SET mentions = ${MENTIONS}
          WHERE entity_no IN (SELECT entity_no FROM mentions WHERE entry_id = ${entryId})`,
        recountedMentions(entryId),
      ),
  };
}

export const TABLES_SEEN = ['entities', 'names', 'facts', 'relations', 'mentions'] as const;

/** The entity, if it stands for itself, and all that it shows. */
const shown = (id: Value): RawBuilder<unknown> =>
  sql`SELECT shown.entity_no FROM entities AS shown JOIN entities AS top ON shown.root = top.entity_no
    WHERE top.entity_id = ${id} AND top.merged_into IS NULL`;

/** The same, as far as they are seen by this person or by everybody. */
const shownSeen = (id: Value, key: string): RawBuilder<unknown> =>
  sql`${shown(id)} AND (shown.seen_by IS NULL OR shown.seen_by = ${key})`;

/** The rows of which an entity, with all that it shows, can have very many: as parts, each of an index of its own. */
export const OF_HEAVY: Readonly<Record<Heavy, (id: string) => readonly RawBuilder<unknown>[]>> = {
  relations: (id) => [
    sql`SELECT relation_no FROM relations WHERE superseded_at IS NULL AND from_no IN (${shown(id)})`,
    sql`SELECT relation_no FROM relations WHERE superseded_at IS NULL AND to_no IN (${shown(id)})`,
  ],
  earlierRelations: (id) => [
    sql`SELECT relation_no FROM relations WHERE superseded_at IS NOT NULL AND from_no IN (${shown(id)})`,
    sql`SELECT relation_no FROM relations WHERE superseded_at IS NOT NULL AND to_no IN (${shown(id)})`,
  ],
  mentions: (id) => [sql`SELECT entity_no, entry_id FROM mentions WHERE entity_no IN (${shown(id)})`],
  facts: (id) => [sql`SELECT fact_no FROM facts WHERE entity_no IN (${shown(id)})`],
};

const ROWS_OF: Readonly<Record<Heavy, RawBuilder<unknown>>> = {
  relations: sql`relations WHERE relation_no`,
  earlierRelations: sql`relations WHERE relation_no`,
  mentions: sql`mentions WHERE (entity_no, entry_id)`,
  facts: sql`facts WHERE fact_no`,
};

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
const SECOND_SEGMENT = inSqliteAlone(
  sql`INSERT OR REPLACE INTO name_words (rowid, words) VALUES (0, ${'\uE000'})`,
);

/** What several changes do. */
function commonSteps(db: Db) {
  const stated = statingIn(db);
  const addSource = stated(
    (row: SourceRow) =>
      sql`INSERT INTO sources (origin, run_id, thread_id, tool)
        VALUES (${row.origin}, ${row.run_id}, ${row.thread_id}, ${row.tool}) ON CONFLICT DO NOTHING`,
  );
  const count = stated(
    (row: { readonly what: string; readonly by: number }) =>
      sql`INSERT INTO graph_counts (what, count) VALUES (${row.what}, ${row.by})
        ON CONFLICT (what) DO UPDATE SET count = graph_counts.count + excluded.count`,
  );
  const countRelation = stated(
    (row: { readonly id: string; readonly by: number }) =>
      sql`INSERT INTO graph_counts (what, count)
        SELECT 'relations', ${row.by} FROM relations WHERE relation_id = ${row.id} AND ${ownerSees('')}
        ON CONFLICT (what) DO UPDATE SET count = graph_counts.count + excluded.count`,
  );
  const recount = stated(
    (row: { readonly id: string }) =>
      sql`${sql.raw(SUMMED)} WHERE entity_no = (SELECT root FROM entities WHERE entity_id = ${row.id})`,
  );
  return {
    ...indexing(db),

    addedSource: (source: Source): Step => addSource(sourceRow(source)),

    counted: (what: string, by: number): Step => count({ what, by }),

    countedKind: (entityId: string, by: number): Step =>
      sql`UPDATE graph_counts SET count = count + ${by}
        WHERE what = (SELECT kind FROM entities WHERE entity_id = ${entityId} AND ${ownerSees('')})`.compile(
        db,
      ),

    /** Of one relation, if the owner sees it. */
    countedRelation: (relationId: string, by: number): Step => countRelation({ id: relationId, by }),

    /** The sums that an entity has of all entities that it shows, as far as the owner sees them. */
    recounted: (entityId: string): Step => recount({ id: entityId }),

    thinned: (of: Heavy, entityId: string, atMost: number | undefined): readonly Step[] => {
      const rows = sql`${sql.join(OF_HEAVY[of](entityId), sql` UNION ALL `)} ${limitTo(atMost)}`;
      const uncounted = sql`UPDATE graph_counts SET count = count - (SELECT count(*) FROM relations
        WHERE relation_no IN (${rows}) AND ${ownerSees('')}) WHERE what = 'relations'`;
      const deleted = sql`DELETE FROM ${ROWS_OF[of]} IN (${rows})`;
      return (of === 'relations' ? [uncounted, deleted] : [deleted]).map((statement) =>
        statement.compile(db),
      );
    },

    forgottenWord: (word: string): readonly Step[] =>
      [
        sql`UPDATE name_vocabulary SET uses = uses - 1 WHERE word = ${word}`,
        sql`DELETE FROM name_vocabulary WHERE word = ${word} AND uses <= 0`,
        sql`DELETE FROM name_grams WHERE word = ${word} AND gram IN ${textsOf(JSON.stringify(gramsOf(word)))}
          AND NOT EXISTS (SELECT 1 FROM name_vocabulary WHERE name_vocabulary.word = name_grams.word)`,
      ].map((statement) => statement.compile(db)),
  };
}

/** Words between spaces, as the index takes them. */
const indexedWords = (words: string): Word<unknown> =>
  said(sql`${words}`, () => sql`array_to_tsvector(string_to_array(${words}, ' '))`);

/** How names get into the index of their words. */
export function indexing(db: QueryExecutorProvider) {
  const index = prepared(({ name, words }: { readonly name: number | null; readonly words: string }) =>
    inSql(
      db,
      sql`INSERT INTO name_words (rowid, words) VALUES (coalesce(${name}, (SELECT max(name_no) FROM names)), ${indexedWords(words)})`,
    ),
  );
  const use = prepared(({ word }: { readonly word: string }) =>
    inSql(
      db,
      sql`INSERT INTO name_vocabulary (word, uses) VALUES (${word}, 1)
        ON CONFLICT (word) DO UPDATE SET uses = name_vocabulary.uses + 1`,
    ),
  );
  const cut = prepared(({ word, grams }: { readonly word: string; readonly grams: string }) =>
    inSql(
      db,
      sql`INSERT INTO name_grams (gram, word) SELECT value, ${word} FROM ${membersOf(grams)} AS each WHERE TRUE
        ON CONFLICT DO NOTHING`,
    ),
  );
  return {
    /** `name`: the number of its row; null is the highest one. */
    indexed: (text: string, name: number | null = null): readonly Step[] => {
      const words = nameWords(text);
      return [
        index({ name, words: words.join(' ') }),
        ...words.flatMap((word) => [use({ word }), cut({ word, grams: JSON.stringify(gramsOf(word)) })]),
      ];
    },
  };
}

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
const allCountedAnew = (db: Db): readonly Step[] => [
  { sql: ROOTS, parameters: [] },
  sql`UPDATE entities SET mentions = ${MENTIONS} WHERE mentions <> ${MENTIONS}`.compile(db),
  { sql: `${SUMMED} WHERE merged_into IS NULL`, parameters: [] },
  ...countedAnew,
];
