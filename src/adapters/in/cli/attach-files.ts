import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { attachmentLimits } from '../../../core/workspace/attachments/limits.ts';
import type { Attached } from './attach.ts';

/** A file of this machine, read whole. */
export interface LocalFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The files at these paths, or why one cannot be attached, in a sentence. */
export async function openAttachments(paths: readonly string[]): Promise<readonly LocalFile[] | string> {
  const { perRun, fileBytes } = attachmentLimits;
  if (paths.length > perRun) return `a task takes ${perRun} files at most, and ${paths.length} are given.`;
  const files: LocalFile[] = [];
  for (const path of paths) {
    try {
      const found = await stat(path);
      if (!found.isFile()) return `${path} is no file, so it cannot be attached.`;
      if (found.size > fileBytes)
        return `${path} has ${found.size} bytes, and a file to attach may have ${fileBytes}. Put it into the workspace and name its path in the task.`;
      files.push({ name: basename(path), bytes: Uint8Array.from(await readFile(path)) });
    } catch (error) {
      const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' ? `there is no file ${path}.` : `${path} cannot be read: ${code}.`;
    }
  }
  return files;
}

/** Copies them into the workspace of the engine. @throws ProblemError when one is refused */
export async function uploaded(
  files: readonly LocalFile[],
  { client }: Attached,
): Promise<readonly { readonly path: string }[]> {
  const kept: { readonly path: string }[] = [];
  for (const { name, bytes } of files) {
    const { path } = await client['attachments.upload']({ query: { name }, body: bytes });
    kept.push({ path });
  }
  return kept;
}
