import { KIB, MIB } from '../../kernel/bytes.ts';

export const collectionLimits = {
  collections: 100,
  columns: 50,
  /** Of one collection. */
  records: 100_000,
  /** Of one insert. */
  rows: 1_000,
  /** Of all collections together. */
  bytes: 500 * MIB,
  /** Of one record. */
  recordBytes: 64 * KIB,
  jsonDepth: 32,
  nameChars: 63,
  descriptionChars: 2_000,
  /** Of the values that make a record unique, as JSON. */
  keyChars: 1_000,
  /** By so many characters of a text records are sorted; of texts with the same ones the newer record is first. */
  sortedChars: 200,
  /**
   * From how many records on a collection gets an ordering of the columns that queries ask for; smaller ones are read
   * as fast without.
   */
  orderedRecords: 5_000,
  /** Columns of a collection with an order: each makes its writes slower. */
  orders: 4,
  /** Records that get their place in an order in one commit. */
  placedAtOnce: 250,
  filterChars: 8_000,
  /** Of a filter in a question to the owner. */
  shownFilterChars: 500,
  filterDepth: 5,
  /** Each is asked of every record, in parts. */
  filterConditions: 30,
  /** Of the text of one `contains`. */
  containsChars: 2_500,
  /** Values of one `in` or `notIn`. */
  filterValues: 500,
  aggregates: 10,
  groupColumns: 3,
  groups: 200,
  /** Rows that a report names; it counts all. */
  reported: 100,
  warnings: 50,
  /** Records that are changed or deleted in one commit. */
  slice: 1_000,
  /** Values that name an erased entity and are emptied at once: some milliseconds of the event loop. */
  forgottenAtOnce: 1_000,
  csvBytes: 100 * MIB,
  csvFieldChars: 64 * KIB,
  /** Of one row, with those that no column has. */
  csvFields: 1_000,
  /** Records that are written to a table at a time. */
  exported: 200,
  /** Records that the model is shown at once, by default. */
  shownRecords: 50,
} as const;
