import type {
  collections,
  ToldCollection,
  ToldQuery,
  ToldReport,
} from '../../../contract/agent/collections.ts';
import { modelText, trusted, type MarkUntrusted, type ModelText, type Renderers } from './model-text.ts';
import { inEnglish } from '../../../contract/words/english.ts';

export const collectionsRenderers: Renderers<(typeof collections)[number]> = {
  create_collection: (made, marked) =>
    modelText`The collection is made: ${marked('collections', describe(made))}`,
  insert_records: toldReport,
  query_records: toldQuery,
  update_records: ({ updated }) => modelText`${updated} records were changed.`,
  delete_records: ({ deleted }) => modelText`${deleted} records were deleted.`,
};

function toldReport(
  { inserted, updated, failedCount, failed, warnings }: ToldReport,
  marked: MarkUntrusted,
): ModelText {
  const refused = failed.map(({ index, why }) => `row ${index}: ${inEnglish(why)}`);
  const remarks = [...refused, ...warnings.map((one) => inEnglish(one))];
  const counts = modelText`${inserted} records were inserted and ${updated} changed; ${failedCount} rows were not stored. Rows are counted from 0.`;
  return remarks.length === 0
    ? counts
    : modelText`${counts} ${marked('report of the insert', remarks.join('\n'))}`;
}

function toldQuery(told: ToldQuery, marked: MarkUntrusted): ModelText {
  if ('collections' in told)
    return told.collections.length === 0
      ? trusted('There are no collections.')
      : modelText`The collections: ${marked('collections', told.collections.map(describe).join('\n'))}`;
  const source = `collection ${told.name}`;
  if ('groups' in told) {
    const { total, groups, isCut } = told.groups;
    const more = isCut ? modelText` There are more groups: filter, or sort them differently.` : modelText``;
    return modelText`Of ${total} records:${more} ${marked(source, lines(groups))}`;
  }
  const { items, total } = told.page;
  if (items.length === 0) return trusted('No record fits.');
  return modelText`${total} records fit, ${items.length} are shown: ${marked(source, lines(items))}`;
}

const lines = (all: readonly object[]): string => all.map((one) => JSON.stringify(one)).join('\n');

function describe({ name, description, columns, recordCount }: ToldCollection): string {
  const fields = columns.map(
    ({ name: column, type, isUnique, isEventTime }) =>
      `${column}: ${type}${isUnique ? ', unique' : ''}${isEventTime ? ', event time' : ''}`,
  );
  return `${name} (${fields.join('; ')}), ${recordCount} records${description === null ? '' : `. ${description}`}`;
}
