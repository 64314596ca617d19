import type { CommandInput, CommandRow, Said } from './command.ts';

export interface ChangesVerbs {
  /** `thread`: null is all threads; `files`: only these, null is all files. */
  list(input: ChangesReview & { readonly json: boolean }): Promise<number>;
  /** `run`: only the changes held by this run; null is any run. */
  keep(input: ChangesReview & { readonly run: string | null }): Promise<number>;
  undo(input: ChangesReview & { readonly run: string | null }): Promise<number>;
}

export interface ChangesReview {
  readonly thread: string | null;
  readonly files: readonly string[] | null;
}

/** The implementations; each resolves to the exit code. */
interface Verbs {
  readonly changes: ChangesVerbs;
}

const onlyFiles = [
  { name: 'file', value: 'path', repeats: true },
  { name: 'files', value: 'path', many: true },
] as const;

const onlyRun = {
  name: 'run',
  value: 'id',
} as const;

const whichThread: Said = { name: 'thread' };

function changesMeant({ args: [thread], lists }: CommandInput): ChangesReview {
  const typed = [...(lists.get('file') ?? []), ...(lists.get('files') ?? [])];
  const files = typed.map((path) => path.replace(/^(?:\.\/+)+/u, ''));
  return {
    thread: thread === undefined || thread === 'all' ? null : thread,
    files: files.length === 0 ? null : files,
  };
}

const changesOfRun = (input: CommandInput) => ({
  ...changesMeant(input),
  run: input.options.get('run') ?? null,
});

const below: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'list',
    args: [{ ...whichThread, optional: true }],
    json: true,
    options: onlyFiles,
    handle: (verbs, input) => verbs.changes.list({ ...changesMeant(input), json: input.json }),
  },
  {
    kind: 'command',
    name: 'keep',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    handle: (verbs, input) => verbs.changes.keep(changesOfRun(input)),
  },
  {
    kind: 'command',
    name: 'undo',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    handle: (verbs, input) => verbs.changes.undo(changesOfRun(input)),
  },
];

export const changesets: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'changes',
    place: 4,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.changes.list({ thread: null, files: null, json }),
  },
];
