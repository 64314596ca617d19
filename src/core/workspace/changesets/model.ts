// Room: file changes of runs that wait for review. A run changes no file before its copy and its row are
// durable; a rollback destroys nothing that is not from a run.

import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { ContentId } from '../../ports/workspace.ts';

/** Names a copy of a file; never reused for another file. */
export type CopyId = string;

const COPY_ID = /^[\w-]{1,100}$/u;

/** Rows that came with an import or from another machine may have anything in its place. */
export const isCopyId = (text: string): boolean => COPY_ID.test(text);

/** A file as it was before a run changed it. */
export interface Original {
  readonly copyId: CopyId;
  readonly contentId: ContentId;
  readonly sizeBytes: number;
  readonly mode: number;
}

/** The content at a path; null if there is nothing. */
export type Content = ContentId | null;

/**
 * Consecutive changes of runs, without a change by others in between: the content before the first, and the contents
 * that the last one may have left, because each change is recorded before it is made.
 */
export interface Stretch {
  /** Increases with each new stretch, across all threads. Missing in records of older versions. */
  readonly id?: string;
  /** The run that changed it last. Missing in records of older versions. */
  readonly by?: RunId;
  /** The content before that run, if another one began the stretch and the content could be kept. */
  readonly step?: Original;
  readonly original: Original | null;
  readonly left: readonly Content[];
}

/** A file with changes to review. Each stretch except the first began after a change by others. */
export interface ChangedFile {
  readonly path: string;
  readonly stretches: readonly Stretch[];
}

/**
 * The pending set of a thread: its changes to review, from all its sessions. It belongs to the run that changed
 * something last. Resolved changes leave it for good.
 */
/** A conversation whose changes wait for review. */
export interface WaitingSet {
  readonly threadId: ThreadId;
  readonly title: string;
  /** The run that holds them. */
  readonly runId: RunId;
  readonly fileCount: number;
}

export interface PendingSet {
  readonly threadId: ThreadId;
  readonly runId: RunId;
  readonly files: readonly ChangedFile[];
}

export type ReviewAction = 'accept' | 'rollback' | 'partial';

export interface Review {
  readonly action: ReviewAction;
  /** Null if the request names none. */
  readonly runId: RunId | null;
  /** For `partial` only. */
  readonly rolledBackFiles: readonly string[] | null;
  /** Decides only these files of the set; the others stay pending. Null decides all. */
  readonly files?: readonly string[] | null;
}

/** Why a review is not carried out; the specification defines the first three. */
export type ReviewObstacle =
  | { readonly refused: 'run_in_progress' | 'changeset_run_required' | 'changeset_run_stale' }
  | { readonly refused: 'no_changeset' }
  | { readonly refused: 'files_only_for_partial' | 'files_missing' }
  | { readonly refused: 'not_in_changeset'; readonly paths: readonly string[] };

/** The decision for each file of the set. */
export interface Decisions {
  readonly accepted: readonly ChangedFile[];
  readonly rolledBack: readonly ChangedFile[];
}

/** The table "Changeset review" of the specification: what a review does to a set, or why it does nothing. */
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
 * The file before a run changes the `current` content into `next`. The content before the first change stays the
 * original, whichever run continues. If others changed the file meanwhile, their content is kept as well.
 * @returns null if the current content is unknown and must be copied: see `begun`
 */
export function continued(file: ChangedFile | null, current: Content, next: Content): ChangedFile | null {
  const last = file?.stretches.at(-1);
  if (!file || !last?.left.includes(current)) return null;
  return { ...file, stretches: [...file.stretches.slice(0, -1), { ...last, left: [current, next] }] };
}

/** Whether the file is about to be changed by another run than the last one, so that what it is now is a step. */
export const isNextRun = ({ stretches }: ChangedFile, runId: RunId): boolean => {
  const by = stretches.at(-1)?.by;
  return by !== undefined && by !== runId;
};

/** The file as this run changes it; `step` is its content before that, null if it is not kept. */
export function changedBy(file: ChangedFile, runId: RunId, step: Original | null): ChangedFile {
  const last = file.stretches.at(-1);
  if (last === undefined) return file;
  const { step: _, ...others } = last;
  const changed = { ...others, by: runId, ...(step === null ? {} : { step }) };
  return { ...file, stretches: [...file.stretches.slice(0, -1), changed] };
}

/** The content before the last run, where that differs from the content before all of them. */
export const stepOf = ({ stretches }: ChangedFile): Original | null => {
  const step = stretches.length === 1 ? stretches[0]?.step : undefined;
  return step === undefined || step.contentId === stretches[0]?.original?.contentId ? null : step;
};

/** The same after others wrote the current content; `original` is its copy. */
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

/** The file before the first change to review. */
export const originalOf = ({ stretches }: ChangedFile): Original | null => stretches[0]?.original ?? null;

const contentBefore = (file: ChangedFile): Content => originalOf(file)?.contentId ?? null;

/** Whether it has its original content, so that there is nothing to show or count. */
export const isUnchanged = (file: ChangedFile): boolean =>
  file.stretches.at(-1)?.left.every((content) => content === contentBefore(file)) ?? true;

/** Whether others changed the file, too: between two changes of runs, or after the last one left it. */
export const isAlsoFromOthers = ({ stretches }: ChangedFile, current: Content): boolean =>
  stretches.length > 1 || stretches.at(-1)?.left.includes(current) === false;

/** Whether the last recorded change restores the original content. Only the file itself shows whether it happened. */
export const isSaidReverted = (file: ChangedFile): boolean =>
  file.stretches.at(-1)?.left.at(-1) === contentBefore(file);

/** Whether `later`, of another thread, is based on what `file` left: undoing `file` would lose those changes. */
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

/** Whether runs deleted a file that existed before them. */
export const takesAway = (file: ChangedFile): boolean => contentBefore(file) !== null && isLeftDeleted(file);

/** Whether the file did not exist before the runs. */
export const isNewFile = (file: ChangedFile): boolean => contentBefore(file) === null;

/**
 * Pairs of files that need the same decision: one whose deletion is accepted, and a new one with its content that is
 * not accepted. A rename is recorded as these two. Accepting one and undoing the other would lose the content.
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

/**
 * What others than the runs had in the file, the oldest first, each content once: what is brought back if the changes
 * were kept by mistake. Nothing of a file that has its original content.
 */
export function earlierVersionsOf(file: ChangedFile): readonly Original[] {
  if (isUnchanged(file)) return [];
  const versions = file.stretches.flatMap(({ original }) => original ?? []);
  return versions.filter(
    ({ contentId }, nth) => !versions.slice(nth + 1).some((later) => later.contentId === contentId),
  );
}

/** Whether the last run left no file at the path. */
export const isLeftDeleted = (file: ChangedFile): boolean => file.stretches.at(-1)?.left.at(-1) === null;

export const copiesOf = ({ stretches }: ChangedFile): readonly CopyId[] =>
  stretches.flatMap(({ original, step }) => [original, step].flatMap((one) => (one ? [one.copyId] : [])));

export type Rollback =
  /** The file already has the original content: it never changed, or was restored before. */
  | { readonly way: 'there' }
  | { readonly way: 'restore'; readonly original: Original }
  | { readonly way: 'remove' }
  /** The current content is not from a run: undoing would destroy it. */
  | { readonly way: 'foreign' };

/** How to undo the last stretch, given the current content. A deleted file can always be restored. */
export function rollbackOf({ original, left }: Stretch, current: Content): Rollback {
  if (current === (original?.contentId ?? null)) return { way: 'there' };
  if (current !== null && !left.includes(current)) return { way: 'foreign' };
  return original ? { way: 'restore', original } : { way: 'remove' };
}

/** What is left to review after the last stretch is undone; null if nothing. */
export function withoutLast(file: ChangedFile): ChangedFile | null {
  return file.stretches.length > 1 ? { ...file, stretches: file.stretches.slice(0, -1) } : null;
}

/** Whether undoing the last stretch restored content written by others, so that the earlier ones must stay. */
export function isForeign(undone: ChangedFile, left: ChangedFile): boolean {
  const [last, before] = [undone.stretches.at(-1), left.stretches.at(-1)];
  return before !== undefined && rollbackOf(before, last?.original?.contentId ?? null).way === 'foreign';
}
