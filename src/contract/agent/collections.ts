import { Type } from 'typebox';
import { collectionLimits as limits } from '../../core/knowledge/collections/limits.ts';
import type { Collection, RowReport } from '../../core/knowledge/collections/model.ts';
import type { Groups, RecordPage } from '../../core/knowledge/collections/queries.ts';
import type { JsonObject } from '../../core/kernel/json.ts';
import { AggregateShape, ColumnDraftShape, FilterShape } from '../http/collections.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

/** As their renderers take them. */
export type ToldCollection = Collection;
export type ToldReport = RowReport;
export type ToldQuery =
  | { readonly collections: readonly Collection[] }
  | { readonly name: string; readonly page: RecordPage }
  | { readonly name: string; readonly groups: Groups };

const CollectionName = Type.String({ minLength: 1, maxLength: 200 });

/** The schema checked that it is an object, and it came as JSON. */
const object = (value: object | undefined): JsonObject => (value ?? {}) as JsonObject;

/** The call as its owner was asked about it. A model gives no `shown`: the schema is closed. */
type DeletionShown = { readonly collection: string; readonly filter: JsonObject; readonly shown: string };

export const collections = [
  tool({
    name: 'create_collection',
    family: 'collections',
    summary:
      'Makes a collection: a table of records with typed columns, for things that are counted, compared or listed. Names are lower-case letters, digits and underscores. A row that is inserted with the values of a record in the unique columns changes that record.',
    input: Type.Object(
      {
        name: CollectionName,
        description: Type.Optional(Type.String({ maxLength: limits.descriptionChars })),
        columns: Type.Array(ColumnDraftShape, { minItems: 1, maxItems: limits.columns }),
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ collections }, input, { personId }) => await collections.create(personId, input),
  }),
  tool({
    name: 'insert_records',
    family: 'collections',
    summary: `Inserts records into a collection, at most ${limits.rows} at once. What does not fit its column is reported row by row; the other rows are stored. Dates are in ISO 8601; a subject is the id or the full name of an entity.`,
    input: Type.Object(
      {
        collection: CollectionName,
        records: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
          minItems: 1,
          maxItems: limits.rows,
        }),
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ recordInserts }, { collection, records: rows }, { personId }) =>
      await recordInserts.of(personId).insert(collection, rows),
  }),
  tool({
    name: 'query_records',
    family: 'collections',
    summary:
      'Finds records of a collection by a filter, sorted by a column; or computes sums, averages and counts, also by groups. Without a collection: lists the collections with their columns.',
    input: Type.Object(
      {
        collection: Type.Optional(CollectionName),
        filter: Type.Optional(FilterShape),
        sort: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description: 'A column or the name of a result, with - in front for descending',
          }),
        ),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
        aggregate: Type.Optional(Type.Array(AggregateShape, { minItems: 1, maxItems: limits.aggregates })),
        group_by: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: limits.groupColumns }),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async ({ collections, records }, input, { personId }): Promise<ToldQuery> => {
      const { collection: name, filter, sort = null, limit = limits.shownRecords, aggregate } = input;
      if (name === undefined) return { collections: await collections.list() };
      const asked = { filter: object(filter), sort };
      return aggregate
        ? {
            name,
            groups: await records.of(personId).groups(name, {
              ...asked,
              aggregates: aggregate,
              groupBy: input.group_by ?? [],
            }),
          }
        : { name, page: await records.of(personId).page(name, { ...asked, limit, after: null }) };
    },
  }),
  tool({
    name: 'update_records',
    family: 'collections',
    summary:
      'Sets values of all records of a collection that fit a filter. Query first what the filter finds.',
    input: Type.Object(
      {
        collection: CollectionName,
        filter: FilterShape,
        set: Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ recordEdits }, { collection, filter, set }, { personId }) =>
      await recordEdits.of(personId).update(collection, object(filter), object(set)),
  }),
  tool({
    name: 'delete_records',
    family: 'collections',
    summary: 'Deletes all records of a collection that fit a filter, for good. Your owner is asked.',
    input: Type.Object({ collection: CollectionName, filter: FilterShape }, closed),
    effect: 'effect',
    beforehand: 'never',
    consent: async ({ collection, filter }, { recordEdits }, { personId }) => {
      const { says, shown } = await recordEdits.of(personId).askedToDelete(collection, object(filter));
      const input: DeletionShown = { collection, filter: object(filter), shown };
      return { class: 'change_self', says, input, standsOn: shown };
    },
    handle: async ({ recordEdits }, input, { personId }) => {
      const { collection, filter, shown } = input as DeletionShown;
      return await recordEdits.of(personId).remove(collection, filter, shown);
    },
  }),
];
