import { quick, type Requirements } from './requirement.ts';

/** Full text of titles and messages. */
export const ofThreadSearch = [
  quick('ours: behaviour', {
    'thread-search.finds':
      'GET /api/threads/search finds titles and what the owner and the model said, from the commit of the message on, in archived threads too; no tool output and no thoughts.',
    'thread-search.fresh':
      'No task waits for the search index: a new message is added when its run has ended, before the next search, or at the next start.',
    'thread-search.words':
      'A hit has all words of the query, without regard to case and accents, the last one also as the beginning of a word; parts of identifiers and file names are words.',
    'thread-search.loosened':
      'Where nothing has all words of a query that may be loosened, what has some of them, or other forms of them, is found, the best first, and the answer says so.',
    'thread-search.unspaced':
      'In a script without spaces between words, and in Korean, any part of what was said is found, in full and half width, and marked.',
    'thread-search.many-blocks':
      'The work for a message of very many parts grows with their number, not with its square, and no query takes them apart.',
    'thread-search.any-input':
      'Any query is words: operators and quotes of the index have no meaning, and no query fails.',
    'thread-search.snippets':
      'A snippet is a list of texts that says which of them match; a message cannot forge a mark.',
    'thread-search.pages': 'Pages of hits reach every match once, the best of the newest 500 first.',
    'thread-search.deleted':
      'After a thread is deleted or renamed, no word that only it had is in the files of the database after a checkpoint.',
    'thread-search.backfill':
      'Messages from before the index are added in the background, in short steps that go on after a kill; until then answers say complete: false.',
    'thread-search.fast':
      'A search takes milliseconds in tens of thousands of messages, also for words that all of them have.',
  }),
] satisfies Requirements;
