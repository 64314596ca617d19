import { sql } from 'kysely';
import type { ForkChange, ForkStore } from '../../../../core/conversation/forks/store.ts';
import type { Step } from '../step.ts';
import { forks as migration } from './migrations/forks.ts';
import { read, type Db, type Part } from './part.ts';
import { gapIn } from './search-index.ts';
import { kept } from '../exported.ts';
import type { ForkTables } from './schema.ts';

export const forks: Part<ForkTables, ForkChange, { readonly forks: ForkStore }> = {
  migration,
  exported: {
    thread_forks: {
      arriving: { columns: kept('thread_id', 'from_thread_id', 'from_seq') },
      section: 'forks',
      says: 'conversations that began as copies of others',
    },
  },
  steps: () => ({ 'thread.fork': forkSteps }),
  reads: (db) => ({ forks: forkStore(db) }),
};

function forkSteps({ thread, from, upToSeq }: ForkChange): readonly Step[] {
  const { threadId, title, createdAt, updatedAt } = thread;
  const upTo = [threadId, from, upToSeq];
  return [
    {
      sql: `INSERT INTO threads (thread_id, person_id, title, titled, message_count, created_at, updated_at, instructions, change_no)
        SELECT ?, person_id, ?, 1, (SELECT count(*) FROM messages WHERE thread_id = old.thread_id AND seq <= ?), ?, ?, instructions,
          (SELECT coalesce(max(change_no), 0) + 1 FROM threads)
        FROM threads AS old WHERE old.thread_id = ?`,
      parameters: [threadId, title, upToSeq, createdAt, updatedAt, from],
      atLeast: 1,
    },
    {
      sql: `INSERT INTO messages (thread_id, seq, role, content_json, run_id, created_at)
        SELECT ?, seq, role, content_json, run_id, created_at FROM messages WHERE thread_id = ? AND seq <= ?`,
      parameters: upTo,
    },
    {
      // The old thread paid for them, and its runs have announced them or will.
      sql: `INSERT INTO compactions (thread_id, upto_seq, summary, trigger_by, focus, tokens_before, tokens_after, model,
          cost_usd, created_at, told_at)
        SELECT ?, upto_seq, summary, trigger_by, focus, tokens_before, tokens_after, model, 0.0, created_at,
          coalesce(told_at, created_at)
        FROM compactions WHERE thread_id = ? AND upto_seq <= ?`,
      parameters: upTo,
    },
    {
      sql: 'INSERT INTO thread_tags (tag, thread_id) SELECT tag, ? FROM thread_tags WHERE thread_id = ?',
      parameters: [threadId, from],
    },
    {
      sql: 'INSERT INTO thread_forks (thread_id, from_thread_id, from_seq) VALUES (?, ?, ?)',
      parameters: upTo,
    },
    gapIn(threadId),
  ];
}

const forkStore = (db: Db): ForkStore => ({
  cutBefore: async (threadId, beforeSeq) => {
    // The first message of a run, at `beforeSeq` or before.
    const first = await read(
      db
        .selectFrom('messages')
        .leftJoin('messages as previous', (join) =>
          join
            .onRef('previous.thread_id', '=', 'messages.thread_id')
            .on('previous.seq', '=', sql<number>`messages.seq - 1`),
        )
        .select('messages.seq')
        .where('messages.thread_id', '=', threadId)
        .where('messages.seq', '<=', beforeSeq)
        .whereRef('previous.run_id', 'is distinct from', 'messages.run_id')
        .orderBy('messages.seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
    return first ? first.seq - 1 : 0;
  },
});
