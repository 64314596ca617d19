// The longest tests, which `make test` leaves to `make test-all`: with them it exceeds ten minutes on two slow cores. A test file that is named on the command line always runs.
const LONG = [
  'tests/adapters/files/backup/restore-swap',
  'tests/adapters/files/erasure/erasing-kills',
  'tests/adapters/llm/(?:chat/cuts|counts\\.)',
  'tests/adapters/sqlite/(?:graph-hubs|history\\.|power-cut|wide-records)',
  'tests/architecture/wiring-mistakes',
  'tests/browser/',
  'tests/core/(?:merges/reversible|triggers/year|workflows/random-graphs)',
  'tests/e2e/backups/programs',
  'tests/e2e/backups/restore(?:-keeps|-refused|-running)?\\.',
  'tests/e2e/boot/(?:one-per-directory|ready)\\.',
  'tests/e2e/cli/(?:google|backup|changes|chat|chat-typing|config|contacts|data|erase|graph|install|older-node|provider|run|setup|status|task|trigger|verbs|workflow|workflow-paused)\\.',
  'tests/e2e/crash/(?!sigkill)',
  'tests/e2e/erasure/(?:killed|no-engine-after|reach|stubborn-run)',
  'tests/e2e/export/(?:command|import|import-refused|many)\\.',
  'tests/e2e/google/(?:backups-out-of-reach|disconnect|upload)',
  'tests/e2e/http/(?:api-store|attachments|backup-archive|changesets|fuzz|fuzz-tools|host|insights|limits|obedient-attacker|slow-readers|speech)\\.',
  'tests/e2e/migration/(?:hostile-way|refusals|resume)\\.',
  'tests/e2e/mcp/(?:files-and-batches|process|runs)\\.',
  'tests/e2e/providers/(?:attachments|delivered|keys-at-the-socket|trials)',
  'tests/e2e/secrets/long-secrets',
  'tests/e2e/tool-server/(?:files|restart)\\.',
  'tests/e2e/tool-servers/terminal',
  'tests/e2e/web/(?:forward|streams)\\.',
];

// What starts engines or servers for what the core's own tests try without: only what no other test would notice stays.
const THROUGH_AN_ENGINE = [
  'tests/adapters/files/(?:disk-workspace|reading)\\.',
  'tests/adapters/(?:google|tool-client)/',
  'tests/e2e/boot/(?!data-directory)',
  'tests/e2e/(?:backups|google|mcp|page|providers|tool-server|tool-servers|web)/',
  'tests/e2e/cli/(?!exit-codes)',
  'tests/e2e/http/(?!(?:abort|content-type|conventions|deleted-files|framing|health|live|memory-entries|no-store|origin|prompts|replays|run|secrets|sessions|threads|token|url-paths)\\.)',
];

export const isAll =
  process.env['TESTS'] === 'all' || process.argv.slice(2).some((given) => given.startsWith('tests/'));

const LATER = [...LONG, ...THROUGH_AN_ENGINE];

/** Patterns for jest. */
export const left = isAll ? [] : LATER;

const patterns = LATER.map((pattern) => new RegExp(pattern, 'u'));

/** Whether `make test` leaves out this file; the path begins with `tests/`. */
export const isLong = (path) => patterns.some((pattern) => pattern.test(path));
