import { ProblemError } from '../../../contract/client.ts';
import type { EngineClient } from './attach.ts';
import type { PendingChanges } from './changes-text.ts';

export type ReviewAction = 'accept' | 'rollback';

/** A set, and which of its files are decided; null is all of them. */
export interface SetToReview {
  readonly set: PendingChanges;
  readonly files: readonly string[] | null;
}

export interface ReviewedSet {
  readonly set: PendingChanges;
  /** How many files were kept or taken back. */
  readonly done: number;
  /** Those that were left, each with all reasons that there were, in their order. */
  readonly left: ReadonlyMap<string, readonly string[]>;
  /** Why the set as a whole was not decided. */
  readonly refused: string | null;
}

/**
 * Decides sets in this order. A file that threads have changed in turns is taken back a change at a time: those that
 * were left are tried again until nothing more comes of it.
 * @returns what became of each set, in the same order
 */
export async function reviewSets(
  client: EngineClient,
  sets: readonly SetToReview[],
  action: ReviewAction,
): Promise<readonly ReviewedSet[]> {
  let reviewed: readonly ReviewedSet[] = [];
  for (const one of sets) reviewed = [...reviewed, await firstReview(client, one, action)];
  if (action === 'accept') return reviewed;
  const counts = new Map<string, number>();
  for (const path of sets.flatMap(({ set }) => set.files.map((file) => file.path)))
    counts.set(path, (counts.get(path) ?? 0) + 1);
  // Nothing of another set can be in the way of the rest.
  const isShared = (path: string) => (counts.get(path) ?? 0) > 1;
  const seen = new Set<string>();
  for (;;) {
    const before = stateOf(reviewed);
    // Where a file has changed hands more than once, a round may bring it nearer without the end of any.
    if (seen.has(before)) return reviewed;
    seen.add(before);
    let next: readonly ReviewedSet[] = [];
    for (const one of reviewed) next = [...next, await reviewedAgain(client, one, isShared)];
    reviewed = next;
  }
}

/** How far it has come: how much is done, and why the rest is not. */
const stateOf = (reviewed: readonly ReviewedSet[]): string =>
  JSON.stringify(reviewed.map(({ done, left, refused }) => [done, [...left], refused]));

const firstReview = (
  client: EngineClient,
  { set, files }: SetToReview,
  action: ReviewAction,
): Promise<ReviewedSet> => review(client, { set, done: 0, left: new Map(), refused: null }, action, files);

async function reviewedAgain(
  client: EngineClient,
  one: ReviewedSet,
  isShared: (path: string) => boolean,
): Promise<ReviewedSet> {
  const files = [...one.left.keys()].filter(isShared);
  if (one.refused !== null || files.length === 0) return one;
  return await review(client, one, 'rollback', files);
}

/** `files`: null is all of the set. */
async function review(
  client: EngineClient,
  before: ReviewedSet,
  action: ReviewAction,
  files: readonly string[] | null,
): Promise<ReviewedSet> {
  const { threadId, runId } = before.set;
  const body = { action, runId, ...(files ? { files: [...files] } : {}) };
  try {
    const answer = await client['threads.review']({ params: { id: threadId }, body });
    const left = new Map(files ? [...before.left].filter(([path]) => !files.includes(path)) : []);
    for (const { path, reason } of answer.failed)
      left.set(path, [...new Set([...(before.left.get(path) ?? []), reason])]);
    const done = action === 'accept' ? answer.accepted : answer.rolledBack;
    return { ...before, done: before.done + done, left };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...before, refused: error.problem.detail };
  }
}
