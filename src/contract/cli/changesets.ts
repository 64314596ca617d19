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
  {
    name: 'file',
    value: 'path',
    repeats: true,
    summary: 'only this file; repeat it for several files; the others stay unreviewed',
  },
  {
    name: 'files',
    value: 'path',
    many: true,
    summary: 'the same for all following words, so put the thread before it',
  },
] as const;

const threadFirst = {
  argument: 'put it before --files, which takes all following words, or name each file with --file',
};

const onlyRun = {
  name: 'run',
  value: 'id',
  summary:
    'only the changes that the list shows under this run; nothing is reviewed if a later run has changed more since',
} as const;

const ABOUT_RUNS = `
This decides all that waits at that moment, which may be more than an earlier list showed. The list names the thread
and the run of all changes; with both, nothing is decided that a later run has changed:
  svc changes keep <thread> --run <id>`;

const whichThread: Said = { name: 'thread', summary: 'the id of a thread from the list, or all' };

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
    summary: 'Print the unreviewed changes of runs to the workspace, with diffs.',
    args: [{ ...whichThread, optional: true }],
    json: true,
    options: onlyFiles,
    handle: (verbs, input) => verbs.changes.list({ ...changesMeant(input), json: input.json }),
  },
  {
    kind: 'command',
    name: 'keep',
    summary: 'Keep the changes; they cannot be undone afterwards.',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    hints: threadFirst,
    help: ABOUT_RUNS,
    handle: (verbs, input) => verbs.changes.keep(changesOfRun(input)),
  },
  {
    kind: 'command',
    name: 'undo',
    summary: 'Undo the changes: every file becomes what it was before. Later changes by others stay.',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    hints: threadFirst,
    help: ABOUT_RUNS,
    handle: (verbs, input) => verbs.changes.undo(changesOfRun(input)),
  },
];

export const changesets: readonly CommandRow<Verbs>[] = [
  {
    kind: 'command',
    name: 'changes',
    summary: 'Print the unreviewed changes of runs to the workspace; keep or undo them.',
    place: 4,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.changes.list({ thread: null, files: null, json }),
  },
];
