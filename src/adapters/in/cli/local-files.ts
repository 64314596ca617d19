import { openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';

/** The file, which is read while it is sent; or why it cannot be. */
export async function blobOf(path: string): Promise<Blob | NodeJS.ErrnoException> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** Keeps all of it in a new file, or nothing. @returns why it could not be kept */
export async function written(path: string, pieces: AsyncIterable<Uint8Array>): Promise<string | null> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => error as NodeJS.ErrnoException);
  if (!('write' in file))
    return file.code === 'EEXIST'
      ? `${path} exists already: name another file.`
      : `${path} cannot be written: ${reasonOf(file)}.`;
  try {
    for await (const piece of pieces)
      for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
    await file.sync();
    return null;
  } catch (error) {
    await rm(path, { force: true });
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return `${path} cannot be written: ${reasonOf(error as NodeJS.ErrnoException)}.`;
  } finally {
    await file.close();
  }
}

export const reasonOf = ({ code = 'unknown reason' }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' || code === 'ERR_INVALID_ARG_VALUE' ? 'it is not there' : code;
