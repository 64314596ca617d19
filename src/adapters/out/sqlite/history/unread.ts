import type { UnreadChange } from '../../../../core/conversation/unread/changes.ts';
import { prepared } from '../../sql/prepared.ts';
import { unread as migration } from './migrations/unread.ts';
import type { Db, NewRow, Part } from './part.ts';
import { kept } from '../exported.ts';
import type { UnreadTables } from './schema.ts';

export const unread: Part<UnreadTables, UnreadChange, object> = {
  migration,
  exported: {
    unread_threads: {
      arriving: { columns: kept('thread_id') },
      section: 'unreadThreads',
      says: 'conversations with news',
    },
  },
  steps: (db) => {
    const seen = prepared<NewRow<'unread_threads'>>(({ thread_id }) =>
      db.deleteFrom('unread_threads').where('thread_id', '=', thread_id),
    );
    return { 'thread.seen': ({ threadId }) => [seen({ thread_id: threadId })] };
  },
  reads: () => ({}),
};

type OfRun = Pick<NewRow<'runs'>, 'run_id'>;

/** There is news in the thread of this run. */
export const markUnread = (db: Db) =>
  prepared<OfRun>(({ run_id }) =>
    db
      .insertInto('unread_threads')
      .columns(['thread_id'])
      .expression(
        db
          .selectFrom('runs')
          .select((row) => row.ref('thread_id').$notNull().as('thread_id'))
          .where('run_id', '=', run_id)
          .where('replay_of', 'is', null)
          .where('thread_id', 'is not', null),
      )
      .onConflict((same) => same.doNothing()),
  );

/** Its owner has just seen the thread in which this question was asked. */
export const markAnswered = (db: Db) =>
  prepared<Pick<NewRow<'prompts'>, 'prompt_id'>>(({ prompt_id }) =>
    db
      .deleteFrom('unread_threads')
      .where(
        'thread_id',
        '=',
        db
          .selectFrom('prompts')
          .innerJoin('runs', 'runs.run_id', 'prompts.run_id')
          .select('runs.thread_id')
          .where('prompt_id', '=', prompt_id),
      ),
  );
