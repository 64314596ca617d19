import { WITHOUT_DATABASE } from '../without-database.ts';
import { type ExportedTables, flag, kept, leftOut, refersTo, source } from '../exported.ts';
import type { Connection } from '../open.ts';
import { countedAnew, indexing, ROOTS, SUMS_OF_ALL } from './graph-steps.ts';
import type { GraphTables } from './schema.ts';

const entity = (as: string) => refersTo('entities', 'entity_id', 'entity_no', as);
const SHOWN = 'it is made of the entities that this one shows';

/** Who sees it alone, by the ids that the people of its own database have. */
const seen = {
  seen_by: { checked: "seen_by IS NULL OR seen_by = '' OR length(seen_by) = 36" },
} as const;

/** The graph in the export. What an entity shows of others is derived from the merges. */
export const graphSections: ExportedTables<GraphTables> = {
  entities: {
    arriving: {
      columns: {
        ...seen,
        ...kept(
          'house_updated_at',
          'entity_no',
          'entity_id',
          'kind',
          'name',
          'is_contact',
          'mentions',
          'created_at',
          'updated_at',
          'first_seen_at',
          'last_seen_at',
          'root',
          'merged_into',
          'merge_id',
          'all_mentions',
          'all_first_seen',
          'all_last_seen',
          'any_contact',
        ),
      },
    },
    section: 'entities',
    says: 'people, organizations and things; contacts are marked',
    columns: {
      is_contact: flag,
      merged_into: entity('mergedInto'),
      root: leftOut('it follows from mergedInto', ({ entity_no: no = null }) => no),
      all_mentions: leftOut(SHOWN, ({ mentions = null }) => mentions),
      all_first_seen: leftOut(SHOWN, ({ first_seen_at: at = null }) => at),
      all_last_seen: leftOut(SHOWN, ({ last_seen_at: at = null }) => at),
      any_contact: leftOut(SHOWN, ({ is_contact: is = null }) => is),
    },
    rebuilt: [ROOTS, SUMS_OF_ALL],
  },
  sources: {
    arriving: { columns: kept('source', 'origin', 'run_id', 'thread_id', 'tool') },
    leftOut: 'each name, fact and relation says its source',
  },
  names: {
    arriving: {
      columns: {
        ...seen,
        ...kept('name_no', 'entity_no', 'text', 'key', 'source', 'created_at', 'superseded_at', 'hides'),
      },
    },
    section: 'names',
    says: 'the names of these, also earlier ones',
    columns: { entity_no: entity('entityId'), source, hides: flag },
  },
  facts: {
    arriving: {
      columns: {
        ...seen,
        ...kept(
          'fact_no',
          'fact_id',
          'entity_no',
          'attribute',
          'value',
          'key',
          'confidence',
          'source',
          'created_at',
          'superseded_at',
          'superseded_by',
        ),
      },
    },
    section: 'facts',
    says: 'what is known of them, such as addresses and notes',
    columns: {
      entity_no: entity('entityId'),
      source,
      superseded_by: refersTo('facts', 'fact_id', 'fact_no', 'supersededBy'),
    },
  },
  relations: {
    arriving: {
      columns: {
        ...seen,
        ...kept(
          'relation_no',
          'relation_id',
          'kind',
          'from_no',
          'to_no',
          'since',
          'until',
          'confidence',
          'source',
          'created_at',
          'superseded_at',
          'superseded_by',
        ),
      },
    },
    section: 'relations',
    says: 'how they are related',
    columns: {
      from_no: entity('from'),
      to_no: entity('to'),
      source,
      superseded_by: refersTo('relations', 'relation_id', 'relation_no', 'supersededBy'),
    },
  },
  entity_imports: {
    arriving: {
      columns: kept('entity_no', 'source', 'made_contact', 'name_before', 'name_given', 'created_at'),
    },
    section: 'entityImports',
    says: 'what imports of contacts have made contacts or called otherwise, to take it back',
    columns: { entity_no: entity('entityId'), source, made_contact: flag },
  },
  mentions: {
    arriving: { columns: { ...seen, ...kept('entity_no', 'entry_id', 'created_at') } },
    section: 'mentions',
    says: 'entries of the memory that mention them',
    columns: { entity_no: entity('entityId') },
  },
  graph_counts: {
    arriving: 'derived',
    leftOut: 'sums of the entities and relations',
    rebuilt: countedAnew.map(({ sql }) => sql),
  },
  erased_entities: {
    arriving: { columns: kept('entity_id') },
    section: 'erasedEntities',
    says: 'ids of deleted ones, which must not come back',
  },
  graph_marks: {
    arriving: { columns: kept('mark', 'value') },
    section: 'graphMarks',
    says: 'up to where the memory was read for names',
  },
  name_words: { arriving: 'derived', leftOut: 'an index of the words of names', rebuilt: indexNames },
  name_vocabulary: { arriving: 'derived', leftOut: 'the words of names' },
  name_grams: { arriving: 'derived', leftOut: 'an index of the spelling of names' },
};

const AT_ONCE = 100;

/** As each name was indexed when it came. */
function* indexNames(connection: Connection): Generator<void> {
  const next = connection.prepare<[number, number], { name_no: number; text: string; hides: number }>(
    'SELECT name_no, text, hides FROM names WHERE name_no > ? ORDER BY name_no LIMIT ?',
  );
  const { indexed } = indexing(WITHOUT_DATABASE);
  for (let after = 0; ;) {
    const rows = next.all(after, AT_ONCE);
    for (const { name_no: no, text, hides } of rows)
      if (hides === 0)
        for (const { sql, parameters } of indexed(text, no)) connection.prepare(sql).run(...parameters);
    const last = rows.at(-1);
    if (!last) return;
    after = last.name_no;
    yield;
  }
}
