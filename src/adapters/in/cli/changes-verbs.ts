import type { CommandInput } from '../../../contract/cli/command.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import type { AtTerminal, Ended, OwnCode, OwnCodes } from './at-terminal.ts';
import type { EngineClient } from './attach.ts';
import { changesInWords, type PendingChanges } from './changes-text.ts';
import { pendingSets, type PendingSets } from './pending-sets.ts';
import { reviewSets, type ReviewAction, type ReviewedSet, type SetToReview } from './review-sets.ts';
import { visibleOnOneLine } from './terminal-text.ts';

/** What a command line means. Null: all threads, all files, any run. */
interface Meant {
  readonly thread: string | null;
  readonly files: readonly string[] | null;
  readonly run: string | null;
}

function meantBy({ args: [thread], lists, options }: CommandInput): Meant {
  const typed = [...(lists.get('file') ?? []), ...(lists.get('files') ?? [])];
  const files = typed.map((path) => path.replace(/^(?:\.\/+)+/u, ''));
  return {
    thread: thread === undefined || thread === 'all' ? null : thread,
    files: files.length === 0 ? null : files,
    run: options.get('run') ?? null,
  };
}

const over = (at: AtTerminal, act: (client: EngineClient) => Promise<Ended>): Promise<number> =>
  at.over(
    {
      engine: at.attachedOrLooking,
      whenGone: sayOf('gone.changes'),
      whenNothing: sayOf('nothing.thread_with_changes'),
    },
    ({ client }) => act(client),
  );

/** What a person decides about, with what would be invisible in it. */
const tellVisibly = ({ err }: AtTerminal, line: string) => err(`${visibleOnOneLine(line)}\n`);

/** @returns whether all could be listed */
function tellUnlisted(at: AtTerminal, { unlisted }: PendingSets): boolean {
  for (const { title, why } of unlisted) tellVisibly(at, `svc: “${title}”: ${why}`);
  return unlisted.length === 0;
}

/** @returns whether all of it was done */
function tellReviewed(
  at: AtTerminal,
  { set, done, left, refused }: ReviewedSet,
  action: ReviewAction,
): boolean {
  const of = `“${set.title}”`;
  if (refused === null || done > 0) tellVisibly(at, at.tell(DONE[action], { of, files: done }));
  for (const { path, reason } of left) tellVisibly(at, `svc: ${path}: ${reason}`);
  if (refused !== null) tellVisibly(at, `svc: ${of}: ${refused}`);
  return refused === null && left.length === 0;
}

/** The sets to review, with the files of each; null when there are none, after saying why. */
function setsMeant(
  at: AtTerminal,
  found: readonly PendingChanges[],
  { files, run }: Meant,
): readonly SetToReview[] | null {
  const { tell } = at;
  const sets = found.filter(({ runId }) => run === null || runId === run.toLowerCase());
  const known = new Set(sets.flatMap((set) => set.files.map(({ path }) => path)));
  const unknown = [...new Set(files)].filter((path) => !known.has(path));
  if (run !== null && sets.length === 0)
    tellVisibly(at, `svc: ${tell('terminal.changes_taken_over', { run })}`);
  else for (const path of unknown) tellVisibly(at, `svc: ${tell('terminal.not_among_changes', { path })}`);
  if ((run !== null && sets.length === 0) || unknown.length > 0) {
    at.say(tell('terminal.nothing_done'));
    return null;
  }
  return sets.flatMap((set) => {
    const only = files && set.files.map(({ path }) => path).filter((path) => files.includes(path));
    return only?.length === 0 ? [] : [{ set, files: only }];
  });
}

const review =
  (action: ReviewAction): OwnCode =>
  (at, input) =>
    over(at, async (client) => {
      const asked = meantBy(input);
      const found = await pendingSets(client, asked.thread);
      let allWell = tellUnlisted(at, found);
      const sets = setsMeant(at, found.sets, asked);
      if (sets === null) return EXIT.refused;
      if (found.sets.length === 0 && allWell) at.say(at.tell('terminal.no_changes'));
      for (const reviewed of await reviewSets(client, sets, action))
        if (!tellReviewed(at, reviewed, action)) allWell = false;
      return allWell ? EXIT.done : EXIT.refused;
    });

/** `svc changes`: lists the changes of runs, whichever client started them, and keeps or undoes them. */
export const changesVerbs = {
  'changes list': (at, input) =>
    over(at, async (client) => {
      const { say, tell } = at;
      const { thread, files } = meantBy(input);
      const found = await pendingSets(client, thread);
      const allWell = tellUnlisted(at, found);
      const isMeant = (path: string) => files === null || files.includes(path);
      const sets = found.sets
        .map((set) => ({ ...set, files: set.files.filter(({ path }) => isMeant(path)) }))
        .filter((set) => files === null || set.files.length > 0);
      if (input.json) at.printJson({ changes: sets });
      else {
        for (const set of sets) {
          at.out(`${changesInWords(set, tell)}\n`);
          if (set.files.length === 0) say(tell('terminal.equal_files'));
        }
        if (sets.length > 0) say(tell('terminal.how_to_review'));
        else if (allWell) say(tell('terminal.no_changes'));
      }
      return allWell ? EXIT.done : EXIT.refused;
    }),
  'changes keep': review('accept'),
  'changes undo': review('rollback'),
} satisfies OwnCodes;

const DONE = { accept: 'terminal.changes_kept', rollback: 'terminal.changes_undone' } as const;
