import type { Generated } from 'kysely';
import type { StoredValue } from '../../../../core/knowledge/collections/model.ts';
import type { SlotColumn } from './slots.ts';
import type { Stage } from '../../../../core/knowledge/contacts/model.ts';

export interface CollectionTables {
  collections: {
    collection_no: Generated<number>;
    name: string;
    description: string | null;
    columns_json: string;
    emptying_json: string;
    record_count: number;
    bytes: number;
    next_no: number;
    created_at: number;
    updated_at: number;
    dropped_at: number | null;
  };
  records: RecordTable;
  record_subjects: { subject_no: Generated<number>; record_no: number; slot: number; entity_id: string };
}

export type RecordTable = {
  record_no: number;
  record_id: string;
  collection_no: number;
  record_key: string | null;
  bytes: number;
  created_at: number;
  updated_at: number;
} & { [Name in SlotColumn]: StoredValue };

export interface ContactTables {
  interactions: {
    interaction_no: Generated<number>;
    interaction_id: string;
    entity_id: string;
    type: string;
    channel: string | null;
    summary: string;
    at: number;
  };
  deals: {
    deal_no: Generated<number>;
    deal_id: string;
    entity_id: string;
    title: string;
    title_key: string;
    value: number | null;
    currency: string | null;
    stage: Stage;
    next_action: string | null;
    due_at: number | null;
    change_no: number;
    created_at: number;
    updated_at: number;
  };
}

export interface MoveTables {
  moved_rows: { merge_id: string; place: string; row_id: string };
  row_moves: { merge_id: string; from_id: string; to_id: string };
}

/** A value that a record has in a column: `has_value` tells 0 and none apart. */
export interface OrderTables {
  ordered_columns: { collection_no: number; slot: number; placed_to: number | null };
  record_order: {
    collection_no: number;
    slot: number;
    has_value: number;
    value: string | number;
    record_no: number;
    is_whole: number;
  };
}

/** The tables of datastore.db after the latest migration. */
export interface DatastoreSchema extends CollectionTables, ContactTables, MoveTables, OrderTables {}
