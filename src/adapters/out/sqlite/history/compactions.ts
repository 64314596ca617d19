import { threadId } from '../../../../core/kernel/ids.ts';
import type { ThreadChange, ThreadStore } from '../../../../core/conversation/threads/store.ts';
import type { Compaction } from '../../../../core/conversation/threads/model.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import { stepsOf, type Steps } from '../../sql/step.ts';
import type { Db, NewRow, Row } from './part.ts';
import { sql } from 'kysely';

type CompactionChange = Extract<
  ThreadChange,
  { readonly change: 'thread.compact' | 'thread.compaction-announced' }
>;

export const compactionSteps = (db: Db): Steps<CompactionChange> => ({
  'thread.compact': ({ compaction }) =>
    stepsOf([
      db
        .insertInto('compactions')
        .values(compactionRow(compaction))
        .onConflict((same) => same.columns(['thread_id', 'upto_seq']).doUpdateSet(compactionRow(compaction))),
    ]),
  'thread.compaction-announced': ({ compaction: { threadId, uptoSeq, createdAt }, at }) =>
    stepsOf([
      db
        .updateTable('compactions')
        .set({ told_at: at })
        .where('thread_id', '=', threadId)
        .where('upto_seq', '=', uptoSeq)
        .where('created_at', '=', createdAt),
    ]),
});

type InThread = Pick<Row<'compactions'>, 'thread_id'>;

export function compactionReads(
  db: Db,
  makeRead: MakeRead,
): Pick<ThreadStore, 'compaction' | 'compactions' | 'unannouncedCompactions'> {
  const all = ({ thread_id }: InThread) =>
    db.selectFrom('compactions').selectAll().where('thread_id', '=', thread_id);
  const last = makeRead((given: InThread) =>
    all(given).where(standsForShown).orderBy('upto_seq', 'desc').limit(1),
  );
  const inOrder = makeRead((given: InThread) => all(given).orderBy('upto_seq'));
  const unannounced = makeRead((given: InThread) =>
    all(given).where(standsForShown).where('told_at', 'is', null).orderBy('upto_seq'),
  );
  return {
    compaction: async (threadId) => {
      const [row] = await last({ thread_id: threadId });
      return row ? compactionFrom(row) : null;
    },
    compactions: async (threadId) => (await inOrder({ thread_id: threadId })).map(compactionFrom),
    unannouncedCompactions: async (threadId) =>
      (await unannounced({ thread_id: threadId })).map(compactionFrom),
  };
}

/** Only one path leads to a message: if that is shown, so is what the summary covers. */
const standsForShown = sql<boolean>`
  NOT EXISTS (
    SELECT 1 FROM hidden_messages AS hidden
    WHERE hidden.thread_id = compactions.thread_id AND upto_seq BETWEEN hidden.from_seq AND hidden.to_seq
  )`;

const compactionRow = (compaction: Compaction): NewRow<'compactions'> => ({
  thread_id: compaction.threadId,
  upto_seq: compaction.uptoSeq,
  summary: compaction.summary,
  trigger_by: compaction.trigger,
  focus: compaction.focus,
  tokens_before: compaction.tokensBefore,
  tokens_after: compaction.tokensAfter,
  model: compaction.model,
  cost_usd: compaction.costUsd,
  created_at: compaction.createdAt,
  told_at: null,
});

const compactionFrom = (row: Row<'compactions'>): Compaction => ({
  threadId: threadId(row.thread_id),
  uptoSeq: row.upto_seq,
  summary: row.summary,
  trigger: row.trigger_by,
  focus: row.focus,
  tokensBefore: row.tokens_before,
  tokensAfter: row.tokens_after,
  model: row.model,
  costUsd: row.cost_usd,
  createdAt: row.created_at,
});
