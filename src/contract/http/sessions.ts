import { Type } from 'typebox';
import { sessionId, threadId } from '../../core/kernel/ids.ts';
import type { refuse as refuseAssistants } from '../../core/conversation/assistants/errors.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refuseSessions } from '../../core/conversation/sessions/errors.ts';
import type { refuse as refuseThreads } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, Id, Name, Time, time } from '../shapes.ts';

const { json } = rowsRefusing<
  typeof refuseAssistants & typeof refuseModels & typeof refuseSessions & typeof refuseThreads
>();

/** For a new thread only: what it says then holds for all of it. */
export const AssistantNamed = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Begins the conversation with this assistant, by its id or its name: with its instructions, its model profile and its tools',
});

export const sessions = {
  'sessions.create': json({
    route: 'POST /api/sessions',
    who: 'starter',
    needs: 'run',
    summary: 'Create a session on a new thread, which may begin with an assistant, or on the given one.',
    status: 201,
    refuses: [
      'thread_not_found',
      'profile_unknown',
      'provider_incomplete',
      'assistant_not_found',
      'conversation_begun',
    ],
    body: Type.Object(
      {
        threadId: Type.Optional(Name),
        profile: Type.Optional(Name),
        assistant: Type.Optional(AssistantNamed),
      },
      closed,
    ),
    returns: Type.Object({ sessionId: Id, threadId: Id, createdAt: Time }),
    handle: async ({ sessions }, { body, asker }) => {
      const named = body.threadId === undefined ? null : threadId(body.threadId);
      const session = await sessions.create(
        asker.person,
        named,
        body.profile ?? null,
        body.assistant ?? null,
      );
      return { sessionId: session.sessionId, threadId: session.threadId, createdAt: time(session.createdAt) };
    },
  }),
  'sessions.delete': json({
    route: 'DELETE /api/sessions/:id',
    who: 'starter',
    needs: 'run',
    summary: 'Delete a session. A run in flight is aborted; the thread stays.',
    status: 204,
    refuses: ['session_not_found'],
    handle: async ({ sessions }, { params, asker }) => {
      await sessions.delete(asker.person, sessionId(params.id));
      return undefined;
    },
  }),
};
