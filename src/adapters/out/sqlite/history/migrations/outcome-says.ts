import type { Migration } from '../../migrate.ts';

/** What became of work as data, beside the English of it. */
export const outcomeSays: Migration = {
  name: 'outcome-says',
  sql: `
    ALTER TABLE triggers ADD COLUMN paused_says_json TEXT;
    ALTER TABLE fires ADD COLUMN reason_says_json TEXT;
    ALTER TABLE notices ADD COLUMN title_says_json TEXT;
    ALTER TABLE notices ADD COLUMN text_says_json TEXT;
    ALTER TABLE tasks ADD COLUMN problem_says_json TEXT;
  `,
};
