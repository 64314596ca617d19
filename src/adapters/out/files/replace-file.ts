import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { temporaryPrefix } from '../../../core/workspace/files/path.ts';
import type { WriteGate } from '../../../core/kernel/write-gate.ts';
import { codeOf, type Disk } from './disk.ts';
import type { RealFolder } from './real-folder.ts';

/** Mode and owner of the new file. Without `owner` it belongs to this process. */
export interface Rights {
  readonly mode: number;
  readonly owner?: { readonly uid: number; readonly gid: number };
}

export interface Replacing {
  /** Called right before the new content takes its place; if it throws, the old content stays. */
  readonly mayReplace?: () => Promise<void>;
  /** Part of the temporary name, so that the engine recognises its own files. */
  readonly mark?: string;
  /** Passed only by the last step, which puts the new content in place. Omit it if the caller holds a pass. */
  readonly gate?: WriteGate;
}

/**
 * Puts `content` at `name` atomically, durable when this resolves, without opening the existing file. A failure leaves
 * no temporary file; a killed process may (`temporaryPrefix`). If only the last step fails, the sync of the folder, the
 * new content is in place but may not survive a power cut.
 */
export async function replaceFile(
  folder: RealFolder,
  name: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  rights: Rights,
  disk: Disk,
  { mayReplace, mark = '', gate }: Replacing = {},
): Promise<void> {
  const temporary = temporaryPrefix + mark + randomBytes(8).toString('hex');
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await disk.open(folder.entry(temporary), flags, 0o600);
  try {
    try {
      await folder.confirm(temporary, file);
      await grant(file, rights);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    const takeItsPlace = async () => {
      await mayReplace?.();
      await disk.rename(folder.entry(temporary), folder.entry(name));
    };
    await (gate ? gate.pass(takeItsPlace) : takeItsPlace());
  } catch (error) {
    // The caller gets the first error.
    await disk.unlink(folder.entry(temporary)).catch(() => {});
    throw error;
  }
  await folder.sync();
}

async function grant(file: FileHandle, { mode, owner }: Rights): Promise<void> {
  const keepsGroup = owner === undefined || (await giveTo(file, owner));
  // The group bits were meant for another group than the file has now.
  await file.chmod(keepsGroup ? mode : mode & ~0o070);
}

/** Gives the file to this owner, or at least to this group. @returns whether the group is right */
async function giveTo(
  file: FileHandle,
  owner: { readonly uid: number; readonly gid: number },
): Promise<boolean> {
  const { uid, gid } = await file.stat();
  if (uid !== owner.uid && (await mayGive(file, owner.uid, owner.gid))) return true;
  return gid === owner.gid || (await mayGive(file, uid, owner.gid));
}

async function mayGive(file: FileHandle, uid: number, gid: number): Promise<boolean> {
  try {
    await file.chown(uid, gid);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EPERM') return false;
    throw error;
  }
}
