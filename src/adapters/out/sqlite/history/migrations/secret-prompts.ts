import type { Migration } from '../../migrate.ts';

/** Prompts that ask for a secret: its name, what kind it is and where it is to go. Its value is never here. */
export const secretPrompts: Migration = {
  name: 'secret-prompts',
  sql: 'ALTER TABLE prompts ADD COLUMN secret_json TEXT;',
};
