import { KIB } from '../../kernel/bytes.ts';

export const threadSearchLimits = {
  /** Words of a query; further ones are ignored. */
  words: 12,
  /** The last word also finds longer words, if it has this many characters. */
  prefixChars: 2,
  /** The newest matches, of which the best come first. */
  window: 500,
  /**
   * What more than this share of the messages has is common: it says little about which is best, so the newest come first.
   * To weigh it, SQLite would have to count all of them.
   */
  commonShare: 0.05,
  /** Words of a message around a match; of characters that are each a word, more. */
  snippetWords: 24,
  snippetCharacters: 60,
  /** Of a title or a message, from its beginning, as it was written. */
  chars: 32_768,
  /** What is put into the index, or taken out of it, in one turn of the event loop. */
  fill: { messages: 32, bytes: 128 * KIB },
  forget: { messages: 8, bytes: 16 * KIB },
} as const;
