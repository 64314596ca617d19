// The longest tests, which `make test` leaves to `make test-all`: with them it takes many times as long. A test file that is named on the command line always runs.
const LATER = [
  'tests/adapters/files/(?:atomic-write|backup/restore-swap|config-files|disk-workspace|erasure/erasing-kills)',
  'tests/adapters/google/(?:deletion|root-folder|upload-faults|upload-kills)\\.',
  'tests/adapters/llm/any-bytes\\.',
  'tests/adapters/postgres/(?:copied-rows|copied-storage|memory-search|random-lists|restore|round-trips|thread-search)\\.',
  'tests/adapters/sqlite/(?:collections|graph-hubs|power-cut|wide-records)\\.',
  'tests/adapters/system/winston-log',
  'tests/adapters/tool-client/(?:commands|eras|program-limits|strangers)',
  'tests/architecture/wiring-mistakes',
  'tests/browser/',
  'tests/core/knowledge/memory/many\\.',
  'tests/core/automation/triggers/(?:watch|year)',
  'tests/core/automation/workflows/kill-sweep',
  'tests/e2e/backups/(?:both-storages|foreign-json|hostile-database|missing-folder|programs|restore|triggered)',
  'tests/e2e/boot/(?:boot-twice|container|data-directory|faults|migration-backup|modes|one-per-directory|ready|storage|young-generation)\\.',
  'tests/e2e/cli/(?!decided|waiting)',
  'tests/e2e/crash/(?!disk-full|failed-sync)',
  'tests/e2e/erasure/(?:in-postgres|killed|no-engine-after|reach|refused|stubborn-run)',
  'tests/e2e/export/(?:command|export|import|import-refused|many)\\.',
  'tests/e2e/faces/acp/',
  'tests/e2e/google/(?:backups-out-of-reach|connection|disconnect|drive-tools|new-machine|upload|upload-edges|upload-restore)\\.',
  'tests/e2e/http/(?:attachments|backup-archive|backups|batches|fuzz|fuzz-tools|large-texts|nasty-text|no-store|obedient-attacker|process|slow-readers|speech|url-paths|web-search)\\.',
  'tests/e2e/mcp/(?:files-and-batches|process|runs)\\.',
  'tests/e2e/migration/',
  'tests/e2e/past/command\\.',
  'tests/e2e/people/(?:injected-page|year)\\.',
  'tests/e2e/providers/(?:delivered|keys-at-the-socket|trials)',
  'tests/e2e/release/',
  'tests/e2e/secrets/(?:long-secrets|secret-scan)',
  'tests/e2e/tool-server/(?:files|limits|restart)\\.',
  'tests/e2e/tool-servers/(?:calls|terminal)',
  'tests/e2e/web/(?:forward|mode|streams)\\.',
  'tests/page/markdown-hostile',
];

const isNamed = process.argv.slice(2).some((given) => given.startsWith('tests/'));

// The workers of jest do not see its arguments, and tests decide by it how much they try: see tests/harness/thinned.ts.
if (isNamed) process.env['TESTS'] = 'all';

/** What is asked for: `all` tests, all but those in the browser (`long`), or those of `make test`. */
export const asked = ['all', 'long'].find((tests) => process.env['TESTS'] === tests) ?? 'quick';

/** Patterns for jest. */
export const left = { all: [], long: ['tests/browser/'], quick: LATER }[asked];

const patterns = LATER.map((pattern) => new RegExp(pattern, 'u'));

/** Whether `make test` leaves out this file; the path begins with `tests/`. */
export const isLong = (path) => patterns.some((pattern) => pattern.test(path));
