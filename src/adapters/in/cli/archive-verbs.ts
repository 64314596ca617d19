import { openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { BackupVerbs } from '../../../contract/cli/backups.ts';
import { verdictOf, type BackupVerbDeps } from './backup-verdict.ts';
import { onOneLine } from './terminal-text.ts';

/** `svc backup download` and `upload`: a backup as one file. */
export function archiveVerbs(deps: BackupVerbDeps): Pick<BackupVerbs, 'download' | 'upload'> {
  const { out, err, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const asked = verdictOf(deps);

  return {
    download: ({ id, file }) =>
      asked(async ({ client }) => {
        const path = file ?? `svc-backup-${id}.zip`;
        const { body } = await client['backups.archive']({ params: { id }, signal: interrupted });
        const problem = await written(path, body as AsyncIterable<Uint8Array>);
        if (problem !== null) return problem;
        out(`${path}\n`);
        return null;
      }),

    upload: ({ file }) =>
      asked(async ({ client }) => {
        const body = await blobOf(file);
        if (!('stream' in body)) return `${file} cannot be read: ${reasonOf(body)}.`;
        const { backupId } = await client['backups.receive']({ body, signal: interrupted });
        out(`${backupId}\n`);
        say(`The backup is in the list. Check it with svc backup verify ${backupId}.`);
        return null;
      }),
  };
}

/** The file, which is read while it is sent; or why it cannot be. */
async function blobOf(path: string): Promise<Blob | NodeJS.ErrnoException> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** Keeps all of it in a new file, or nothing. @returns why it could not be kept */
async function written(path: string, pieces: AsyncIterable<Uint8Array>): Promise<string | null> {
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

const reasonOf = ({ code = 'unknown reason' }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' || code === 'ERR_INVALID_ARG_VALUE' ? 'it is not there' : code;
