import { pastLimits } from '../../../../core/keeping/past/limits.ts';
import type { PastChange, PastStore } from '../../../../core/keeping/past/store.ts';
import { threadId } from '../../../../core/kernel/ids.ts';
import { stepsOf } from '../../sql/step.ts';
import { isOneLine, kept } from '../exported.ts';
import { past as migration } from './migrations/past.ts';
import { read, type Db, type Part } from './part.ts';
import type { PastTables } from './schema.ts';

const KIND_CHARS = 40;

export const past: Part<PastTables, PastChange, { readonly past: PastStore }> = {
  migration,
  exported: {
    past_threads: {
      arriving: {
        columns: {
          ...kept('thread_id'),
          kind: { checked: isOneLine('kind', KIND_CHARS) },
          source_id: { checked: isOneLine('source_id', pastLimits.idChars) },
        },
      },
      section: 'pastThreads',
      says: 'the conversations that came from other assistants, by their ids there',
    },
  },
  steps: (db) => ({
    'past.hold': ({ threadId, kind, sourceId }) =>
      stepsOf([db.insertInto('past_threads').values({ thread_id: threadId, kind, source_id: sourceId })]),
  }),
  reads: (db) => ({ past: pastStore(db) }),
};

const pastStore = (db: Db): PastStore => ({
  threads: async (person, kind) => {
    const query = db
      .selectFrom('past_threads')
      .innerJoin('threads', 'threads.thread_id', 'past_threads.thread_id')
      .select(['past_threads.source_id', 'past_threads.thread_id'])
      .where('past_threads.kind', '=', kind)
      .where('threads.person_id', '=', person)
      .orderBy('past_threads.thread_id');
    return (await read(query.execute())).map((row) => ({
      sourceId: row.source_id,
      threadId: threadId(row.thread_id),
    }));
  },
});
