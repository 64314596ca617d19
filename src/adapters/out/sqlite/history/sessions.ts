import { isOf } from '../../../../core/trust/people/model.ts';
import { sessionId, threadId } from '../../../../core/kernel/ids.ts';
import type { SessionChange, SessionStore } from '../../../../core/conversation/sessions/store.ts';
import type { Session } from '../../../../core/conversation/sessions/model.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import { stepsOf } from '../../sql/step.ts';
import type { Db, NewRow, Part, Row } from './part.ts';
import { kept } from '../exported.ts';
import type { SessionTables } from './schema.ts';

export const sessions: Part<SessionTables, SessionChange, { readonly sessions: SessionStore }> = {
  exported: {
    sessions: {
      arriving: { columns: kept('session_id', 'thread_id', 'profile', 'created_at') },
      section: 'sessions',
      says: 'the holds of clients on conversations',
    },
  },
  ids: [['sessions', 'session_id']],
  steps: (db) => ({
    'session.create': ({ session }) => stepsOf([db.insertInto('sessions').values(sessionRow(session))]),
    'session.delete': ({ sessionId }) =>
      stepsOf([db.deleteFrom('sessions').where('session_id', '=', sessionId)]),
  }),
  reads: (db, makeRead) => ({ sessions: sessionStore(db, makeRead) }),
};

function sessionStore(db: Db, makeRead: MakeRead): SessionStore {
  const byId = makeRead(({ session_id }: Pick<Row<'sessions'>, 'session_id'>) =>
    db
      .selectFrom('sessions')
      .innerJoin('threads', 'threads.thread_id', 'sessions.thread_id')
      .selectAll('sessions')
      .select('threads.person_id')
      .where('session_id', '=', session_id),
  );
  return {
    get: async (whose, sessionId) => {
      const [row] = await byId({ session_id: sessionId });
      return row && isOf(whose, row.person_id) ? sessionFrom(row) : null;
    },
  };
}

const sessionRow = (session: Session): NewRow<'sessions'> => ({
  session_id: session.sessionId,
  thread_id: session.threadId,
  profile: session.profile,
  created_at: session.createdAt,
});

const sessionFrom = (row: Row<'sessions'>): Session => ({
  sessionId: sessionId(row.session_id),
  threadId: threadId(row.thread_id),
  profile: row.profile,
  createdAt: row.created_at,
});
