import type { EntityKind } from '../../../../core/knowledge/graph/model.ts';

/** The tables of the graph in engine.db; the two tables of FTS5 and those of spelling are read by SQL alone. */
export interface GraphTables {
  entities: {
    entity_no: number;
    entity_id: string;
    kind: EntityKind;
    name: string;
    is_contact: number;
    mentions: number;
    created_at: number;
    updated_at: number;
    first_seen_at: number;
    last_seen_at: number;
    root: number;
    merged_into: number | null;
    merge_id: string | null;
    all_mentions: number;
    all_first_seen: number;
    all_last_seen: number;
    any_contact: number;
    seen_by: string | null;
    house_updated_at: number | null;
  };
  sources: { source: number; origin: string; run_id: string; thread_id: string; tool: string };
  names: {
    name_no: number;
    entity_no: number;
    text: string;
    key: string;
    source: number;
    created_at: number;
    superseded_at: number | null;
    hides: number;
    seen_by: string | null;
  };
  facts: {
    fact_no: number;
    fact_id: string;
    entity_no: number;
    attribute: string;
    value: string | null;
    key: string | null;
    confidence: number;
    source: number;
    created_at: number;
    superseded_at: number | null;
    superseded_by: number | null;
    seen_by: string | null;
  };
  relations: {
    relation_no: number;
    relation_id: string;
    kind: string;
    from_no: number;
    to_no: number;
    since: string | null;
    until: string | null;
    confidence: number;
    source: number;
    created_at: number;
    superseded_at: number | null;
    superseded_by: number | null;
    seen_by: string | null;
  };
  entity_imports: {
    entity_no: number;
    source: number;
    made_contact: number;
    name_before: string | null;
    name_given: string | null;
    created_at: number;
  };
  graph_counts: { what: string; count: number };
  erased_entities: { entity_id: string };
  graph_marks: { mark: string; value: string };
  mentions: { entity_no: number; entry_id: string; created_at: number; seen_by: string | null };
}

/** The tables of engine.db after the latest migration. */
export type EngineSchema = GraphTables;
