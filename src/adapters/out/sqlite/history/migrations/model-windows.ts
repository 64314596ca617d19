import type { Migration } from '../../migrate.ts';

/** The context windows that models have shown to have. */
export const modelWindows: Migration = {
  name: 'model-windows',
  sql: `
    CREATE TABLE model_windows (
      endpoint      TEXT NOT NULL,
      model_id      TEXT NOT NULL,
      stated_tokens INTEGER NOT NULL,
      tokens        INTEGER NOT NULL,
      at            INTEGER NOT NULL,
      PRIMARY KEY (endpoint, model_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
