import type { GraphChange, GraphStores } from '../../../../core/knowledge/graph/store.ts';
import { graphSections } from './graph-sections.ts';
import { graphStores } from './graph-stores.ts';
import { graphStepsWith } from './graph-steps.ts';
import { graph as migration } from './migrations/graph.ts';
import type { PersonKeys } from '../../sql/person-keys.ts';
import type { Part } from './part.ts';
import type { GraphTables } from './schema.ts';

export const graphWith = (
  keys: PersonKeys,
): Part<GraphTables, GraphChange, { readonly graph: GraphStores }> => ({
  migration,
  exported: graphSections,
  ids: [
    ['entities', 'entity_id'],
    ['facts', 'fact_id'],
    ['relations', 'relation_id'],
  ],
  steps: (db) => graphStepsWith(db, keys),
  reads: (db) => ({ graph: graphStores(db, keys) }),
});
