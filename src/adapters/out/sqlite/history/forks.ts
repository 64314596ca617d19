import { sql } from 'kysely';
import type { ForkChange, ForkStore } from '../../../../core/conversation/forks/store.ts';
import { stepsOf, type Step } from '../../sql/step.ts';
import { forks as migration } from './migrations/forks.ts';
import { read, type Db, type Part } from './part.ts';
import { isWithin } from './messages.ts';
import { nextChange } from './row-order.ts';
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
  steps: (db) => ({ 'thread.fork': (change) => forkSteps(db, change) }),
  reads: (db) => ({ forks: forkStore(db) }),
};

function forkSteps(db: Db, { thread, from, path }: ForkChange): readonly Step[] {
  const { threadId, title, createdAt, updatedAt } = thread;
  const onPath = JSON.stringify(path);
  const upToSeq = path.at(-1)?.to ?? 0;
  return [
    {
      ...sql`INSERT INTO threads (thread_id, person_id, title, titled, message_count, created_at, updated_at, instructions, tools_json,
          profile, assistant_id, assistant_name, change_no)
        SELECT ${threadId}, person_id, ${title}, 1,
          (SELECT count(*) FROM messages WHERE thread_id = old.thread_id AND ${isWithin(onPath)}), ${createdAt}, ${updatedAt},
          instructions, tools_json, profile, assistant_id, assistant_name, ${nextChange}
        FROM threads AS old WHERE old.thread_id = ${from}`.compile(db),
      atLeast: 1,
    },
    sql`INSERT INTO messages (thread_id, seq, role, content_json, run_id, created_at)
      SELECT ${threadId}, seq, role, content_json, run_id, created_at
      FROM messages WHERE thread_id = ${from} AND ${isWithin(onPath)}`.compile(db),
    // The old thread paid for them, and its runs have announced them or will.
    sql`INSERT INTO compactions (thread_id, upto_seq, summary, trigger_by, focus, tokens_before, tokens_after, model,
        cost_usd, created_at, told_at)
      SELECT ${threadId}, upto_seq, summary, trigger_by, focus, tokens_before, tokens_after, model, 0.0, created_at,
        coalesce(told_at, created_at)
      FROM compactions WHERE thread_id = ${from} AND ${isWithin(onPath, sql.ref('upto_seq'))}`.compile(db),
    sql`INSERT INTO thread_tags (tag, thread_id)
      SELECT tag, ${threadId} FROM thread_tags WHERE thread_id = ${from}`.compile(db),
    sql`INSERT INTO thread_places (thread_id, folder)
      SELECT ${threadId}, folder FROM thread_places WHERE thread_id = ${from} AND folder IS NOT NULL`.compile(
      db,
    ),
    ...stepsOf([
      db.insertInto('thread_forks').values({ thread_id: threadId, from_thread_id: from, from_seq: upToSeq }),
    ]),
    gapIn(db, threadId),
  ];
}

const forkStore = (db: Db): ForkStore => ({
  cutBefore: async (threadId, beforeSeq, path) => {
    const before = db
      .selectFrom('messages')
      .where('thread_id', '=', threadId)
      .where('seq', '<=', beforeSeq)
      .where(isWithin(JSON.stringify(path)))
      .orderBy('seq', 'desc')
      .limit(1);
    const inRun = await read(before.select('run_id').executeTakeFirst());
    if (!inRun) return 0;
    const cut = await read(before.select('seq').where('run_id', '<>', inRun.run_id).executeTakeFirst());
    return cut?.seq ?? 0;
  },
});
