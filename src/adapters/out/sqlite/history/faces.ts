import { threadId as asThreadId, type PersonId } from '../../../../core/kernel/ids.ts';
import type { FaceChange, FaceStore } from '../../../../core/execution/faces/store.ts';
import { stepsOf } from '../../sql/step.ts';
import { kept } from '../exported.ts';
import { faces as migration } from './migrations/faces.ts';
import { read, type Db, type Part } from './part.ts';
import type { FaceTables } from './schema.ts';

export const faces: Part<FaceTables, FaceChange, { readonly faces: FaceStore }> = {
  migration,
  exported: {
    faced_threads: {
      arriving: { columns: kept('thread_id', 'chat', 'tip') },
      leftOut: 'By it a client of a face finds its conversation again; without it, by what was said.',
    },
  },
  steps: (db) => ({
    'face.hold': ({ held: { threadId, chat, tip } }) =>
      stepsOf([
        db
          .insertInto('faced_threads')
          .values({ thread_id: threadId, chat, tip })
          .onConflict((conflict) => conflict.column('thread_id').doUpdateSet({ chat, tip })),
      ]),
  }),
  reads: (db) => ({ faces: faceStore(db) }),
};

const faceStore = (db: Db): FaceStore => {
  const of = async (column: 'chat' | 'tip', said: string, person: PersonId, limit: number) => {
    const query = db
      .selectFrom('faced_threads')
      .innerJoin('threads', 'threads.thread_id', 'faced_threads.thread_id')
      .select('faced_threads.thread_id')
      .where(`faced_threads.${column}`, '=', said)
      .where('threads.person_id', '=', person)
      .orderBy('faced_threads.thread_id', 'desc')
      .limit(limit);
    return (await read(query.execute())).map((row) => asThreadId(row.thread_id));
  };
  return {
    get: async (threadId) => {
      const query = db.selectFrom('faced_threads').selectAll().where('thread_id', '=', threadId);
      const [row] = await read(query.execute());
      return row ? { threadId, chat: row.chat, tip: row.tip } : null;
    },
    ofChat: async (person, chat, limit) => await of('chat', chat, person, limit),
    ofTip: async (person, tip, limit) => await of('tip', tip, person, limit),
  };
};
