import type { Migration } from '../../migrate.ts';

/** Of earlier steps that cost something nothing tells how that was computed: it counts as estimated. */
export const workflowPriceKnown: Migration = {
  name: 'workflow-price-known',
  sql: `
    ALTER TABLE workflow_runs ADD COLUMN price_known INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE workflow_steps ADD COLUMN price_known INTEGER NOT NULL DEFAULT 1;
    UPDATE workflow_runs SET price_known = 0 WHERE cost_usd > 0;
    UPDATE workflow_steps SET price_known = 0 WHERE cost_usd > 0;
  `,
};
