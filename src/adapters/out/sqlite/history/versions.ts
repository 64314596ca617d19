import { sql } from 'kysely';
import type { ThreadChange, ThreadStore } from '../../../../core/conversation/threads/store.ts';
import { besides } from '../../../../core/conversation/versions/model.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import { stepsOf, type Steps } from '../../sql/step.ts';
import type { Db, Row } from './part.ts';

/** Of a row of `messages`: it is on the path of its thread that is shown. */
export const isShown = sql<boolean>`
  NOT EXISTS (
    SELECT 1 FROM hidden_messages AS hidden
    WHERE hidden.thread_id = messages.thread_id AND messages.seq BETWEEN hidden.from_seq AND hidden.to_seq
  )`;

type Show = Extract<ThreadChange, { readonly change: 'thread.show' }>;

export const versionSteps = (db: Db): Steps<Show> => ({
  'thread.show': ({ threadId, path, firstSeq }) => {
    const leaf = path.at(-1)?.to ?? 0;
    return [
      // Nothing was said in it.
      sql`DELETE FROM thread_branches WHERE thread_id = ${threadId}
        AND from_seq > (SELECT coalesce(max(seq), 0) FROM messages WHERE thread_id = ${threadId})`.compile(
        db,
      ),
      ...stepsOf([
        db.deleteFrom('hidden_messages').where('thread_id', '=', threadId),
        ...besides(path).map(({ from, to }) =>
          db.insertInto('hidden_messages').values({ thread_id: threadId, from_seq: from, to_seq: to }),
        ),
      ]),
      sql`INSERT INTO hidden_messages (thread_id, from_seq, to_seq)
        SELECT thread_id, ${leaf + 1}, max(seq) FROM messages WHERE thread_id = ${threadId}
        GROUP BY thread_id HAVING max(seq) > ${leaf}`.compile(db),
      sql`INSERT INTO thread_branches (thread_id, from_seq, after_seq, first_seq)
        SELECT thread_id, max(seq) + 1, ${leaf}, ${firstSeq} FROM messages WHERE thread_id = ${threadId}
        GROUP BY thread_id HAVING max(seq) > ${leaf}`.compile(db),
      ...stepsOf([
        db
          .updateTable('threads')
          .set(({ selectFrom }) => ({
            message_count: selectFrom('messages')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .whereRef('messages.thread_id', '=', 'threads.thread_id')
              .where(isShown)
              .$asScalar(),
          }))
          .where('thread_id', '=', threadId),
      ]),
    ];
  },
});

export function versionReads(db: Db, makeRead: MakeRead): Pick<ThreadStore, 'versions'> {
  type Of = Pick<Row<'messages'>, 'thread_id'>;
  const branches = makeRead(({ thread_id }: Of) =>
    db.selectFrom('thread_branches').selectAll().where('thread_id', '=', thread_id).orderBy('from_seq'),
  );
  const hidden = makeRead(({ thread_id }: Of) =>
    db.selectFrom('hidden_messages').selectAll().where('thread_id', '=', thread_id).orderBy('from_seq'),
  );
  const last = makeRead(({ thread_id }: Of) =>
    db
      .selectFrom('messages')
      .select((row) => row.fn.max('seq').as('seq'))
      .where('thread_id', '=', thread_id),
  );
  return {
    versions: async (threadId) => {
      const of = { thread_id: threadId };
      const [all, newest] = [await branches(of), await last(of)];
      return {
        branches: all.map(({ from_seq, after_seq, first_seq }) => ({
          fromSeq: from_seq,
          afterSeq: after_seq,
          firstSeq: first_seq,
        })),
        hidden: (await hidden(of)).map(({ from_seq, to_seq }) => ({ from: from_seq, to: to_seq })),
        lastSeq: newest[0]?.seq ?? 0,
      };
    },
  };
}
