import { isRefusal } from '../../kernel/refusal.ts';
import { firstOf } from '../../kernel/abort.ts';
import { sideBySide } from '../../kernel/side-by-side.ts';
import type { Clock } from '../../ports/clock.ts';
import { isBackupId } from '../backup-id.ts';
import { driveLimits as limits } from './limits.ts';
import type { Deletion, DeletionReason } from './model.ts';
import { allPages } from './pages.ts';
import type { Drive, DriveEntry } from './port.ts';
import { MANIFEST } from './upload.ts';

export interface DeletionDeps {
  readonly drive: Drive;
  /** The folder that uploads go into, which its owner may have renamed. */
  readonly remembered: string | null;
  /** Folders that are marked as those of another one stay: it is another machine with the same client. */
  readonly instance: string;
  /** Folders of backups that this machine knows to be its own, whatever their mark. */
  readonly folders?: readonly string[];
  readonly clock: Clock;
}

/** A deletion, with the backups that are no longer whole in the drive. */
export interface Deleted extends Deletion {
  readonly gone: readonly string[];
}

interface Found {
  readonly backupId: string;
  readonly file: DriveEntry;
}

/**
 * Deletes the backup files that this instance uploaded through the present connection (specification › Backup operations
 * and cloud-drive upload): files that the drive calls ours and the user's, in folders that are named like a backup and
 * ours, in a folder svc-backups. Folders stay, because deleting one deletes what others put into it. Never rejects; takes
 * about two minutes at most.
 */
export async function deleteUploaded({
  drive,
  remembered,
  instance,
  folders: own = [],
  clock,
}: DeletionDeps): Promise<Deleted> {
  const deadline = clock.deadline(limits.deletionMs);
  const reasons: { readonly code: DeletionReason; readonly text: string }[] = [];
  const note = (code: DeletionReason, text: string) => {
    if (reasons.length < limits.reasons) reasons.push({ code, text });
  };
  const kept = new Set<string>();
  const gone = new Set<string>();
  let deleted = 0;
  const late = () => {
    if (!reasons.some(({ code }) => code === 'time_limit')) note('time_limit', TIME_LIMIT);
  };
  /** One call, within its own limit and that of the whole. Null if it failed, which is noted. */
  const called = async <Result>(
    what: (signal: AbortSignal) => Promise<Result>,
    failed: (why: string) => void,
  ): Promise<Result | null> => {
    if (deadline.signal.aborted) return (late(), null);
    const own = clock.deadline(limits.deletionCallMs);
    const stop = firstOf(own.signal, deadline.signal);
    try {
      return await what(stop.signal);
    } catch (error) {
      if (deadline.signal.aborted) late();
      else failed(own.signal.aborted ? NO_ANSWER : whyOf(error));
      return null;
    } finally {
      own.cancel();
      stop.release();
    }
  };
  const listed = async (
    page: (after: string | null, signal: AbortSignal) => ReturnType<Drive['childrenOf']>,
    what: string,
  ): Promise<readonly DriveEntry[]> => {
    const found: DriveEntry[] = [];
    const next = async (after: string | null) =>
      (await called(
        (signal) => page(after, signal),
        (why) => note('list_failed', `${what} could not be listed: ${why}`),
      )) ?? { entries: [], next: null };
    try {
      for await (const entries of allPages(next)) found.push(...entries);
    } catch (error) {
      note('list_failed', `${what} could not be listed to its end: ${whyOf(error)}`);
    }
    return found;
  };

  const roots = await listed(
    (after, signal) => drive.foldersNamed(limits.rootName, after, signal),
    `The folders named ${limits.rootName}`,
  );
  const rootIds = new Set([...roots.map(({ id }) => id), ...(remembered === null ? [] : [remembered])]);
  const files: Found[] = [];
  for (const root of rootIds) {
    const children = await listed(
      (after, signal) => drive.childrenOf(root, after, signal),
      `A folder ${limits.rootName}`,
    );
    const folders = children.filter(({ isFolder, name }) => isFolder && isBackupId(name));
    if (children.length > 0) kept.add(root);
    for (const folder of folders) {
      if (folder.isOurs === null)
        note('unknown_owner', `The drive did not say who made the folder ${folder.name}.`);
      const isOfAnother = (folder.instance ?? instance) !== instance && !own.includes(folder.id);
      if (folder.isOurs !== true || folder.isShared || isOfAnother) continue;
      kept.add(folder.id);
      const entries = await listed(
        (after, signal) => drive.childrenOf(folder.id, after, signal),
        `The folder ${folder.name}`,
      );
      for (const file of entries) {
        if (file.isFolder || file.isShared) continue;
        if (file.isOurs === null || file.isOwned === null)
          note('unknown_owner', `The drive did not say who made ${folder.name}/${shownName(file)}.`);
        else if (file.isOurs && file.isOwned) files.push({ backupId: folder.name, file });
      }
    }
  }
  // The manifest of a backup goes first: what is left without it is no backup any more.
  const inOrder = files.toSorted(
    (one, other) => Number(other.file.name === MANIFEST) - Number(one.file.name === MANIFEST),
  );
  await sideBySide(inOrder, limits.deletionsAtOnce, NEVER, async ({ backupId, file }) => {
    const isDone = await called(
      async (signal) => {
        await drive.remove(file.id, signal);
        return true;
      },
      (why) => note('delete_failed', `${backupId}/${shownName(file)} could not be deleted: ${why}`),
    );
    if (!isDone) return;
    deleted += 1;
    gone.add(backupId);
  });
  deadline.cancel();
  const isWhole = reasons.length === 0;
  return {
    status: isWhole ? (deleted === 0 ? 'none' : 'deleted') : 'degraded',
    deleted,
    foldersKept: kept.size,
    reasons,
    gone: [...gone],
  };
}

/** `sideBySide` never aborts here: what is late is noted for each file. */
const NEVER = new AbortController().signal;

const TIME_LIMIT = `The deletion was stopped after ${limits.deletionMs / 1_000} seconds.`;
const NO_ANSWER = 'the drive did not answer in time.';

/** The access ends afterwards, so what helps is done in the drive itself. */
function whyOf(error: unknown): string {
  if (!isRefusal(error)) return 'the call failed; the log of the engine says why.';
  if (error.code === 'cloud_busy') return 'Google asked to wait.';
  if (error.code === 'cloud_unavailable') return 'Google did not answer as expected.';
  if (error.code === 'cloud_refused') return 'Google refused it.';
  return error.message;
}

/** A name may be anything. */
const shownName = ({ name }: DriveEntry): string => JSON.stringify(name.slice(0, 120)).slice(1, -1);
