import type { FileRead } from '../../ports/file-read.ts';

/** Where a key was found. */
export interface FoundKey {
  readonly text: string;
  readonly place: 'SVC_VAULT_KEY' | 'vault.key' | 'vault.key.next';
}

/** None for an empty file, or one that is not text. */
export function keysIn(file: FileRead, place: FoundKey['place']): readonly FoundKey[] {
  const text = file.found === 'text' ? file.text.trim() : '';
  return text === '' ? [] : [{ text, place }];
}
