import { refusals } from '../../kernel/refusal.ts';
import type { CollectionProblems } from './says.ts';

export const refuse = refusals<CollectionProblems>()('collections', {
  collection_not_found: 'not_found',
  collection_exists: 'conflict',
  collection_has_records: 'conflict',
  collection_changed: 'conflict',
  invalid_collection: 'invalid',
  reserved_name: 'invalid',
  too_many_collections: 'impossible',
  too_many_columns: 'invalid',
  too_many_rows: 'invalid',
  too_many_records: 'impossible',
  collections_full: 'impossible',
  record_exists: 'conflict',
  record_too_large: 'too_large',
  invalid_record: 'invalid',
  unknown_column: 'invalid',
  unknown_operator: 'invalid',
  invalid_filter: 'invalid',
  empty_filter: 'invalid',
  invalid_sort: 'invalid',
  csv_unreadable: 'invalid',
  invalid_aggregate: 'invalid',
});
