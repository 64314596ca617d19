import type { RunId, ThreadId } from '../kernel/ids.ts';
import type { ContentId } from '../ports/workspace.ts';

/** Names a byte copy; never that of two files. */
export type CopyId = string;

/** A file as it was before a run changed it. */
export interface Original {
  readonly copyId: CopyId;
  readonly contentId: ContentId;
  readonly sizeBytes: number;
  readonly mode: number;
}

/** What a path holds; null is nothing at all. */
export type Content = ContentId | null;

/**
 * Changes of runs without a change of others between them: what was there before the first, and the contents that the
 * last one may have left, because it is written down before it is made.
 */
export interface Stretch {
  /** Rises with making, across all threads. Not there in what was written before it was kept. */
  readonly id?: string;
  readonly original: Original | null;
  readonly left: readonly Content[];
}

/** A file with changes that wait for review. Each stretch but the first began after a change of others. */
export interface ChangedFile {
  readonly path: string;
  readonly stretches: readonly Stretch[];
}

/**
 * The one set of changes of a thread that waits for review, whichever sessions made them; it belongs to the run that changed something last. What is
 * resolved is in it no more, and nothing brings it back.
 */
export interface PendingSet {
  readonly threadId: ThreadId;
  readonly runId: RunId;
  readonly files: readonly ChangedFile[];
}

export type ReviewAction = 'accept' | 'rollback' | 'partial';

export interface Review {
  readonly action: ReviewAction;
  /** Null where the answer names none. */
  readonly runId: RunId | null;
  /** For `partial` only. */
  readonly rolledBackFiles: readonly string[] | null;
  /** Only these of the set are decided, and the others go on waiting; null is all of them. */
  readonly files?: readonly string[] | null;
}

/** Why a review is not carried out; the first three are the specification's. */
export type ReviewObstacle =
  | { readonly refused: 'run_in_progress' | 'changeset_run_required' | 'changeset_run_stale' }
  | { readonly refused: 'no_changeset' }
  | { readonly refused: 'files_only_for_partial' | 'files_missing' }
  | { readonly refused: 'not_in_changeset'; readonly paths: readonly string[] };

/** What is done with each file of the set. */
export interface Decisions {
  readonly accepted: readonly ChangedFile[];
  readonly rolledBack: readonly ChangedFile[];
}

/** The table "Changeset review" of the specification: what a review does to a set, or why it stays as it is. */
export function decide(
  set: PendingSet | null,
  { action, runId, rolledBackFiles, files: only = null }: Review,
  isRunning: boolean,
): Decisions | ReviewObstacle {
  if (action === 'partial' && rolledBackFiles === null) return { refused: 'files_missing' };
  if (action !== 'partial' && rolledBackFiles?.length) return { refused: 'files_only_for_partial' };
  if (isRunning) return { refused: 'run_in_progress' };
  if (runId === null) return { refused: 'changeset_run_required' };
  if (set === null) return { refused: 'no_changeset' };
  if (runId !== set.runId) return { refused: 'changeset_run_stale' };
  const decided = new Set(only ?? set.files.map(({ path }) => path));
  const back = new Set(action === 'rollback' ? decided : (rolledBackFiles ?? []));
  const known = new Set(set.files.map(({ path }) => path));
  const unknown = [
    ...[...decided].filter((path) => !known.has(path)),
    ...[...back].filter((path) => !known.has(path) || !decided.has(path)),
  ];
  if (unknown.length > 0) return { refused: 'not_in_changeset', paths: [...new Set(unknown)] };
  const files = set.files.filter(({ path }) => decided.has(path));
  return {
    accepted: files.filter(({ path }) => !back.has(path)),
    rolledBack: files.filter(({ path }) => back.has(path)),
  };
}

/**
 * The file after a run is about to change what is there into `next`. What was there before the first change stays the
 * original, whichever run goes on; where others have changed it meanwhile, their content is kept beside it.
 * @returns null when what is there is not known yet, and must be copied: see `begun`
 */
export function continued(file: ChangedFile | null, current: Content, next: Content): ChangedFile | null {
  const last = file?.stretches.at(-1);
  if (!file || !last?.left.includes(current)) return null;
  return { ...file, stretches: [...file.stretches.slice(0, -1), { ...last, left: [current, next] }] };
}

/** The same where others wrote what is there: `original` is its copy. */
export const begun = (
  path: string,
  file: ChangedFile | null,
  original: Original | null,
  next: Content,
  id: string,
): ChangedFile => ({
  path,
  stretches: [...(file?.stretches ?? []), { id, original, left: [original?.contentId ?? null, next] }],
});

/** What the file was before the first change that waits for review. */
export const originalOf = ({ stretches }: ChangedFile): Original | null => stretches[0]?.original ?? null;

const contentBefore = (file: ChangedFile): Content => originalOf(file)?.contentId ?? null;

/** Whether it is as the runs found it, whatever came of their last change: nothing to be shown or counted. */
export const isUnchanged = (file: ChangedFile): boolean =>
  file.stretches.at(-1)?.left.every((content) => content === contentBefore(file)) ?? true;

/** Whether the last change was to bring it back to what the runs had found. Only the file itself says if it did. */
export const isSaidReverted = (file: ChangedFile): boolean =>
  file.stretches.at(-1)?.left.at(-1) === contentBefore(file);

/** Whether `later` of another thread began with what `file` was left as: to take `file` back would not bring back all. */
export function isBuiltOn(file: ChangedFile, later: ChangedFile): boolean {
  const last = file.stretches.at(-1);
  return later.stretches.some(
    ({ id, original }) =>
      last?.id !== undefined &&
      id !== undefined &&
      id > last.id &&
      last.left.includes(original?.contentId ?? null),
  );
}

/** Whether runs were to take away a file that was there before them. */
export const takesAway = (file: ChangedFile): boolean =>
  contentBefore(file) !== null && file.stretches.at(-1)?.left.at(-1) === null;

/** Whether nothing was there before the runs. */
export const isNewFile = (file: ChangedFile): boolean => contentBefore(file) === null;

/**
 * Pairs of which one cannot be decided without the other: a file whose disappearance is accepted, and a new one that
 * holds its content and is not. A rename is told as these two. With the one accepted and the other taken back, the
 * content would be nowhere.
 */
export function splitRenames(
  accepted: readonly ChangedFile[],
  others: readonly { readonly file: ChangedFile; readonly current: Content }[],
): readonly { readonly gone: ChangedFile; readonly held: ChangedFile }[] {
  return accepted.flatMap((gone) => {
    const content = contentBefore(gone);
    if (!takesAway(gone)) return [];
    return others
      .filter(({ file, current }) => isNewFile(file) && current === content)
      .map(({ file }) => ({ gone, held: file }));
  });
}

export const copiesOf = ({ stretches }: ChangedFile): readonly CopyId[] =>
  stretches.flatMap(({ original }) => (original ? [original.copyId] : []));

export type Rollback =
  /** It is as it was, because nothing has happened to it or it was brought back before. */
  | { readonly way: 'there' }
  | { readonly way: 'restore'; readonly original: Original }
  | { readonly way: 'remove' }
  /** What is there is not from a run: to go back would destroy it. */
  | { readonly way: 'foreign' };

/** How the last stretch is undone, when this is there now. A file that is gone can always be put back. */
export function rollbackOf({ original, left }: Stretch, current: Content): Rollback {
  if (current === (original?.contentId ?? null)) return { way: 'there' };
  if (current !== null && !left.includes(current)) return { way: 'foreign' };
  return original ? { way: 'restore', original } : { way: 'remove' };
}

/** What is left to be reviewed when the last stretch has been undone; null is nothing. */
export function withoutLast(file: ChangedFile): ChangedFile | null {
  return file.stretches.length > 1 ? { ...file, stretches: file.stretches.slice(0, -1) } : null;
}

/** Whether what the undone last stretch has brought back was written by others, so that nothing before it is undone. */
export function isForeign(undone: ChangedFile, left: ChangedFile): boolean {
  const [last, before] = [undone.stretches.at(-1), left.stretches.at(-1)];
  return before !== undefined && rollbackOf(before, last?.original?.contentId ?? null).way === 'foreign';
}
