import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { attachmentLimits } from '../../../core/workspace/attachments/limits.ts';
import type { Says } from '../../../contract/words/says.ts';
import type { Attached } from './attach.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

/** A file of this machine, read whole. */
export interface LocalFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The files at these paths, or why one of them cannot be attached. */
export async function openAttachments(paths: readonly string[]): Promise<readonly LocalFile[] | Says> {
  const { perRun, fileBytes } = attachmentLimits;
  if (paths.length > perRun) return sayOf('terminal.attach_most', { most: perRun, given: paths.length });
  const files: LocalFile[] = [];
  for (const path of paths) {
    try {
      const found = await stat(path);
      if (!found.isFile()) return sayOf('terminal.attach_no_file', { path });
      if (found.size > fileBytes)
        return sayOf('terminal.attach_too_large', { path, bytes: found.size, most: fileBytes });
      files.push({ name: basename(path), bytes: Uint8Array.from(await readFile(path)) });
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return code === 'ENOENT'
        ? sayOf('terminal.no_file', { path })
        : sayOf('terminal.unread', { path, why: sayOf('terminal.of_code', { code }) });
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
