// Room: where threads lie in the list: pinned at its beginning, and in folders. A folder is a name; it exists while a thread
// is in it.

import { refuse } from './errors.ts';
import { folderLimits } from './limits.ts';
import { say } from './says.ts';

export interface Folder {
  readonly folder: string;
  /** How many are in it, archived ones, too. */
  readonly threads: number;
}

const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?!\u200D)\p{Cf}/u;

/**
 * The folder that a text names: trimmed, with single spaces and in Unicode's composed form, so that what looks alike is one
 * folder.
 * @throws Refusal invalid_folder
 */
export function folderFrom(text: string): string {
  const folder = text
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ');
  if (folder === '' || FORBIDDEN.test(folder)) throw refuse.invalid_folder();
  if (Array.from(folder).length > folderLimits.chars)
    throw refuse.invalid_folder({}, say('folders.folder_long', { most: folderLimits.chars }));
  return folder;
}
