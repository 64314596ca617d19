// Room: the words of all messages. No task waits for the index.

import type { ThreadId } from '../../kernel/ids.ts';
import { setApart } from '../../kernel/words.ts';
import type { Message, Thread } from '../threads/model.ts';
import { threadSearchLimits } from './limits.ts';

/** Text around a match, in order; `match` marks what was found. */
export interface SnippetPart {
  readonly text: string;
  readonly match: boolean;
}

/** A title or a message that has all words of a query. */
export interface ThreadHit {
  readonly thread: Pick<Thread, 'threadId' | 'title' | 'archived' | 'updatedAt'>;
  /** Of the message; null for the title. */
  readonly seq: number | null;
  readonly role: Message['role'] | null;
  readonly createdAt: number;
  readonly snippet: readonly SnippetPart[];
}

/** Messages of one thread, by `seq`; its title has the number 0. */
export interface Stretch {
  readonly threadId: ThreadId;
  readonly after: number;
  readonly upTo: number;
}

/** With the texts in it that have words, as the index takes them. */
export interface ReadStretch extends Stretch {
  readonly texts: readonly { readonly seq: number; readonly text: string }[];
}

/** Stands between characters that the index takes as words of their own. No text has it, and no snippet shows it. */
export const APART = '\u0004';
/** Around what was found in a snippet. No text has them. */
export const FOUND = { from: '\u0002', to: '\u0003' } as const;

/** A text as the index takes it: in one width, and each character of a script without spaces as a word. */
const wordsApart = (text: string): string =>
  setApart(text.normalize('NFKC').replaceAll(/[\u0002-\u0004]/gu, ' '), APART);

/** The beginning of a text as the index takes it. */
export const searchedText = (text: string): string =>
  wordsApart(text.slice(0, threadSearchLimits.chars).toWellFormed());

/**
 * What the index takes of a message: the beginning of what was said in it. `content` is its stored JSON, which another
 * engine may have written: what is no block of text says nothing.
 */
export function saidIn(content: string): string {
  let said = '';
  for (const block of blocksIn(content)) {
    if (said.length > threadSearchLimits.chars) break;
    const { type, text } = (block ?? {}) as { readonly type?: unknown; readonly text?: unknown };
    if (type === 'text' && typeof text === 'string' && text !== '')
      said += `${said === '' ? '' : '\n'}${text.slice(0, threadSearchLimits.chars)}`;
  }
  return searchedText(said);
}

function blocksIn(content: string): readonly unknown[] {
  try {
    const blocks: unknown = JSON.parse(content);
    return Array.isArray(blocks) ? blocks : [];
  } catch {
    return [];
  }
}

/**
 * The words of a query, as the index takes them: what stands between spaces and quotes and has a letter or a digit.
 * Nothing in it is an operator.
 */
export const wordsOf = (query: string): readonly string[] =>
  query
    .toWellFormed()
    .normalize('NFKC')
    .split(/[\s"\u0000-\u001F]+/u)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
    .slice(0, threadSearchLimits.words)
    .map(wordsApart);
