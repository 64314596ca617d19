import type { GraphChange, GraphStore } from '../../../../core/knowledge/graph/store.ts';
import { graphSections } from './graph-sections.ts';
import { graphReads } from './graph-reads.ts';
import { graphSteps } from './graph-steps.ts';
import { graph as migration } from './migrations/graph.ts';
import type { Part } from './part.ts';
import type { GraphTables } from './schema.ts';

export const graph: Part<GraphTables, GraphChange, { readonly graph: GraphStore }> = {
  migration,
  exported: graphSections,
  ids: [
    ['entities', 'entity_id'],
    ['facts', 'fact_id'],
    ['relations', 'relation_id'],
  ],
  steps: () => graphSteps,
  reads: (db) => ({ graph: graphReads(db) }),
};
