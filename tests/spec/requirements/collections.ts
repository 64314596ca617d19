import { heading } from './headings.ts';
import { requirement, type Requirements } from './requirement.ts';

const { httpApi } = heading;

/** Collections of records. */
export const ofCollections = {
  'datastore.collections': requirement(
    httpApi,
    'GET /api/datastore/collections returns the collections of the DataStore.',
  ),
  'datastore.records': requirement(
    httpApi,
    'GET /api/datastore/:collection returns the records of a collection.',
  ),
  'datastore.create': requirement(
    'ours: contract',
    'POST /api/datastore/collections makes a collection with typed columns; wrong and reserved names are refused.',
  ),
  'datastore.change': requirement(
    'ours: contract',
    'Columns are added, renamed and removed; a removed column is gone with its values, also after a restart in the middle.',
  ),
  'datastore.drop': requirement(
    'ours: contract',
    'A collection is deleted with its records only by a request that says how many there are.',
  ),
  'datastore.insert': requirement(
    'ours: contract',
    'An insert reports row by row: values are coerced where it is certain, unknown fields are ignored with a warning, and rows that fit are stored.',
  ),
  'datastore.upsert': requirement(
    'ours: contract',
    'A row with the values of a record in the unique columns changes that record, and what it does not name stays.',
  ),
  'datastore.filter': requirement(
    ['ours: contract', 'ours: promise S39'],
    'Filters compare literally, and contains ignores capitals; an unknown column or operator is 400 and named; no text of a filter, a sort or a name becomes SQL.',
  ),
  'datastore.pauses': requirement(
    'ours: behaviour',
    'The longest filter over a full collection of wide records never holds the event loop: it is asked in parts.',
    'long',
  ),
  'datastore.orders': requirement(
    'ours: behaviour',
    'Lists, pages and counts of a large collection that an order of its columns answers are those that reading every record gives.',
  ),
  'datastore.paging': requirement(
    'ours: contract',
    'Pages show each record once, also where many have the same value or none in the column they are sorted by.',
  ),
  'datastore.aggregates': requirement(
    'ours: contract',
    'Counts, sums, averages, smallest and largest values are computed over the records that fit, also by groups.',
  ),
  'datastore.changed-records': requirement(
    'ours: contract',
    'Records are changed and deleted by a filter; an empty filter is refused.',
  ),
  'datastore.subjects': requirement(
    'ours: contract',
    'A subject column takes the id of an entity or a name that fits exactly one; a merge moves its values, and moves them back.',
    'long',
  ),
  'datastore.limits': requirement(
    'ours: contract',
    'The limits of collections, columns, records, rows and bytes are refused by name, and then nothing is stored.',
  ),
  'datastore.names': requirement(
    'ours: promise S13',
    'A name of a collection that is a path, SQL or longer than possible names nothing.',
  ),
  'datastore.secrets': requirement(
    'ours: behaviour',
    'Values of secrets are masked before a record is written.',
    'long',
  ),
  'datastore.csv': requirement(
    'ours: behaviour',
    'Records written as CSV and read again are the same; texts do not become formulas in a spreadsheet, and numbers stay numbers.',
  ),
  'datastore.tools': requirement(
    'ours: contract',
    'The agent makes, fills, queries and changes collections; a deletion asks its owner, who is told how many records it reaches.',
  ),
  'datastore.terminal': requirement(
    'ours: behaviour',
    'svc data lists, shows, makes, fills, changes, exports, imports and deletes collections.',
    'long',
  ),
} satisfies Requirements;
