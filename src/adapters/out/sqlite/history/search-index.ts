import type { ThreadId } from '../../../../core/kernel/ids.ts';
import {
  searchedText,
  type ReadStretch,
  type Stretch,
} from '../../../../core/conversation/thread-search/model.ts';
import type { NewMessage } from '../../../../core/conversation/threads/model.ts';
import type { Step } from '../step.ts';

/** The number that the title has in the index among the messages of its thread. */
export const TITLE = 0;

/** Keeps the text under a number. A text that is kept already stays as it is. */
const keepText = (threadId: ThreadId, { seq, text }: ReadStretch['texts'][number]): Step => ({
  sql: `INSERT OR IGNORE INTO searched_texts (thread_id, seq, text)
    SELECT thread_id, ?, ? FROM threads WHERE thread_id = ?`,
  parameters: [seq, text, threadId],
});

/** Indexes what has a number. What the index has already stays as it is. */
const indexNumbered = (which: string): string => `INSERT INTO search_index (rowid, text)
  SELECT doc_id, text FROM searched_texts
  WHERE ${which} AND NOT EXISTS (SELECT 1 FROM search_index_docsize WHERE id = doc_id) ORDER BY doc_id`;

/** Reads the texts as they are, so it precedes every change of them. */
const removing = (which: string, parameters: readonly unknown[]): readonly Step[] => [
  {
    sql: `DELETE FROM search_index WHERE rowid IN (SELECT doc_id FROM searched_texts WHERE ${which})`,
    parameters,
  },
  { sql: `DELETE FROM searched_texts WHERE ${which}`, parameters },
];

const STRETCH = 'thread_id = ? AND seq > ? AND seq <= ?';
const inStretch = ({ threadId, after, upTo }: Stretch) => [threadId, after, upTo] as const;

export const indexStretch = (stretch: ReadStretch): readonly Step[] => [
  ...stretch.texts.map((text) => keepText(stretch.threadId, text)),
  { sql: indexNumbered(STRETCH), parameters: inStretch(stretch) },
];

export const unindexStretch = (stretch: Stretch) => removing(STRETCH, inStretch(stretch));

/**
 * After the message was appended: notes that the index lacks it. It is indexed after its run, so that no task waits for
 * that.
 */
export const noteMessage = ({ threadId, content }: NewMessage): readonly Step[] =>
  content.some((block) => block.type === 'text' && block.text !== '')
    ? [{ sql: NOTE_LAST, parameters: [threadId, threadId] }]
    : [];

const NOTE_LAST = `INSERT INTO search_gaps (thread_id, after_seq)
  SELECT ?, max(seq) - 1 FROM messages WHERE thread_id = ? ON CONFLICT DO NOTHING`;

/** The same for a title that the thread got by itself. */
export const noteTitle = (threadId: ThreadId): Step => ({
  sql: `INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads
    WHERE thread_id = ? AND NOT EXISTS (SELECT 1 FROM searched_texts WHERE thread_id = ? AND seq = ${TITLE})
    ON CONFLICT (thread_id) DO UPDATE SET after_seq = -1`,
  parameters: [threadId, threadId],
});

const ITS_TITLE = `thread_id = ? AND seq = ${TITLE}`;

export const indexTitle = (threadId: ThreadId, title: string): readonly Step[] => [
  keepText(threadId, { seq: TITLE, text: searchedText(title) }),
  { sql: indexNumbered(ITS_TITLE), parameters: [threadId] },
];

export const unindexTitle = (threadId: ThreadId) => removing(ITS_TITLE, [threadId]);

export const unindexThread = (threadId: ThreadId) => removing('thread_id = ?', [threadId]);

/** Notes that the index lacks all or some of a thread. */
export const gapIn = (threadId: ThreadId): Step => ({
  sql: `INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads WHERE thread_id = ?
    ON CONFLICT (thread_id) DO UPDATE SET after_seq = -1`,
  parameters: [threadId],
});
