import type { Migration } from '../../migrate.ts';
import { owned } from './whose.ts';

/** Whose each artifact is, and whether everybody reads it. */
export const whoseArtifacts: Migration = {
  name: 'whose-artifacts',
  sql: `
    ${owned('artifacts')}
    ALTER TABLE artifacts ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
  `,
};
