import type { PersonId } from '../../../../core/kernel/ids.ts';
import { EVERYONE } from '../../../../core/trust/people/model.ts';
import { sql, type RawBuilder } from 'kysely';
import { threadId, type ThreadId } from '../../../../core/kernel/ids.ts';
import { fitting } from '../../../../core/kernel/page.ts';
import type {
  ThreadSearchChange,
  ThreadSearchStore,
} from '../../../../core/conversation/thread-search/store.ts';
import type { Loose } from '../../../../core/conversation/thread-search/loosened.ts';
import { threadSearchLimits } from '../../../../core/conversation/thread-search/limits.ts';
import {
  APART,
  FOUND,
  saidIn,
  searchedText,
  type ReadStretch,
  type SnippetPart,
  type ThreadHit,
} from '../../../../core/conversation/thread-search/model.ts';
import type { Message } from '../../../../core/conversation/threads/model.ts';
import { textsOf } from '../../sql/words.ts';
import { stepsOf } from '../../sql/step.ts';
import { threadSearch as migration } from './migrations/thread-search.ts';
import { read, type Db, type Part } from './part.ts';
import { gapIn, indexStretch, TITLE, unindexStretch } from './search-index.ts';
import type { ThreadSearchTables } from './schema.ts';

export const threadSearch: Part<
  ThreadSearchTables,
  ThreadSearchChange,
  { readonly threadSearch: ThreadSearchStore }
> = {
  migration,
  exported: {
    searched_texts: { arriving: 'derived', leftOut: 'the words of the messages, as their index takes them' },
    search_gaps: {
      arriving: 'derived',
      leftOut: 'what the index of words still lacks',
      rebuilt: ['INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads'],
    },
    search_index: { arriving: 'derived', leftOut: 'an index of the words of the messages' },
  },
  steps: (db) => ({
    'thread-search.fill': ({ stretch }) => [
      ...indexStretch(db, stretch),
      ...stepsOf([
        db
          .updateTable('search_gaps')
          .set({ after_seq: stretch.upTo })
          .where('thread_id', '=', stretch.threadId)
          .where('after_seq', '=', stretch.after),
        db
          .deleteFrom('search_gaps')
          .where('thread_id', '=', stretch.threadId)
          .where('after_seq', '=', stretch.upTo)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('messages')
                  .select('seq')
                  .where('thread_id', '=', stretch.threadId)
                  .where('seq', '>', stretch.upTo),
              ),
            ),
          ),
      ]),
    ],
    'thread-search.forget': ({ stretch }) => [...unindexStretch(db, stretch), gapIn(db, stretch.threadId)],
  }),
  reads: (db) => ({ threadSearch: threadSearchStore(db) }),
};

const threadSearchStore = (db: Db): ThreadSearchStore => ({
  find: async (whose, { words, any, limit, after }) => {
    const mine = whose === EVERYONE ? sql`` : ofOne(whose);
    const { window, commonShare } = threadSearchLimits;
    const query = any === undefined ? matchOf(words) : matchOfAny(any);
    // SQLite walks the index backwards and stops at the limit.
    const newest = await rowsOf(
      db,
      sql<Entry>`
        SELECT rowid AS doc_id FROM search_index
        WHERE search_index MATCH ${query} AND rowid <= ${after?.upTo ?? Number.MAX_SAFE_INTEGER} ${mine}
        ORDER BY rowid DESC LIMIT ${window}`,
    );
    const [first, last] = [newest.at(0), newest.at(-1)];
    if (!first || !last) return { items: [], next: null };
    const isCommon = newest.length === window && first.doc_id - last.doc_id < window / commonShare;
    const from = after?.shown ?? 0;
    const best = isCommon
      ? newest
      : await rowsOf(
          db,
          sql<Entry>`
            SELECT rowid AS doc_id FROM search_index
            WHERE search_index MATCH ${query} AND rowid BETWEEN ${last.doc_id} AND ${first.doc_id} ${mine}
            ORDER BY bm25(search_index), rowid DESC`,
        );
    const ids = best.slice(from, from + limit).map(({ doc_id: id }) => id);
    const shown = from + ids.length;
    const next =
      shown < newest.length
        ? { upTo: first.doc_id, shown }
        : newest.length < window
          ? null
          : { upTo: last.doc_id - 1, shown: 0 };
    return { items: await hitsOf(db, ids, query), next };
  },

  missing: async (except) => {
    const gaps = db.selectFrom('search_gaps').select(['thread_id', 'after_seq']).orderBy('gap_no');
    const leaving = JSON.stringify([...except]);
    const gap = await read(gaps.where('thread_id', 'not in', textsOf(leaving)).limit(1).executeTakeFirst());
    return gap ? await stretchAfter(db, threadId(gap.thread_id), gap.after_seq) : null;
  },

  missingIn: async (id) => {
    const query = db.selectFrom('search_gaps').select('after_seq').where('thread_id', '=', id);
    const gap = await read(query.executeTakeFirst());
    return gap ? await stretchAfter(db, id, gap.after_seq) : null;
  },

  indexed: async (id) => {
    const { messages, bytes } = threadSearchLimits.forget;
    const found = await rowsOf(
      db,
      sql<Sized>`
        SELECT seq, octet_length(text) AS bytes
        FROM searched_texts WHERE thread_id = ${id} ORDER BY seq LIMIT ${messages}`,
    );
    const upTo = fitting(found, (row) => row.bytes, bytes).at(-1)?.seq;
    return upTo === undefined ? null : { threadId: id, after: -1, upTo };
  },
});

/** Hits in the threads of one person. Where there is only one, all are theirs, and no thread is looked up. */
const ofOne = (person: PersonId) => sql`
  AND (NOT EXISTS (SELECT 1 FROM people WHERE person_id <> ${person})
    OR EXISTS (SELECT 1 FROM searched_texts JOIN threads USING (thread_id)
      WHERE searched_texts.doc_id = search_index.rowid AND threads.person_id = ${person}))`;

interface Entry {
  readonly doc_id: number;
}

interface Sized {
  readonly seq: number;
  readonly bytes: number;
}

interface HitRow {
  readonly doc_id: number;
  readonly thread_id: string;
  readonly title: string;
  readonly archived: number;
  readonly updated_at: number;
  readonly seq: number;
  readonly role: Message['role'] | null;
  readonly created_at: number;
}

/** The next messages that go into the index together; with the title, if it is the first part. */
async function stretchAfter(db: Db, id: ThreadId, after: number): Promise<ReadStretch> {
  const { messages, bytes } = threadSearchLimits.fill;
  const following = db.selectFrom('messages').where('thread_id', '=', id).where('seq', '>', after);
  const sizes = await read(
    following
      .select(['seq', sql<number>`octet_length(content_json)`.as('bytes')])
      .orderBy('seq')
      .limit(messages)
      .execute(),
  );
  const upTo = fitting(sizes, (row) => row.bytes, bytes).at(-1)?.seq ?? Math.max(after, TITLE);
  const said = await read(
    following.select(['seq', 'content_json']).where('seq', '<=', upTo).orderBy('seq').execute(),
  );
  const texts = said.map(({ seq, content_json: content }) => ({
    seq,
    text: saidIn(content),
  }));
  if (after < TITLE) {
    const titled = db
      .selectFrom('threads')
      .select('title')
      .where('thread_id', '=', id)
      .where('titled', '=', 1);
    const row = await read(titled.executeTakeFirst());
    if (row) texts.unshift({ seq: TITLE, text: searchedText(row.title) });
  }
  return { threadId: id, after, upTo, texts: texts.filter(({ text }) => text !== '') };
}

async function hitsOf(db: Db, ids: readonly number[], query: string): Promise<readonly ThreadHit[]> {
  const list = JSON.stringify(ids);
  const { snippetWords, snippetCharacters } = threadSearchLimits;
  const most = query.includes(APART) ? snippetCharacters : snippetWords;
  // In one walk over the matches: SQLite would prepare the query anew for each row that is looked up by its id.
  const snippets = await rowsOf(
    db,
    sql<{ readonly doc_id: number; readonly snippet: string }>`
      SELECT rowid AS doc_id, snippet(search_index, 0, ${FOUND.from}, ${FOUND.to}, '…', ${most}) AS snippet
      FROM search_index
      WHERE search_index MATCH ${query} AND rowid BETWEEN ${Math.min(...ids)} AND ${Math.max(...ids)}
        AND +rowid IN (SELECT value FROM json_each(${list}))`,
  );
  const snippetOf = new Map(snippets.map(({ doc_id: id, snippet }) => [id, snippet]));
  const rows = await rowsOf(
    db,
    sql<HitRow>`
      SELECT s.doc_id, t.thread_id, t.title, t.archived, t.updated_at, s.seq, m.role,
        coalesce(m.created_at, t.created_at) AS created_at
      FROM json_each(${list}) AS wanted
        JOIN searched_texts s ON s.doc_id = wanted.value
        JOIN threads t ON t.thread_id = s.thread_id
        LEFT JOIN messages m ON m.thread_id = s.thread_id AND m.seq = s.seq
      ORDER BY wanted.key`,
  );
  return rows.map((row) => hitFrom(row, snippetOf.get(row.doc_id) ?? ''));
}

const rowsOf = async <Row>(db: Db, query: RawBuilder<Row>): Promise<readonly Row[]> =>
  (await read(query.execute(db))).rows;

/** A quoted word has no operators; its parts, as of `svc_run_start`, must follow one another. */
function matchOf(words: readonly string[]): string {
  const quoted = words.map(quotedWord);
  const isPrefix = Array.from(words.at(-1) ?? '').length >= threadSearchLimits.prefixChars;
  return `${quoted.join(' ')}${isPrefix ? '*' : ''}`;
}

const matchOfAny = (any: readonly Loose[]): string =>
  any.map(({ text, isBeginning }) => `${quotedWord(text)}${isBeginning ? '*' : ''}`).join(' OR ');

const quotedWord = (word: string): string => `"${word.replaceAll('"', ' ')}"`;

const hitFrom = (row: HitRow, snippet: string): ThreadHit => ({
  thread: {
    threadId: threadId(row.thread_id),
    title: row.title,
    archived: row.archived === 1,
    updatedAt: row.updated_at,
  },
  seq: row.seq === TITLE ? null : row.seq,
  role: row.role,
  createdAt: row.created_at,
  snippet: partsOf(snippet),
});

const MARKED = new RegExp(`${FOUND.from}([^${FOUND.to}]*)${FOUND.to}`, 'u');

/** What stands between the marks was found: `split` returns it at odd places. */
const partsOf = (marked: string): readonly SnippetPart[] =>
  marked
    .replaceAll(APART, '')
    .split(MARKED)
    .map((text, index) => ({ text, match: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
