// `make test-postgres`: the e2e tests that touch data most, once more with the data in PostgreSQL. `make test-all` ends with it.
import { spawnSync } from 'node:child_process';
import { isPostgresInstalled, withoutPostgres } from './postgres.mjs';

/**
 * What is left out looks into the files of a data directory, has nothing to do with data, starts dozens of engines, or moves the
 * clock by hand: the engine's patience with its server counts by that clock, and the server does not know it.
 */
const HTTP = [
  'agents',
  'api-store',
  'artifacts',
  'assistants',
  'attachments',
  'changesets',
  'collections',
  'collections-tools',
  'compact',
  'config',
  'contacts',
  'conversation-files',
  'debug-export',
  'folders',
  'forks',
  'graph',
  'handover',
  'idempotency',
  'insights',
  'instructions',
  'memory',
  'memory-entries',
  'nasty-text',
  'prompts',
  'queue',
  'removal',
  'replay',
  'run',
  'sessions',
  'starters',
  'tags',
  'tasks',
  'thread-search',
  'thread-tools',
  'titles',
  'tool-effects',
  'workflows',
];

const KEEPING = [
  'backups/restore',
  'backups/restore-refused',
  'export/import',
  'migration/migration',
  'past/imports',
];

/** Of the other ways in: what they leave in the data, and whose it is. */
const OTHER_WAYS = [
  'cli/assistants',
  'cli/consent',
  'cli/data',
  'cli/decided',
  'cli/graph',
  'cli/people',
  'cli/tags',
  'cli/task',
  'cli/threads',
  'cli/workflow',
  'faces/people',
  'faces/responses',
  'mcp/secrets',
  'people/tried',
  'people/while-erasing',
  'people/whose-rows',
  'providers/own-thoughts',
  'providers/switch',
  'tool-server/people',
  'tool-server/restart',
];

const files = [...HTTP.map((name) => `http/${name}`), ...KEEPING, ...OTHER_WAYS].map(
  (name) => `tests/e2e/${name}.test.ts`,
);

if (isPostgresInstalled) {
  const { status } = spawnSync('npm', ['test', '--', ...files, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, STORAGE: 'postgres' },
  });
  process.exitCode = status ?? 1;
} else withoutPostgres();
