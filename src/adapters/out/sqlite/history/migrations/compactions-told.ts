import type { Migration } from '../../migrate.ts';

/**
 * When a run announced a summary; null if none has. An existing summary counts as announced if messages were added
 * after it.
 */
export const compactionsTold: Migration = {
  name: 'compactions-told',
  sql: `
    ALTER TABLE compactions ADD COLUMN told_at INTEGER;
    UPDATE compactions SET told_at = created_at
      WHERE EXISTS (
        SELECT 1 FROM messages
        WHERE messages.thread_id = compactions.thread_id AND messages.created_at > compactions.created_at
      );
  `,
};
