import { createHash } from 'node:crypto';

/**
 * `STORAGE=postgres npm test -- tests/e2e/…` runs the same tests on PostgreSQL: each data directory has a schema of its own on one
 * server, which config/tooling/storage-of-tests.mjs starts before them and names here.
 */
const url = process.env['STORAGE_OF_TESTS'];

/** What says to the engine of this data directory where its data is. */
export const storageOf = (dataDir: string | undefined): Record<string, string> =>
  url === undefined || dataDir === undefined
    ? {}
    : {
        SVC_STORAGE_URL: url,
        SVC_STORAGE_SCHEMA: `of_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`,
      };
