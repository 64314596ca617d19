import { sql, type Expression } from 'kysely';
import { runId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import type { ThreadChange, ThreadStore } from '../../../../core/conversation/threads/store.ts';
import type { Message, NewMessage } from '../../../../core/conversation/threads/model.ts';
import { asJson, membersOf } from '../../sql/words.ts';
import { pageOf } from '../../sql/page-of.ts';
import { prepared, type MakeRead } from '../../sql/prepared.ts';
import type { Steps } from '../../sql/step.ts';
import { read, type Db, type NewRow, type Row } from './part.ts';
import { nextChange } from './row-order.ts';
import { notingMessages } from './search-index.ts';
import { isShown } from './versions.ts';

export function messageSteps(db: Db): Steps<Extract<ThreadChange, { readonly change: 'message.append' }>> {
  const append = prepared<Omit<NewRow<'messages'>, 'seq'>>(
    ({ thread_id, role, content_json, run_id, created_at }) => {
      const seq = db
        .selectFrom('messages')
        .select(sql<number>`coalesce(max(seq), 0) + 1`.as('seq'))
        .where('thread_id', '=', thread_id);
      return db.insertInto('messages').values({ thread_id, role, content_json, run_id, created_at, seq });
    },
  );
  const threadGrew = prepared<Pick<NewRow<'messages'>, 'thread_id' | 'created_at'>>(
    ({ thread_id, created_at }) =>
      db
        .updateTable('threads')
        .set((row) => ({
          message_count: row('message_count', '+', 1),
          updated_at: created_at,
          change_no: nextChange,
        }))
        .where('thread_id', '=', thread_id),
  );
  const note = notingMessages(db);
  return {
    'message.append': ({ message }) => {
      const row = messageRow(message);
      return [append(row), threadGrew(row), ...note(message)];
    },
  };
}

interface After {
  readonly thread_id: string;
  readonly after: number;
  readonly limit: number;
}

export function messageReads(
  db: Db,
  makeRead: MakeRead,
): Pick<ThreadStore, 'lastMessage' | 'messages' | 'messagePage' | 'messagesBefore'> {
  const following = ({ thread_id, after, limit }: After) =>
    db
      .selectFrom('messages')
      .selectAll()
      .where('thread_id', '=', thread_id)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit);
  const shown = makeRead((given: After) => following(given).where(isShown));
  const those = makeRead((given: After & { readonly within: string }) =>
    following(given).where(isWithin(given.within)),
  );
  const shownIn = (threadId: string) =>
    db.selectFrom('messages').where('thread_id', '=', threadId).where(isShown);
  const sized = ['seq', sql<number>`octet_length(content_json)`.as('bytes')] as const;
  return {
    lastMessage: async (threadId) => {
      const row = await read(
        shownIn(threadId).selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst(),
      );
      return row ? messageFrom(row) : null;
    },

    messages: async (threadId, { within, ...page }) => {
      const asked = { thread_id: threadId, ...page };
      const rows =
        within === undefined ? await shown(asked) : await those({ ...asked, within: JSON.stringify(within) });
      return rows.map(messageFrom);
    },

    messagePage: async (threadId, { after, limit }) => {
      const found = shownIn(threadId).where('seq', '>', after).orderBy('seq');
      const sizes = await read(
        found
          .select(sized)
          .limit(limit + 1)
          .execute(),
      );
      const { items, next } = pageOf(sizes, { limit, maxBytes: listLimits.pageBytes }, ({ seq }) => seq);
      const last = items.at(-1);
      if (!last) return { items: [], next: null };
      const rows = await read(found.selectAll().where('seq', '<=', last.seq).execute());
      return { items: rows.map(messageFrom), next };
    },

    messagesBefore: async (threadId, { before, limit }) => {
      const found = shownIn(threadId).where('seq', '<', before);
      const sizes = await read(
        found
          .select(sized)
          .orderBy('seq', 'desc')
          .limit(limit + 1)
          .execute(),
      );
      const { items, next } = pageOf(sizes, { limit, maxBytes: listLimits.pageBytes }, ({ seq }) => seq);
      const first = items.at(-1);
      if (!first) return { items: [], next: null };
      const rows = await read(found.selectAll().where('seq', '>=', first.seq).orderBy('seq').execute());
      return { items: rows.map(messageFrom), next };
    },
  };
}

/** Of a row of `messages`, or of another with such a number: it lies in one of these stretches, which are listed as JSON. */
export const isWithin = (stretches: string, seq: Expression<unknown> = sql.ref('seq')) => sql<boolean>`
  EXISTS (SELECT 1 FROM ${membersOf(stretches)} AS each WHERE ${seq} BETWEEN ${end('from')} AND ${end('to')})`;

const end = (name: 'from' | 'to') =>
  sql`CAST(${asJson(sql.ref('each.value'))} ->> ${sql.lit(name)} AS BIGINT)`;

const messageRow = (message: NewMessage): Omit<NewRow<'messages'>, 'seq'> => ({
  thread_id: message.threadId,
  role: message.role,
  content_json: JSON.stringify(message.content),
  run_id: message.runId,
  created_at: message.createdAt,
});

const messageFrom = (row: Row<'messages'>): Message => ({
  seq: row.seq,
  role: row.role,
  content: JSON.parse(row.content_json) as Message['content'],
  runId: runId(row.run_id),
  createdAt: row.created_at,
});
