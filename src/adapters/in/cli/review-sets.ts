import { ProblemError } from '../../../contract/client.ts';
import type { EngineClient } from './attach.ts';
import type { PendingChanges } from './changes-text.ts';

export type ReviewAction = 'accept' | 'rollback';

/** A set, and the files of it to review; null is all of them. */
export interface SetToReview {
  readonly set: PendingChanges;
  readonly files: readonly string[] | null;
}

export interface ReviewedSet {
  readonly set: PendingChanges;
  /** The number of files that were kept or rolled back. */
  readonly done: number;
  /** Files that failed. */
  readonly left: readonly Left[];
  /** Why the whole set was not reviewed. */
  readonly refused: string | null;
}

type Left = Awaited<ReturnType<EngineClient['threads.review']>>['failed'][number];

/**
 * Reviews sets in this order. A file that several threads changed is rolled back one change at a time: failed files
 * are retried until a pass rolls back nothing.
 * @returns the outcome of each set, in the same order
 */
export async function reviewSets(
  client: EngineClient,
  sets: readonly SetToReview[],
  action: ReviewAction,
): Promise<readonly ReviewedSet[]> {
  let reviewed: readonly ReviewedSet[] = sets.map(({ set }) => ({ set, done: 0, left: [], refused: null }));
  let isMoving = false;
  const round = async (filesOf: (index: number) => readonly string[] | null): Promise<void> => {
    isMoving = false;
    for (const [index, before] of reviewed.entries()) {
      const files = filesOf(index);
      if (files?.length === 0) continue;
      const after = await review(client, before, action, files);
      isMoving ||= after.done > before.done || after.isNearer;
      reviewed = reviewed.with(index, after);
    }
  };
  await round((index) => sets[index]?.files ?? null);
  const paths = sets.flatMap(({ set }) => set.files.map(({ path }) => path));
  // A file of one set alone depends on no other set.
  const isShared = (path: string) => paths.indexOf(path) !== paths.lastIndexOf(path);
  const isLeft = (index: number): readonly string[] => {
    const { left = [], refused = null } = reviewed[index] ?? {};
    return refused === null ? left.map(({ path }) => path).filter(isShared) : [];
  };
  while (isMoving) await round(isLeft);
  return reviewed;
}

/** `files`: null is all of the set. `isNearer`: a failed file is nearer to its earlier state. */
async function review(
  client: EngineClient,
  before: ReviewedSet,
  action: ReviewAction,
  files: readonly string[] | null,
): Promise<ReviewedSet & { readonly isNearer: boolean }> {
  const { threadId, runId } = before.set;
  const body = { action, runId, ...(files ? { files: [...files] } : {}) };
  try {
    const answer = await client['threads.review']({ params: { id: threadId }, body });
    const known = new Map(before.left.map((one) => [one.path, one]));
    const untouched = before.left.filter(({ path }) => files !== null && !files.includes(path));
    const failed = answer.failed.map((one) => {
      const earlier = known.get(one.path);
      // An earlier pass rolled back a part of it.
      return earlier?.code === PARTLY && one.code === MEANWHILE ? earlier : one;
    });
    const done = before.done + (action === 'accept' ? answer.accepted : answer.rolledBack);
    const isNearer = answer.failed.some(({ code }) => code === PARTLY);
    return { ...before, done, left: [...untouched, ...failed], isNearer };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...before, refused: error.problem.detail, isNearer: false };
  }
}

const PARTLY = 'changed_between';
const MEANWHILE = 'changed_meanwhile';
