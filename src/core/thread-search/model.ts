import type { ThreadId } from '../kernel/ids.ts';
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

/**
 * The words of a query: what stands between spaces and quotes and has a letter or a digit. Nothing in it is an operator.
 */
export const wordsOf = (query: string): readonly string[] =>
  query
    .toWellFormed()
    .split(/[\s"\u0000-\u001F]+/u)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
    .slice(0, threadSearchLimits.words);
