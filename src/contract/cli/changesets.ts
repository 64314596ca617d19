import type { CommandInput, CommandRow, Said } from './command.ts';

export interface ChangesVerbs {
  /** `thread`: null is all of them; `files`: only these, null is all of them. */
  list(input: ChangesReview & { readonly json: boolean }): Promise<number>;
  /** `run`: only what this run holds; null is any run. */
  keep(input: ChangesReview & { readonly run: string | null }): Promise<number>;
  undo(input: ChangesReview & { readonly run: string | null }): Promise<number>;
}

export interface ChangesReview {
  readonly thread: string | null;
  readonly files: readonly string[] | null;
}

/** What carries them out; each resolves to the exit code. */
interface Verbs {
  readonly changes: ChangesVerbs;
}

const onlyFiles = [
  {
    name: 'file',
    value: 'path',
    repeats: true,
    does: 'only this file; give it several times for several files, and the rest goes on waiting',
  },
  {
    name: 'files',
    value: 'path',
    many: true,
    does: 'the same for all words that follow, so put the thread before it',
  },
] as const;

const threadFirst = {
  argument: 'put it before --files, which takes all words that follow, or name each file with --file',
};

const onlyRun = {
  name: 'run',
  value: 'id',
  does: 'only what the list shows under this run; nothing is decided if a later run has changed more since',
} as const;

const ABOUT_RUNS = `
This decides all that waits at that moment, which may be more than an earlier list showed. The list names the thread
and the run of all changes; with both, nothing is decided that a later run has changed:
  svc changes keep <thread> --run <id>`;

const whichThread: Said = { name: 'thread', does: 'the id of a thread, as the list names it, or all' };

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
    does: 'Print what runs have changed in the workspace and is not reviewed yet, with its diffs.',
    args: [{ ...whichThread, optional: true }],
    json: true,
    options: onlyFiles,
    handle: (verbs, input) => verbs.changes.list({ ...changesMeant(input), json: input.json }),
  },
  {
    kind: 'command',
    name: 'keep',
    does: 'Keep the changes; after that they cannot be taken back.',
    args: [whichThread],
    options: [...onlyFiles, onlyRun],
    hints: threadFirst,
    help: ABOUT_RUNS,
    handle: (verbs, input) => verbs.changes.keep(changesOfRun(input)),
  },
  {
    kind: 'command',
    name: 'undo',
    does: 'Take the changes back: every file is as it was before. What others have changed since stays.',
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
    does: 'Print what runs have changed in the workspace and is not reviewed yet; keep it, or take it back.',
    place: 4,
    json: true,
    commands: below,
    handle: (verbs, { json }) => verbs.changes.list({ thread: null, files: null, json }),
  },
];
