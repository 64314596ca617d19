// Room: what is in progress, and how it is stopped. A stop is accepted only where its signal arrives.

import type { Asker } from '../../trust/people/model.ts';
import {
  sessionId as asSessionId,
  threadId as asThreadId,
  type PersonId,
  type SessionId,
  type ThreadId,
} from '../../kernel/ids.ts';
import type { Ids } from '../../ports/ids.ts';
import type { SessionChange } from '../sessions/store.ts';
import type { ThreadChange } from '../threads/store.ts';
import { backgroundLimits } from './limits.ts';
import { refuse } from './errors.ts';
import type { Piece } from './in-flight.ts';
import { say } from './says.ts';

/** What decides whether somebody may control work. */
export type Controls = Pick<Asker, 'person' | 'role'>;

/** The agent controls what its person started, and nothing else. */
export const asAgentOf = (person: PersonId): Controls => ({ person, role: 'member' });

/**
 * Whether the asker may see and stop this work: the owner of the engine all of it, everybody else only their own
 * (specification › Authentication, 4).
 */
export const mayControl = ({ personId }: Pick<Piece, 'personId'>, { person, role }: Controls): boolean =>
  role === 'owner' || personId === person;

/**
 * The one id that this text is, or begins. Null if there is none.
 * @throws Refusal id_too_short, ambiguous_id
 */
export function idMeant<Id extends string>(text: string, ids: readonly Id[]): Id | null {
  const typed = text.toLowerCase();
  const exact = ids.find((id) => id === typed);
  if (exact !== undefined) return exact;
  if (typed.length < backgroundLimits.prefixChars)
    throw refuse.id_too_short({ chars: backgroundLimits.prefixChars });
  const found = [...new Set(ids.filter((id) => id.startsWith(typed)))];
  if (found.length > 1) {
    const candidates = found.slice(0, backgroundLimits.candidates);
    throw refuse.ambiguous_id(
      { candidates },
      say('background.ambiguous_id', { ids: candidates, hasMore: candidates.length < found.length }),
    );
  }
  return found[0] ?? null;
}

/** A new thread for work in the background, with a session in it; both exist once `changes` are committed. */
export function newConversation(
  title: string,
  {
    person,
    ids,
    createdAt,
    archived = false,
  }: {
    readonly person: PersonId;
    readonly ids: Ids;
    readonly createdAt: number;
    readonly archived?: boolean;
  },
): {
  readonly threadId: ThreadId;
  readonly sessionId: SessionId;
  readonly changes: readonly (ThreadChange | SessionChange)[];
} {
  const threadId = asThreadId(ids.next());
  const sessionId = asSessionId(ids.next());
  const thread = {
    threadId,
    personId: person,
    title,
    archived,
    messageCount: 0,
    costUsd: 0,
    createdAt,
    updatedAt: createdAt,
  };
  return {
    threadId,
    sessionId,
    changes: [
      { change: 'thread.create', thread },
      { change: 'thread.name', threadId, title },
      { change: 'session.create', session: { sessionId, threadId, profile: null, createdAt } },
    ],
  };
}

/** In the note to the agent that ends the task of work in the background. */
export const NOT_FOLLOWED = 'Your owner does not follow this; a question waits for them.';
