import type { NoteBlock } from '../../../conversation/threads/model.ts';
import type { Says } from '../../../kernel/says.ts';
import { worded } from '../../../kernel/worded.ts';
import type { Words } from '../../../ports/words.ts';

/** A note of the engine in a conversation. */
export function noteOf(code: string, given: readonly Says[], words: Words): NoteBlock {
  const { text, says } = worded(given, words);
  return { type: 'note', code, detail: text, ...(says && { says }) };
}
