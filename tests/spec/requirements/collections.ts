import { heading } from './headings.ts';
import { long, quick, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** Collections of records. */
export const ofCollections = [
  quick(httpApi, {
    'datastore.collections': 'GET /api/datastore/collections returns the collections of the DataStore.',
    'datastore.records': 'GET /api/datastore/:collection returns the records of a collection.',
  }),
  quick('ours: contract', {
    'datastore.create':
      'POST /api/datastore/collections makes a collection with typed columns; wrong and reserved names are refused.',
    'datastore.change':
      'Columns are added, renamed and removed; a removed column is gone with its values, also after a restart in the middle.',
    'datastore.drop':
      'A collection is deleted with its records only by a request that says how many there are.',
    'datastore.insert':
      'An insert reports row by row: values are coerced where it is certain, unknown fields are ignored with a warning, and rows that fit are stored.',
    'datastore.upsert':
      'A row with the values of a record in the unique columns changes that record, and what it does not name stays.',
    'datastore.paging':
      'Pages show each record once, also where many have the same value or none in the column they are sorted by.',
    'datastore.aggregates':
      'Counts, sums, averages, smallest and largest values are computed over the records that fit, also by groups.',
    'datastore.changed-records': 'Records are changed and deleted by a filter; an empty filter is refused.',
    'datastore.limits':
      'The limits of collections, columns, records, rows and bytes are refused by name, and then nothing is stored.',
    'datastore.tools':
      'The agent makes, fills, queries and changes collections; a deletion asks its owner, who is told how many records it reaches.',
  }),
  quick(['ours: contract', 'ours: promise S39'], {
    'datastore.filter':
      'Filters compare literally, and contains ignores capitals; an unknown column or operator is 400 and named; no text of a filter, a sort or a name becomes SQL.',
  }),
  long('ours: behaviour', {
    'datastore.pauses':
      'The longest filter over a full collection of wide records never holds the event loop: it is asked in parts.',
    'datastore.secrets': 'Values of secrets are masked before a record is written.',
    'datastore.terminal':
      'svc data lists, shows, makes, fills, changes, exports, imports and deletes collections.',
  }),
  quick('ours: behaviour', {
    'datastore.orders':
      'Lists, pages and counts of a large collection that an order of its columns answers are those that reading every record gives.',
    'datastore.csv':
      'Records written as CSV and read again are the same; texts do not become formulas in a spreadsheet, and numbers stay numbers.',
  }),
  long('ours: contract', {
    'datastore.subjects':
      'A subject column takes the id of an entity or a name that fits exactly one; a merge moves its values, and moves them back.',
  }),
  quick('ours: promise S13', {
    'datastore.names': 'A name of a collection that is a path, SQL or longer than possible names nothing.',
  }),
] satisfies Requirements;
