import { ProblemError } from '../../../contract/client.ts';
import type { EngineClient } from './attach.ts';
import type { PendingChanges } from './changes-text.ts';

type Thread = Awaited<ReturnType<EngineClient['threads.list']>>['threads'][number];

export interface PendingSets {
  /** The latest run's set comes first. */
  readonly sets: readonly PendingChanges[];
  /** Threads whose changes could not be listed, and why. */
  readonly unlisted: readonly { readonly title: string; readonly why: string }[];
}

/** The unreviewed sets of one thread, or with null of all threads. @throws ProblemError if there is no such thread */
export async function pendingSets(client: EngineClient, thread: string | null): Promise<PendingSets> {
  const threads = thread === null ? await threadsThatWait(client) : [await threadNamed(client, thread)];
  const sets: PendingChanges[] = [];
  const unlisted: { readonly title: string; readonly why: string }[] = [];
  for (const one of threads)
    try {
      const set = await setOf(client, one);
      if (set) sets.push(set);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      unlisted.push({ title: one.title, why: error.problem.detail });
    }
  return { sets: sets.toSorted((a, b) => (a.runId < b.runId ? 1 : -1)), unlisted };
}

const PAGE = 200;

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
  // Files that equal their earlier state are not shown, but are still unreviewed.
  const holder = runId ?? pendingChangeset?.runId;
  return holder === undefined ? null : { threadId, title, runId: holder, files };
}
