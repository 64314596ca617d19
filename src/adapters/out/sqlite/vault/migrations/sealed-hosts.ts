import type { Migration } from '../../migrate.ts';

/** The hosts that a secret is sealed for. What is there was sealed without any: the next start with the key seals it anew. */
export const sealedHosts: Migration = {
  name: 'sealed-hosts',
  sql: 'ALTER TABLE secrets ADD COLUMN hosts_json TEXT',
};
