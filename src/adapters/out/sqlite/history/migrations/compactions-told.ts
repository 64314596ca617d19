import type { Migration } from '../../migrate.ts';

/**
 * When a run has told of a summary; null while none has. Of those that are there, all but the ones behind which nothing has
 * been said were told by the run that came next.
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
