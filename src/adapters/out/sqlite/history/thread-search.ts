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
import { isPostgres } from '../../sql/said.ts';
import { membersOf, textsOf } from '../../sql/words.ts';
import { stepsOf } from '../../sql/step.ts';
import { threadSearch as migration } from './migrations/thread-search.ts';
import { read, type Db, type Part } from './part.ts';
import { gapIn, indexStretch, TITLE, unindexStretch } from './search-index.ts';
import type { ThreadSearchTables } from './schema.ts';
import { indexInPostgres, indexInSqlite, type AskedText, type TextIndex } from './text-index.ts';

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
  reads: (db) => ({
    threadSearch: threadSearchStore(db, isPostgres(db) ? indexInPostgres(db) : indexInSqlite(db)),
  }),
};

const threadSearchStore = (db: Db, index: TextIndex): ThreadSearchStore => ({
  find: async (whose, { words, any, limit, after }) => {
    const { window, commonShare } = threadSearchLimits;
    const asked = any === undefined ? allOf(words) : anyOf(any);
    const { newest, best } = await index.find(asked, whose, {
      upTo: after?.upTo ?? Number.MAX_SAFE_INTEGER,
      limit: window,
      commonAmong: window / commonShare,
    });
    const [first, last] = [newest.at(0), newest.at(-1)];
    if (first === undefined || last === undefined) return { items: [], next: null };
    const from = after?.shown ?? 0;
    const ids = best.slice(from, from + limit);
    const shown = from + ids.length;
    const next =
      shown < newest.length
        ? { upTo: first, shown }
        : newest.length < window
          ? null
          : { upTo: last - 1, shown: 0 };
    return { items: await hitsOf(db, index, asked, ids), next };
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
  readonly text: string | null;
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

async function hitsOf(
  db: Db,
  index: TextIndex,
  asked: AskedText,
  ids: readonly number[],
): Promise<readonly ThreadHit[]> {
  const rows = await rowsOf(
    db,
    sql<HitRow>`
      SELECT s.doc_id, t.thread_id, t.title, t.archived, t.updated_at, s.seq, m.role,
        coalesce(m.created_at, t.created_at) AS created_at, ${index.textOf('s')} AS text
      FROM ${membersOf(JSON.stringify(ids))} AS wanted
        JOIN searched_texts s ON s.doc_id = CAST(wanted.value AS BIGINT)
        JOIN threads t ON t.thread_id = s.thread_id
        LEFT JOIN messages m ON m.thread_id = s.thread_id AND m.seq = s.seq
      ORDER BY wanted.key`,
  );
  const { snippetWords, snippetCharacters } = threadSearchLimits;
  const isApart = asked.phrases.some(({ text }) => text.includes(APART));
  const snippetOf = await index.snippets(
    asked,
    rows.map(({ doc_id: id, text }) => ({ id, text })),
    isApart ? snippetCharacters : snippetWords,
  );
  return rows.map((row) => hitFrom(row, snippetOf.get(row.doc_id) ?? ''));
}

const rowsOf = async <Row>(db: Db, query: RawBuilder<Row>): Promise<readonly Row[]> =>
  (await read(query.execute(db))).rows;

const allOf = (words: readonly string[]): AskedText => ({
  isAny: false,
  phrases: words.map((text, nth) => ({
    text,
    isBeginning: nth === words.length - 1 && Array.from(text).length >= threadSearchLimits.prefixChars,
  })),
});

const anyOf = (any: readonly Loose[]): AskedText => ({ isAny: true, phrases: any });

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
