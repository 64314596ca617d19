import type { Migration } from '../../migrate.ts';

/** Of earlier runs nothing tells how their cost was computed: it counts as estimated. */
export const runPriceKnown: Migration = {
  name: 'run-price-known',
  sql: 'ALTER TABLE runs ADD COLUMN price_known INTEGER NOT NULL DEFAULT 0;',
};
