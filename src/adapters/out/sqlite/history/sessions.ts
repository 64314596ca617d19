import { sessionId, threadId } from '../../../../core/kernel/ids.ts';
import type { SessionChange } from '../../../../core/sessions/changes.ts';
import type { Session } from '../../../../core/sessions/model.ts';
import type { SessionStore } from '../../../../core/sessions/store.ts';
import { stepsOf } from '../step.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';

interface SessionTables {
  sessions: { session_id: string; thread_id: string; profile: string | null; created_at: number };
}

export const sessions: Part<SessionTables, SessionChange, { readonly sessions: SessionStore }> = {
  ids: [['sessions', 'session_id']],
  steps: (db) => ({
    'session.create': ({ session }) => stepsOf([db.insertInto('sessions').values(sessionRow(session))]),
    'session.delete': ({ sessionId }) =>
      stepsOf([db.deleteFrom('sessions').where('session_id', '=', sessionId)]),
  }),
  reads: (db) => ({ sessions: sessionStore(db) }),
};

const sessionStore = (db: Db): SessionStore => ({
  get: async (sessionId) => {
    const row = await read(
      db.selectFrom('sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),
    );
    return row ? sessionFrom(row) : null;
  },
});

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
