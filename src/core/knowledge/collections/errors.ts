import { MIB } from '../../kernel/bytes.ts';
import { conflict, impossible, invalid, notFound, refusals, tooLarge } from '../../kernel/refusal.ts';
import { collectionLimits as limits } from './limits.ts';

export const refuse = refusals({
  collection_not_found: notFound(
    'There is no collection of this name. List the collections to see which there are.',
  ),
  collection_exists: conflict('There is a collection of this name already. Choose another name.'),
  collection_has_records: conflict(
    'The collection has records. To delete it with them, say how many there are (records).',
  ),
  collection_changed: conflict(
    'The collection was changed meanwhile. Read it again, then repeat the request.',
  ),
  invalid_collection: invalid(
    `Names are lower-case letters, digits and underscores, begin with a letter, and have at most ${limits.nameChars} characters.`,
  ),
  reserved_name: invalid('This name is reserved. Choose another one.'),
  too_many_collections: impossible(
    `There are ${limits.collections} collections, the most that are possible. Delete one first.`,
  ),
  too_many_columns: invalid(`A collection has at most ${limits.columns} columns.`),
  too_many_rows: invalid(`One insert takes at most ${limits.rows} records. Send the rest in another one.`),
  too_many_records: impossible(
    `A collection has at most ${limits.records} records. None of these was stored.`,
  ),
  collections_full: impossible(
    `All collections together hold at most ${limits.bytes / MIB} MB. Nothing was stored; delete records first.`,
  ),
  record_exists: conflict('Another record has these values in its unique columns. Nothing was changed.'),
  record_too_large: tooLarge(`A record has at most ${limits.recordBytes / 1024} kB. Nothing was changed.`),
  invalid_record: invalid('These values do not fit the columns.'),
  unknown_column: invalid('The collection has no such column.'),
  unknown_operator: invalid('There is no such operator.'),
  invalid_filter: invalid('This is not a valid filter.'),
  empty_filter: invalid(
    'A change or a deletion needs a filter, so that it does not reach every record by accident. For all of them: {"recordId": {"isNull": false}}.',
  ),
  invalid_sort: invalid('The collection cannot be sorted by this.'),
  csv_unreadable: invalid(
    'This is not a table that can be read: CSV in UTF-8, with the names of columns in its first row.',
  ),
  invalid_aggregate: invalid('This cannot be computed.'),
});
