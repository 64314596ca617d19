import { Type } from 'typebox';
import type { refuse as refuseCollections } from '../../core/knowledge/collections/errors.ts';
import { collectionLimits as limits } from '../../core/knowledge/collections/limits.ts';
import {
  AGGREGATES,
  COLUMN_TYPES,
  type Collection,
  type ShownRecord,
  type SortPosition,
} from '../../core/knowledge/collections/model.ts';
import type { refuse as refuseEntities } from '../../core/knowledge/graph/errors.ts';
import { MIB } from '../../core/kernel/bytes.ts';
import type { JsonObject } from '../../core/kernel/json.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { byteBody, rowsRefusing } from '../row.ts';
import {
  closed,
  isRowNumber,
  limitQuery,
  NextCursor,
  OrNull,
  SaysShape,
  shownSays,
  Time,
  time,
} from '../shapes.ts';
import { inEnglish } from '../words/english.ts';
import type { Says } from '../words/says.ts';

const { json, bytes } = rowsRefusing<typeof refuseCollections & typeof refuseEntities>();

const ColumnName = Type.String({ minLength: 1, maxLength: 200 });

/** What is wrong with a name is said by the service. */
export const ColumnDraftShape = Type.Object(
  {
    name: ColumnName,
    type: Type.Enum([...COLUMN_TYPES]),
    isUnique: Type.Optional(
      Type.Boolean({
        description: 'The unique columns together name one record: an insert with their values changes it',
      }),
    ),
    isEventTime: Type.Optional(Type.Boolean({ description: 'Of one date: when it happened' })),
  },
  closed,
);

const CollectionShape = Type.Object({
  name: Type.String(),
  description: OrNull(Type.String()),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.Enum([...COLUMN_TYPES]),
      isUnique: Type.Boolean(),
      isEventTime: Type.Boolean(),
    }),
  ),
  recordCount: Type.Integer({ minimum: 0 }),
  createdAt: Time,
  updatedAt: Time,
});

const shown = ({ name, description, columns, recordCount, createdAt, updatedAt }: Collection) => ({
  name,
  description,
  columns: columns.map(({ slot: _slot, ...column }) => column),
  recordCount,
  createdAt: time(createdAt),
  updatedAt: time(updatedAt),
});

const RecordShape = Type.Object(
  { recordId: Type.String(), createdAt: Time, updatedAt: Time },
  {
    additionalProperties: true,
    description:
      'And a value for each column, or null. A date is in UTC with milliseconds; a subject is {entityId, name}',
  },
);

/** A record with its columns, as the schema has it. */
const shownRecord = (record: ShownRecord): ShownRecord => record;

export const FilterShape = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Column → value, or {eq, neq, gt, gte, lt, lte, in, notIn, contains, isNull}; all of them must hold. Texts are compared letter by letter, contains alone ignores capitals. "or" is a list of such filters. Besides columns there are recordId, createdAt and updatedAt',
});

const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  minItems: 1,
  description: `At most ${limits.rows}; each has columns and their values`,
});

const WhyShape = { why: Type.String(), says: SaysShape };
const told = <Row extends { readonly why: Says }>({ why, ...row }: Row) => ({
  ...row,
  why: inEnglish(why),
  says: shownSays(why),
});

const shownWarnings = (warnings: readonly Says[]) => ({
  warnings: warnings.map((one) => inEnglish(one)),
  saysOfWarnings: warnings.map(shownSays),
});

const ReportFields = {
  inserted: Type.Integer({ minimum: 0 }),
  updated: Type.Integer({
    minimum: 0,
    description: 'Records that had the same values in the unique columns',
  }),
  failedCount: Type.Integer({ minimum: 0 }),
  failed: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), ...WhyShape }), {
    description: `The first ${limits.reported}; index counts the rows from 0`,
  }),
  warnings: Type.Array(Type.String()),
  saysOfWarnings: Type.Array(SaysShape),
};

export const AggregateShape = Type.Object(
  {
    kind: Type.Enum([...AGGREGATES]),
    column: Type.Optional(ColumnName),
    as: Type.Optional(Type.String({ minLength: 1, maxLength: 63, description: 'The name of the result' })),
  },
  closed,
);

const Description = Type.Optional(
  OrNull(Type.String({ maxLength: limits.descriptionChars, description: 'What the records are' })),
);

const sortQuery = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'A column, with - in front for descending; the newest first without one',
});

/** Longer than other cursors: it holds the beginning of a text. */
const recordCursor = Type.String({
  maxLength: 12 * limits.sortedChars,
  description: 'The nextCursor of the previous page',
});

const isPosition = (value: unknown): value is SortPosition => {
  const { by, value: at, recordNo } = (value ?? {}) as { readonly [name in keyof SortPosition]?: unknown };
  return (
    (by === null || typeof by === 'string') &&
    (at === null || typeof at === 'string' || typeof at === 'number') &&
    isRowNumber(recordNo)
  );
};

/** The schema checked that these are objects, and they came as JSON. */
const object = (value: object | undefined): JsonObject => (value ?? {}) as JsonObject;

const FILTER_REFUSALS = [
  'collection_not_found',
  'unknown_column',
  'unknown_operator',
  'invalid_filter',
  'entity_not_found',
  'ambiguous_name',
] as const;
const WRITING = ['collection_changed', 'collections_full', 'too_many_records'] as const;

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

export const collections = {
  'datastore.collections': json({
    route: 'GET /api/datastore/collections',
    who: 'person',
    summary: 'List the collections, by name.',
    status: 200,
    refuses: [],
    returns: Type.Object({ collections: Type.Array(CollectionShape) }),
    handle: async ({ collections }) => ({ collections: (await collections.list()).map(shown) }),
  }),
  'datastore.create': json({
    route: 'POST /api/datastore/collections',
    who: 'person',
    summary: 'Make a collection with typed columns.',
    status: 201,
    refuses: [
      'invalid_collection',
      'reserved_name',
      'collection_exists',
      'too_many_collections',
      'too_many_columns',
    ],
    ours: true,
    body: Type.Object(
      {
        name: ColumnName,
        description: Description,
        columns: Type.Array(ColumnDraftShape, { minItems: 1, maxItems: 1_000 }),
      },
      closed,
    ),
    returns: CollectionShape,
    handle: async ({ collections }, { body, asker }) => shown(await collections.create(asker.person, body)),
  }),
  'datastore.change': json({
    route: 'PATCH /api/datastore/collections/:name',
    who: 'person',
    summary:
      'Describe a collection, and add, rename or remove columns. A removed column is gone with its values.',
    status: 200,
    refuses: [
      'collection_not_found',
      'unknown_column',
      'invalid_collection',
      'reserved_name',
      'too_many_columns',
      'collection_changed',
    ],
    ours: true,
    body: Type.Object(
      {
        description: Description,
        add: Type.Optional(Type.Array(ColumnDraftShape, { maxItems: 1_000 })),
        rename: Type.Optional(
          Type.Array(Type.Object({ from: ColumnName, to: ColumnName }, closed), { maxItems: limits.columns }),
        ),
        remove: Type.Optional(Type.Array(ColumnName, { maxItems: limits.columns })),
      },
      { ...closed, minProperties: 1 },
    ),
    returns: CollectionShape,
    handle: async ({ collections }, { params, body, asker }) =>
      shown(await collections.change(asker.person, params.name, body)),
  }),
  'datastore.drop': json({
    route: 'DELETE /api/datastore/collections/:name',
    who: 'person',
    summary: 'Delete a collection with its records. The query says how many there are.',
    status: 204,
    refuses: ['collection_not_found', 'collection_has_records', 'collection_changed'],
    ours: true,
    query: Type.Object({
      records: Type.Optional(
        Type.Integer({ minimum: 0, description: 'How many records the collection has' }),
      ),
    }),
    handle: async ({ collections }, { params, query: { records = null } }) => {
      await collections.drop(params.name, records);
      return undefined;
    },
  }),
  'datastore.records': json({
    route: 'GET /api/datastore/:collection',
    who: 'person',
    summary: 'List the records of a collection that fit a filter, with the number of all that do.',
    status: 200,
    refuses: [...FILTER_REFUSALS, 'invalid_sort'],
    query: Type.Object({
      filter: Type.Optional(
        Type.String({
          maxLength: limits.filterChars,
          description: 'JSON, like {"status": "open", "amount": {"gt": 100}}',
        }),
      ),
      sort: Type.Optional(sortQuery),
      limit: limitQuery,
      cursor: Type.Optional(recordCursor),
    }),
    returns: Type.Object({
      records: Type.Array(RecordShape),
      total: Type.Integer({ minimum: 0 }),
      nextCursor: NextCursor,
    }),
    handle: async ({ records }, { params, query: { filter, sort = null, limit, cursor }, asker }) => {
      const after = positionFrom(cursor, isPosition);
      const { items, total, next } = await records.of(asker.person).page(params.collection, {
        filter: filter ?? {},
        sort,
        limit: limit ?? listLimits.byDefault,
        after,
      });
      return { records: items.map(shownRecord), total, nextCursor: cursorFrom(next) };
    },
  }),
  'datastore.query': json({
    route: 'POST /api/datastore/:collection/query',
    who: 'person',
    needs: 'read',
    summary:
      'The same with the filter as JSON; with aggregate, sums over the records that fit, in groups, in the place of records.',
    status: 200,
    refuses: [...FILTER_REFUSALS, 'invalid_sort', 'invalid_aggregate'],
    ours: true,
    body: Type.Object(
      {
        filter: Type.Optional(FilterShape),
        sort: Type.Optional(sortQuery),
        limit: limitQuery,
        cursor: Type.Optional(recordCursor),
        aggregate: Type.Optional(Type.Array(AggregateShape, { minItems: 1, maxItems: limits.aggregates })),
        groupBy: Type.Optional(Type.Array(ColumnName, { maxItems: limits.groupColumns })),
      },
      closed,
    ),
    returns: Type.Object({
      records: Type.Array(RecordShape, { description: 'Empty with aggregate' }),
      total: Type.Integer({ minimum: 0 }),
      nextCursor: NextCursor,
      groups: OrNull(
        Type.Array(Type.Record(Type.String(), Type.Unknown()), {
          description: `The first ${limits.groups}, each with its columns and results by name; sums and averages with fractions have 15 digits`,
        }),
      ),
      moreGroups: Type.Boolean(),
    }),
    handle: async ({ records }, { params, body, asker }) => {
      const { filter, sort = null, limit = listLimits.byDefault, cursor, aggregate, groupBy = [] } = body;
      const asked = { filter: object(filter), sort };
      if (aggregate) {
        const { total, groups, isCut } = await records.of(asker.person).groups(params.collection, {
          ...asked,
          aggregates: aggregate,
          groupBy,
        });
        return { records: [], total, nextCursor: null, groups, moreGroups: isCut };
      }
      const after = positionFrom(cursor, isPosition);
      const { items, total, next } = await records
        .of(asker.person)
        .page(params.collection, { ...asked, limit, after });
      return {
        records: items.map(shownRecord),
        total,
        nextCursor: cursorFrom(next),
        groups: null,
        moreGroups: false,
      };
    },
  }),
  'datastore.insert': json({
    route: 'POST /api/datastore/:collection/records',
    who: 'person',
    summary:
      'Insert records, or change those with the same values in the unique columns. Rows that do not fit are reported, and the others are stored.',
    status: 200,
    refuses: ['collection_not_found', 'too_many_rows', ...WRITING],
    ours: true,
    bodyBytes: 12 * MIB,
    body: Type.Object({ records: Rows }, closed),
    returns: Type.Object(ReportFields),
    handle: async ({ recordInserts }, { params, body, asker }) => {
      const { failed, warnings, ...report } = await recordInserts
        .of(asker.person)
        .insert(params.collection, body.records);
      return { ...report, ...shownWarnings(warnings), failed: failed.map(told) };
    },
  }),
  'datastore.update': json({
    route: 'PATCH /api/datastore/:collection/records',
    who: 'person',
    summary: 'Set values of all records that fit the filter.',
    status: 200,
    refuses: [
      ...FILTER_REFUSALS,
      'empty_filter',
      'invalid_record',
      'record_exists',
      'record_too_large',
      ...WRITING,
    ],
    ours: true,
    body: Type.Object(
      { filter: FilterShape, set: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }) },
      closed,
    ),
    returns: Type.Object({ updated: Type.Integer({ minimum: 0 }) }),
    handle: async ({ recordEdits }, { params, body: { filter, set }, asker }) =>
      await recordEdits.of(asker.person).update(params.collection, object(filter), object(set)),
  }),
  'datastore.delete': json({
    route: 'DELETE /api/datastore/:collection/records',
    who: 'person',
    summary: 'Delete all records that fit the filter.',
    status: 200,
    refuses: [...FILTER_REFUSALS, 'empty_filter', 'collection_changed'],
    ours: true,
    body: Type.Object({ filter: FilterShape }, closed),
    returns: Type.Object({ deleted: Type.Integer({ minimum: 0 }) }),
    handle: async ({ recordEdits }, { params, body: { filter }, asker }) =>
      await recordEdits.of(asker.person).remove(params.collection, object(filter), null),
  }),
  'datastore.export': bytes({
    route: 'GET /api/datastore/:collection/csv',
    who: 'person',
    summary:
      "All records as CSV (RFC 4180, UTF-8), the oldest first; the first column is recordId. A text that a spreadsheet would take for a formula has a mark (') before it, which an import takes off.",
    refuses: ['collection_not_found'],
    ours: true,
    sends: 'text/csv',
    handle: async ({ recordCsv }, { params, asker }) => ({
      contentType: 'text/csv; charset=utf-8',
      fileName: `${params.collection}.csv`,
      body: await recordCsv.of(asker.person).write(params.collection),
    }),
  }),
  'datastore.import': json({
    route: 'POST /api/datastore/:collection/csv',
    who: 'person',
    summary:
      'Insert the rows of a table in CSV, as an insert does; its first row names the columns. A row with the recordId of a record changes that record. A field without characters is no value. Without a separator, it is what the first row has most of.',
    status: 200,
    refuses: [
      'collection_not_found',
      'csv_unreadable',
      'collection_changed',
      'collections_full',
      'too_many_records',
    ],
    ours: true,
    query: Type.Object({ separator: Type.Optional(Type.Enum(['comma', 'semicolon', 'tab'])) }),
    body: byteBody('The bytes of the table, in UTF-8'),
    bodyBytes: limits.csvBytes,
    returns: Type.Object({
      ...ReportFields,
      failed: Type.Array(
        Type.Object({
          index: Type.Integer({ minimum: 0 }),
          line: Type.Integer({ minimum: 1 }),
          ...WhyShape,
        }),
        {
          description: `The first ${limits.reported}; index counts the rows after the header from 0, line the lines of the table from 1`,
        },
      ),
      problem: OrNull(
        Type.String({ description: 'Why the rest of the table was not read; what came before it is stored' }),
      ),
      says: OrNull(Type.Array(SaysShape, { description: 'What problem says, as data' })),
    }),
    handle: async ({ recordCsv }, { params, query: { separator }, body, asker }) => {
      const by = separator === undefined ? null : SEPARATORS[separator];
      const { failed, problem, warnings, ...report } = await recordCsv
        .of(asker.person)
        .read(params.collection, body, by);
      const said = { problem: problem && inEnglish(problem), says: problem && problem.map(shownSays) };
      return { ...report, ...said, ...shownWarnings(warnings), failed: failed.map(told) };
    },
  }),
};
