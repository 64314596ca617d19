import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ThreadId } from '../../../../core/kernel/ids.ts';
import {
  searchedText,
  type ReadStretch,
  type Stretch,
} from '../../../../core/conversation/thread-search/model.ts';
import type { NewMessage } from '../../../../core/conversation/threads/model.ts';
import { said } from '../../sql/said.ts';
import { inSqliteAlone } from '../../sql/words.ts';
import { asVector, tokensOf } from './tokens.ts';
import { prepared } from '../../sql/prepared.ts';
import { inSql, stepsOf, type Step } from '../../sql/step.ts';
import type { Db } from './part.ts';

/** The number that the title has in the index among the messages of its thread. */
export const TITLE = 0;

type Text = ReadStretch['texts'][number];

/** Keeps the text under a number. A text that is kept already stays as it is. */
const keepText = (threadId: ThreadId, { seq, text }: Text): RawBuilder<unknown> =>
  sql`INSERT INTO searched_texts (thread_id, seq, text)
    SELECT thread_id, ${seq}, ${text} FROM threads WHERE thread_id = ${threadId}
    ON CONFLICT DO NOTHING`;

type Which = RawBuilder<SqlBool>;

/** Indexes what has a number. What the index has already stays as it is. */
const indexNumbered = (which: Which, threadId: ThreadId, texts: readonly Text[]): RawBuilder<unknown> =>
  sql`${said(
    sql`INSERT INTO search_index (rowid, text)
      SELECT doc_id, text FROM searched_texts
      WHERE ${which} AND NOT EXISTS (SELECT 1 FROM search_index_docsize WHERE id = doc_id) ORDER BY doc_id`,
    () => sql`INSERT INTO search_words (doc_id, words, tokens)
      SELECT doc_id, CAST(each.words AS TSVECTOR), each.tokens
      FROM json_to_recordset(CAST(${JSON.stringify(texts.map(inWords))} AS JSON))
          AS each (seq BIGINT, words TEXT, tokens BIGINT)
        JOIN searched_texts ON searched_texts.thread_id = ${threadId} AND searched_texts.seq = each.seq
      ORDER BY doc_id ON CONFLICT DO NOTHING`,
  )}`;

function inWords({ seq, text }: Text) {
  const tokens = tokensOf(text);
  return { seq, words: asVector(tokens), tokens: tokens.length };
}

/** Reads the texts as they are, so it precedes every change of them. In PostgreSQL the words go with their text. */
const removing = (db: Db, which: Which): readonly Step[] =>
  inSteps(db, [
    inSqliteAlone(
      sql`DELETE FROM search_index WHERE rowid IN (SELECT doc_id FROM searched_texts WHERE ${which})`,
    ),
    sql`DELETE FROM searched_texts WHERE ${which}`,
  ]);

const inSteps = (db: Db, statements: readonly RawBuilder<unknown>[]): readonly Step[] =>
  stepsOf(statements.map((statement) => inSql(db, statement)));

const inStretch = ({ threadId, after, upTo }: Stretch): Which =>
  sql`thread_id = ${threadId} AND seq > ${after} AND seq <= ${upTo}`;
const itsTitle = (threadId: ThreadId): Which => sql`thread_id = ${threadId} AND seq = ${sql.lit(TITLE)}`;

export const indexStretch = (db: Db, stretch: ReadStretch): readonly Step[] =>
  inSteps(db, [
    ...stretch.texts.map((text) => keepText(stretch.threadId, text)),
    indexNumbered(inStretch(stretch), stretch.threadId, stretch.texts),
  ]);

export const unindexStretch = (db: Db, stretch: Stretch) => removing(db, inStretch(stretch));

/**
 * After the message was appended: notes that the index lacks it. It is indexed after its run, so that no task waits for
 * that.
 */
export function notingMessages(db: Db): (message: NewMessage) => readonly Step[] {
  const note = prepared<{ readonly thread_id: ThreadId }>(({ thread_id }) =>
    inSql(
      db,
      sql`INSERT INTO search_gaps (thread_id, after_seq)
        SELECT thread_id, max(seq) - 1 FROM messages WHERE thread_id = ${thread_id} GROUP BY thread_id
        ON CONFLICT DO NOTHING`,
    ),
  );
  return ({ threadId, content }) =>
    content.some((block) => block.type === 'text' && block.text !== '')
      ? [note({ thread_id: threadId })]
      : [];
}

/** The same for a title that the thread got by itself. */
export const noteTitle = (db: Db, threadId: ThreadId): Step =>
  sql`INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads
    WHERE thread_id = ${threadId}
      AND NOT EXISTS (SELECT 1 FROM searched_texts WHERE ${itsTitle(threadId)})
    ON CONFLICT (thread_id) DO UPDATE SET after_seq = -1`.compile(db);

export function indexTitle(db: Db, threadId: ThreadId, title: string): readonly Step[] {
  const text = { seq: TITLE, text: searchedText(title) };
  return inSteps(db, [keepText(threadId, text), indexNumbered(itsTitle(threadId), threadId, [text])]);
}

export const unindexTitle = (db: Db, threadId: ThreadId) => removing(db, itsTitle(threadId));

export const unindexThread = (db: Db, threadId: ThreadId) => removing(db, sql`thread_id = ${threadId}`);

/** Notes that the index lacks all or some of a thread. */
export const gapIn = (db: Db, threadId: ThreadId): Step =>
  sql`INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads WHERE thread_id = ${threadId}
    ON CONFLICT (thread_id) DO UPDATE SET after_seq = -1`.compile(db);
