import type { FileRead } from '../ports/file-read.ts';

/** Where a key was found. */
export interface FoundKey {
  readonly text: string;
  readonly place: 'SVC_VAULT_KEY' | 'vault.key' | 'vault.key.next';
}

/** An empty file, or what is no text, holds no key. */
export function keysIn(file: FileRead, place: FoundKey['place']): readonly FoundKey[] {
  const text = file.found === 'text' ? file.text.trim() : '';
  return text === '' ? [] : [{ text, place }];
}
