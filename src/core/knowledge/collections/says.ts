import { saying, type Plain, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

export interface CollectionSays {
  /** `of`: how many the collection has. */
  'records.delete': { count: number; of: number; collection: string; filter: QuotedValue };
}

/** Why something is refused. */
export interface CollectionProblems extends Plain<
  | 'collections.collection_not_found'
  | 'collections.collection_exists'
  | 'collections.collection_changed'
  | 'collections.record_exists'
  | 'collections.empty_filter'
  | 'collections.csv_unreadable'
  | 'collections.other_order'
  | 'collections.not_as_shown'
  | 'collections.filter_or'
  | 'collections.filter_or_empty'
  | 'collections.filter_form'
  | 'collections.result_name'
  | 'collections.no_object'
  | 'collections.secret_name'
  | 'collections.no_reference'
  | 'collections.is_key_taken'
  | 'collections.no_values'
  | 'collections.takes_boolean'
  | 'collections.takes_text'
  | 'collections.takes_entity'
  | 'collections.not_json'
  | 'collections.not_entities'
  | 'collections.takes_value'
> {
  'collections.collection_has_records': { name: string; recordCount: number };
  'collections.invalid_collection': { most: number };
  'collections.reserved_collection': { name: string };
  'collections.reserved_column': { name: string };
  'collections.too_many_collections': { most: number; isShare: boolean };
  'collections.too_many_columns': { most: number };
  'collections.too_many_rows': { most: number };
  'collections.too_many_records': { most: number };
  'collections.collections_full': { mb: number; isShare: boolean };
  'collections.record_too_large': { kb: number };
  'collections.unique_column': { column: string };
  'collections.one_event_time': { column: string };
  'collections.no_date': { column: string };
  'collections.never_unique': { column: string; type: string };
  'collections.late_unique': { column: string };
  'collections.column_name': { name: Quoted; most: number };
  'collections.two_columns': { name: string };
  'collections.unknown_column': { name: Quoted; columns: readonly string[] };
  'collections.unreadable': { why: Says };
  'collections.column_twice': { name: Quoted };
  'collections.too_many_unique': { most: number };
  'collections.filter_depth': { most: number };
  'collections.filter_about': { column: string };
  'collections.filter_conditions': { most: number };
  'collections.filter_value': { column: string; why: Says };
  'collections.filter_operator': { column: string; operator: string; why: Says };
  'collections.sort_by': { column: string; type: string };
  'collections.unknown_operator': { column: string; operator: Quoted; operators: readonly string[] };
  'collections.needs_column': { kind: string };
  'collections.not_computed': { kind: string; column: string; type: string };
  'collections.not_grouped': { column: string };
  'collections.two_results': { name: string };
  'collections.group_sort': { names: readonly string[] };
  'collections.value': { column: string; why: Says };
  'collections.names': { reference: Quoted; why: readonly Says[]; ids: readonly string[] };
  'collections.empty_key': { column: string };
  'collections.long_key': { most: number };
  'collections.is_large': { kb: number };
  'collections.fields': { fields: number; columns: number };
  'collections.is_not': { value: QuotedValue; needed: 'string' | 'number' | 'date' | 'boolean' };
  'collections.deep': { most: number };
  'collections.zeros': { value: QuotedValue };
  'collections.too_exact': { value: QuotedValue };
  'collections.takes_texts': { type: string };
  'collections.takes_short_text': { most: number };
  'collections.takes_list': { most: number };
  'collections.takes_ordered': { type: string };
  'collections.stopped': { rows: number };
  'collections.no_zone': { value: QuotedValue };
}

/** Warnings: where what an insert stored differs from what was written. */
export interface CollectionWarningProblems extends Plain<'collections.in_head'> {
  'collections.no_column': { name: Quoted; place: Says };
  'collections.first_in_row': { row: number };
  'collections.comma': { column: string; number: Quoted };
  'collections.unknown_ids': { rows: number };
}

export const say = saying<CollectionSays & CollectionProblems & CollectionWarningProblems>();
