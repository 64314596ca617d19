import type { Migration } from '../../migrate.ts';

/** Prompts for a secret: its name, its kind and where it will be sent. Never its value. */
export const secretPrompts: Migration = {
  name: 'secret-prompts',
  sql: 'ALTER TABLE prompts ADD COLUMN secret_json TEXT;',
};
