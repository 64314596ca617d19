import type { Migration } from '../../migrate.ts';

/** Of earlier calls nothing tells whether their price was known: they stay as they were shown. */
export const sideCallPriceKnown: Migration = {
  name: 'side-call-price-known',
  sql: 'ALTER TABLE side_calls ADD COLUMN price_known INTEGER NOT NULL DEFAULT 1;',
};
