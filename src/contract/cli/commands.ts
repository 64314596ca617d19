/** What can be typed after `node dist/index.js`, as data (contract §5). */

/** What the verbs do; each resolves to the exit code. Data goes to stdout, everything else to stderr. */
export interface Verbs {
  run(input: { readonly task: string; readonly json: boolean }): Promise<number>;
  status(input: { readonly json: boolean }): Promise<number>;
  openapi(): Promise<number>;
}

export interface CommandRow {
  readonly kind: 'command';
  readonly name: string;
  readonly does: string;
  readonly argument?: { readonly name: string; readonly does: string };
  /** Whether it reads, and so can print JSON. */
  readonly json?: true;
  readonly handle: (
    verbs: Verbs,
    input: { readonly argument: string; readonly json: boolean },
  ) => Promise<number>;
}

export const commands: readonly CommandRow[] = [
  {
    kind: 'command',
    name: 'run',
    does: 'Run one task and print the answer, in the running engine or, without one, in this process.',
    argument: { name: 'task', does: 'what to do, in words' },
    json: true,
    handle: (verbs, { argument, json }) => verbs.run({ task: argument, json }),
  },
  {
    kind: 'command',
    name: 'status',
    does: 'Say whether an engine is running for this data directory, and what it does.',
    json: true,
    handle: (verbs, { json }) => verbs.status({ json }),
  },
  {
    kind: 'command',
    name: 'openapi',
    does: 'Print the OpenAPI document of the HTTP API.',
    handle: (verbs) => verbs.openapi(),
  },
];

/** 0 done, 1 refused, 2 used wrongly, 70 our fault, 78 set up in a way that cannot work (sysexits.h). */
export const EXIT = { done: 0, refused: 1, usage: 2, fault: 70, setup: 78 } as const;
