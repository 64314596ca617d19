import type { Tell } from '../../../contract/words/says.ts';
import type { ChangesVerbs } from '../../../contract/cli/changesets.ts';
import { EXIT } from '../../../contract/cli/command.ts';
import type { Attached } from './attach.ts';
import { changesInWords, type PendingChanges } from './changes-text.ts';
import { pendingSets, type PendingSets } from './pending-sets.ts';
import { reviewSets, type ReviewAction, type ReviewedSet, type SetToReview } from './review-sets.ts';
import { visibleOnOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface ChangesVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
}

type Reviewing = Parameters<ChangesVerbs['keep']>[0];

/** `svc changes`: lists the changes of runs, whichever client started them, and keeps or undoes them. */
export function changesVerbs({ attachedOrOwn, out, err, tell }: ChangesVerbDeps): ChangesVerbs {
  const say = (line: string) => err(`${visibleOnOneLine(line)}\n`);
  const ask = withEngine({
    attachedOrOwn,
    err,
    tell,
    whenGone: sayOf('gone.changes'),
    whenNothing: sayOf('nothing.thread_with_changes'),
  });

  /** @returns whether all could be listed */
  const tellUnlisted = ({ unlisted }: PendingSets): boolean => {
    for (const { title, why } of unlisted) say(`svc: “${title}”: ${why}`);
    return unlisted.length === 0;
  };

  /** @returns whether all of it was done */
  function tellReviewed({ set, done, left, refused }: ReviewedSet, action: ReviewAction): boolean {
    const of = `“${set.title}”`;
    if (refused === null || done > 0) say(tell(sayOf(DONE[action], { of, files: done })));
    for (const { path, reason } of left) say(`svc: ${path}: ${reason}`);
    if (refused !== null) say(`svc: ${of}: ${refused}`);
    return refused === null && left.length === 0;
  }

  /** The sets to review, with the files of each; null when there are none, after saying why. */
  function meant(found: readonly PendingChanges[], { files, run }: Reviewing): readonly SetToReview[] | null {
    const sets = found.filter(({ runId }) => run === null || runId === run.toLowerCase());
    const known = new Set(sets.flatMap((set) => set.files.map(({ path }) => path)));
    const unknown = [...new Set(files)].filter((path) => !known.has(path));
    if (run !== null && sets.length === 0) say(`svc: ${tell(sayOf('terminal.changes_taken_over', { run }))}`);
    else for (const path of unknown) say(`svc: ${tell(sayOf('terminal.not_among_changes', { path }))}`);
    if ((run !== null && sets.length === 0) || unknown.length > 0) {
      say(tell(sayOf('terminal.nothing_done')));
      return null;
    }
    return sets.flatMap((set) => {
      const only = files && set.files.map(({ path }) => path).filter((path) => files.includes(path));
      return only?.length === 0 ? [] : [{ set, files: only }];
    });
  }

  const review = async (action: ReviewAction, asked: Reviewing): Promise<number> => {
    let allWell = true;
    const code = await ask(async ({ client }) => {
      const found = await pendingSets(client, asked.thread);
      allWell = tellUnlisted(found);
      const sets = meant(found.sets, asked);
      if (sets === null) {
        allWell = false;
        return;
      }
      if (found.sets.length === 0 && allWell) say(tell(sayOf('terminal.no_changes')));
      for (const reviewed of await reviewSets(client, sets, action))
        if (!tellReviewed(reviewed, action)) allWell = false;
    });
    return code === EXIT.done && !allWell ? EXIT.refused : code;
  };

  return {
    list: async ({ thread, files, json }) => {
      let allWell = true;
      const code = await ask(async ({ client }) => {
        const found = await pendingSets(client, thread);
        allWell = tellUnlisted(found);
        const isMeant = (path: string) => files === null || files.includes(path);
        const sets = found.sets
          .map((set) => ({ ...set, files: set.files.filter(({ path }) => isMeant(path)) }))
          .filter((set) => files === null || set.files.length > 0);
        if (json) {
          out(`${JSON.stringify({ changes: sets })}\n`);
          return;
        }
        for (const set of sets) {
          out(`${changesInWords(set, tell)}\n`);
          if (set.files.length === 0) say(tell(sayOf('terminal.equal_files')));
        }
        if (sets.length > 0) say(tell(sayOf('terminal.how_to_review')));
        else if (allWell) say(tell(sayOf('terminal.no_changes')));
      });
      return code === EXIT.done && !allWell ? EXIT.refused : code;
    },

    keep: (asked) => review('accept', asked),
    undo: (asked) => review('rollback', asked),
  };
}

const DONE = { accept: 'terminal.changes_kept', rollback: 'terminal.changes_undone' } as const;
