import type { Migration } from '../../migrate.ts';

/** What the end of the engine closed is found without reading all questions that were ever asked. */
export const leftPrompts: Migration = {
  name: 'left-prompts',
  sql: `CREATE INDEX prompts_expired ON prompts (settled_at) WHERE state = 'expired';`,
};
