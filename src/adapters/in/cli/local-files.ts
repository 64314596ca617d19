import { randomBytes } from 'node:crypto';
import { constants, openAsBlob } from 'node:fs';
import { link, lstat, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { WrongOption } from '../../../contract/cli/command.ts';
import { withoutCutLetters } from '../../../contract/folded-letters.ts';
import type { Says } from '../../../contract/words/says.ts';
import { textIn } from '../../../core/kernel/file-text.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

/** The file, which is read while it is sent; or why it cannot be. */
export async function blobOf(path: string): Promise<Blob | NodeJS.ErrnoException> {
  try {
    // Otherwise it would fail only while it is sent.
    if ((await stat(path)).isDirectory()) return Object.assign(new Error(), { code: 'EISDIR' });
    return await openAsBlob(path);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** The text of a file, in UTF-8, UTF-16 or windows-1252. @throws WrongOption if it cannot be read as text */
export async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new WrongOption(unread(path, error as NodeJS.ErrnoException));
  });
  const text = textIn(withoutCutLetters(bytes))?.text;
  if (text === undefined) throw new WrongOption(sayOf('terminal.file_no_text', { path }));
  return text;
}

/** Whether a new file can be made there. @returns why not */
export async function whyNotNew(path: string): Promise<Says | null> {
  const found = await lstat(path).catch((error: unknown) => error as NodeJS.ErrnoException);
  if ('isFile' in found) return existing(path);
  const folder = await lstat(dirname(path)).catch((error: unknown) => error as NodeJS.ErrnoException);
  return 'isFile' in folder || folder.code !== 'ENOENT'
    ? null
    : sayOf('terminal.no_folder', { folder: dirname(path) });
}

const existing = (path: string): Says => sayOf('terminal.file_exists', { path });

/**
 * Keeps all of it in a new file, or nothing: it is written beside under another name, and named once it is whole and
 * synced. @returns why it could not be kept
 */
export async function written(path: string, pieces: AsyncIterable<Uint8Array>): Promise<Says | null> {
  const beside = join(dirname(path), `.svc-tmp-${randomBytes(6).toString('hex')}-${basename(path)}`);
  const taken = await whyNotNew(path);
  if (taken !== null) return taken;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      for await (const piece of pieces)
        for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
      await file.sync();
    } finally {
      await file.close();
    }
    await named(beside, path);
    return null;
  } catch (error) {
    await rm(beside, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return code === 'EEXIST'
      ? existing(path)
      : sayOf('terminal.unwritten', { path, why: reasonOf(error as NodeJS.ErrnoException) });
  }
}

/** Replaces no file, also none that came meanwhile. */
async function named(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
    await rm(beside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without hard links.
    await rename(beside, path);
  }
  const folder = await open(dirname(path), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** That a file cannot be read, and why. */
export const unread = (path: string, error: NodeJS.ErrnoException): Says =>
  sayOf('terminal.unread', { path, why: reasonOf(error) });

const reasonOf = ({ code = '' }: NodeJS.ErrnoException): Says =>
  REASONS[code] ?? sayOf('terminal.of_code', { code });

const REASONS: Readonly<Record<string, Says>> = {
  ENOENT: sayOf('terminal.not_there'),
  ERR_INVALID_ARG_VALUE: sayOf('terminal.not_there'),
  EISDIR: sayOf('terminal.a_folder'),
  EACCES: sayOf('terminal.not_permitted'),
};
