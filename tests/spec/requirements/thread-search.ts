import { requirement, type Requirements } from './requirement.ts';

/** Full text of titles and messages. */
export const ofThreadSearch = {
  'thread-search.finds': requirement(
    'ours: behaviour',
    'GET /api/threads/search finds titles and what the owner and the model said, from the commit of the message on, in archived threads too; no tool output and no thoughts.',
  ),
  'thread-search.fresh': requirement(
    'ours: behaviour',
    'No task waits for the search index: a new message is added when its run has ended, before the next search, or at the next start.',
  ),
  'thread-search.words': requirement(
    'ours: behaviour',
    'A hit has all words of the query, without regard to case and accents, the last one also as the beginning of a word; parts of identifiers and file names are words.',
  ),
  'thread-search.unspaced': requirement(
    'ours: behaviour',
    'In a script without spaces between words, and in Korean, any part of what was said is found, in full and half width, and marked.',
  ),
  'thread-search.many-blocks': requirement(
    'ours: behaviour',
    'The work for a message of very many parts grows with their number, not with its square, and no query takes them apart.',
  ),
  'thread-search.any-input': requirement(
    'ours: behaviour',
    'Any query is words: operators and quotes of the index have no meaning, and no query fails.',
  ),
  'thread-search.snippets': requirement(
    'ours: behaviour',
    'A snippet is a list of texts that says which of them match; a message cannot forge a mark.',
  ),
  'thread-search.pages': requirement(
    'ours: behaviour',
    'Pages of hits reach every match once, the best of the newest 500 first.',
  ),
  'thread-search.deleted': requirement(
    'ours: behaviour',
    'After a thread is deleted or renamed, no word that only it had is in the files of the database after a checkpoint.',
  ),
  'thread-search.backfill': requirement(
    'ours: behaviour',
    'Messages from before the index are added in the background, in short steps that go on after a kill; until then answers say complete: false.',
  ),
  'thread-search.fast': requirement(
    'ours: behaviour',
    'A search takes milliseconds in tens of thousands of messages, also for words that all of them have.',
  ),
} satisfies Requirements;
