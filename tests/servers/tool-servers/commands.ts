import { fileURLToPath } from 'node:url';

const program = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

/** Runs TypeScript as it is. */
const node = (name: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  program(name),
  ...args,
];

/** Commands of tool servers, as an owner would configure them. Each starts a program of its own. */
export const fakeCommands = {
  /**
   * Has the tools `echo`, `environment` (its variables, folder and further arguments), `ask` (a form) and `end` (with the
   * code 3, and a line on stderr). It speaks revision 2026-07-28 and older ones, or older ones alone.
   */
  good: (speaks: 'both' | 'older' = 'both', ...args: readonly string[]) => node('good.ts', speaks, ...args),
  /** Of revision 2025-06-18. It ends when it is greeted in a newer one. */
  strict: () => node('strict.ts'),
  /** Starts two children, one outside its group; all ignore the end of their input, and SIGTERM. `file` gets the process ids. */
  stubborn: (file: string) => ['sh', program('stubborn.sh'), file],
  /** Answers with a line that never ends. */
  endlessLine: () => node('endless-line.ts'),
  /** Ends at once, with some words on stderr. */
  deadAtStart: () => ['sh', '-c', 'echo "no such table" >&2; exit 7'],
  /** Allocates memory without end, starts many processes, or writes a file of 9 GB that takes no room. */
  wild: (how: 'allocates' | 'forks' | 'writes', ...args: readonly string[]) => [
    'sh',
    program('wild.sh'),
    how,
    ...args,
  ],
  /** Opens files until it may open no more, and says how many those were. */
  opening: () => [
    process.execPath,
    '-e',
    'let n = 0; try { for (;;) { require("fs").openSync("/dev/null"); n++; } } catch (e) { console.error(e.code + " error after", n); process.exit(9); }',
  ],
  missing: () => ['svc-no-such-program'],
} as const;
