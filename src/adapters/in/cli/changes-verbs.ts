import { EXIT, type ChangesReview, type ChangesVerbs } from '../../../contract/cli/commands.ts';
import { ProblemError } from '../../../contract/client.ts';
import type { Attached, EngineClient } from './attach.ts';
import { changesInWords, counted, type PendingChanges } from './changes-text.ts';
import { visibleOnOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface ChangesVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

type Thread = Awaited<ReturnType<EngineClient['threads.get']>>;

const PAGE = 200;

/** `svc changes`: what runs have changed, whichever client started them, and a way to keep it or take it back. */
export function changesVerbs({ attachedOrOwn, out, err }: ChangesVerbDeps): ChangesVerbs {
  const say = (line: string) => err(`${visibleOnOneLine(line)}\n`);
  const ask = withEngine({
    attachedOrOwn,
    err,
    whenGone: 'See with svc changes what still waits.',
    whenNothing: 'This is not the id of a thread: svc changes lists those with changes.',
  });

  /** @returns whether all of it was done */
  async function reviewed(
    client: EngineClient,
    { threadId, title, runId }: PendingChanges,
    action: 'accept' | 'rollback',
    files: readonly string[] | null,
  ): Promise<boolean> {
    const of = `“${title}”`;
    try {
      const body = { action, runId, ...(files ? { files: [...files] } : {}) };
      const answer = await client['threads.review']({ params: { id: threadId }, body });
      const { accepted, rolledBack, failed } = answer;
      say(`${of}: ${counted(action === 'accept' ? accepted : rolledBack)} ${DONE[action]}.`);
      for (const { path, reason } of failed) say(`svc: ${path}: ${reason}`);
      return failed.length === 0;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      say(`svc: ${of}: ${error.problem.detail}`);
      return false;
    }
  }

  const review = async (action: 'accept' | 'rollback', { thread, files }: ChangesReview): Promise<number> => {
    let allWell = true;
    const code = await ask(async ({ client }) => {
      const sets = await pendingSets(client, thread);
      const named = files && new Set(files);
      const known = new Set(sets.flatMap((set) => set.files.map(({ path }) => path)));
      const unknown = [...(named ?? [])].filter((path) => !known.has(path));
      for (const path of unknown) say(`svc: ${path} is not among the changes; svc changes lists them.`);
      if (unknown.length > 0) say('Nothing was done.');
      if (sets.length === 0) say(NOTHING);
      allWell = unknown.length === 0;
      if (!allWell) return;
      for (const set of sets) {
        const only = named && set.files.map(({ path }) => path).filter((path) => named.has(path));
        if (only?.length === 0) continue;
        if (!(await reviewed(client, set, action, only))) allWell = false;
      }
    });
    return code === EXIT.done && !allWell ? EXIT.refused : code;
  };

  return {
    list: ({ thread, files, json }) =>
      ask(async ({ client }) => {
        const found = await pendingSets(client, thread);
        const isMeant = (path: string) => files === null || files.includes(path);
        const sets = found
          .map((set) => ({ ...set, files: set.files.filter(({ path }) => isMeant(path)) }))
          .filter((set) => files === null || set.files.length > 0);
        if (json) {
          out(`${JSON.stringify({ changes: sets })}\n`);
          return;
        }
        for (const set of sets) {
          out(`${changesInWords(set)}\n`);
          if (set.files.length === 0)
            say('These files are as they were before: svc changes keep, with the thread, ends the waiting.');
        }
        say(sets.length === 0 ? NOTHING : HINT);
      }),

    keep: (asked) => review('accept', asked),
    undo: (asked) => review('rollback', asked),
  };
}

const DONE = { accept: 'kept', rollback: 'taken back' } as const;
const NOTHING = 'No changes wait for review.';
const HINT =
  'Keep them with svc changes keep, or take them back with svc changes undo, each with the thread or with all.';

/**
 * What waits in one thread, or with null in all of them. That of the latest run comes first: taken back in this order,
 * no change is in the way of another.
 */
async function pendingSets(client: EngineClient, thread: string | null): Promise<readonly PendingChanges[]> {
  const threads = thread === null ? await threadsThatWait(client) : [await threadNamed(client, thread)];
  const sets: PendingChanges[] = [];
  for (const one of threads) {
    const set = await setOf(client, one);
    if (set) sets.push(set);
  }
  return sets.toSorted((a, b) => (a.runId < b.runId ? 1 : -1));
}

const threadNamed = (client: EngineClient, id: string): Promise<Thread> =>
  client['threads.get']({ params: { id } });

async function threadsThatWait(client: EngineClient): Promise<readonly Thread[]> {
  const waiting: Thread[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: PAGE, includeArchived: true, ...(cursor === undefined ? {} : { cursor }) };
    const page = await client['threads.list']({ query });
    waiting.push(...page.threads.filter(({ pendingChangeset }) => pendingChangeset !== null));
    cursor = page.nextCursor;
  }
  return waiting;
}

async function setOf(client: EngineClient, thread: Thread): Promise<PendingChanges | null> {
  const { threadId, title, pendingChangeset } = thread;
  const { runId, files } = await client['threads.changeset']({ params: { id: threadId } });
  // Files that are as they were before are not shown, and wait all the same.
  const holder = runId ?? pendingChangeset?.runId;
  return holder === undefined ? null : { threadId, title, runId: holder, files };
}
