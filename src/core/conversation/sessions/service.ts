import type { Whose } from '../../trust/people/model.ts';
import {
  sessionId as asSessionId,
  threadId as asThreadId,
  type PersonId,
  type SessionId,
  type ThreadId,
} from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { SessionChange, SessionStore } from './store.ts';
import type { ThreadChange, ThreadStore } from '../threads/store.ts';
import type { AssistantService } from '../assistants/service.ts';
import type { ModelGateway } from '../../ports/model.ts';
import { threadGoneOr, refuse as refuseThread } from '../threads/errors.ts';
import { UNTITLED, unsettled, type ThreadSettings } from '../threads/model.ts';
import type { StopsRuns } from '../threads/port.ts';
import { refuse } from './errors.ts';
import type { Session } from './model.ts';

export interface SessionServiceDeps {
  readonly journal: Journal<SessionChange | ThreadChange>;
  readonly sessions: SessionStore;
  readonly threads: ThreadStore;
  readonly holds: StopsRuns;
  readonly models: ModelGateway;
  readonly assistants: Pick<AssistantService, 'begin'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface DraftSession {
  readonly session: Session;
  readonly changes: readonly (SessionChange | ThreadChange)[];
}

export class SessionService {
  readonly #deps: SessionServiceDeps;

  constructor(deps: SessionServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Creates a session on an existing thread, or on a new one, which may begin with an assistant.
   * @param assistant its id or its name
   * @throws Refusal thread_not_found, profile_unknown, assistant_not_found, conversation_begun
   */
  async create(
    person: PersonId,
    threadId: ThreadId | null,
    profile: string | null,
    assistant: string | null = null,
  ): Promise<Session> {
    const { threads, journal, assistants } = this.#deps;
    if (assistant !== null && threadId !== null) throw refuse.conversation_begun();
    const settings = assistant === null ? unsettled : await assistants.begin(person, assistant);
    if (profile !== null) await this.#deps.models.open(profile, person);
    if (threadId !== null && !(await threads.get(person, threadId))) throw refuseThread.thread_not_found();
    const { session, changes } = this.draft(person, threadId, profile, settings);
    await journal.commit(changes).catch(async (error: unknown) => {
      throw await threadGoneOr(error, threadId, threads);
    });
    return session;
  }

  /** A session on an existing thread, or on a new one, and the changes that make it; nothing is checked or stored. */
  draft(
    person: PersonId,
    threadId: ThreadId | null,
    profile: string | null,
    settings: ThreadSettings = unsettled,
  ): DraftSession {
    const { ids, clock } = this.#deps;
    const createdAt = clock.now();
    const session: Session = {
      sessionId: asSessionId(ids.next()),
      threadId: threadId ?? asThreadId(ids.next()),
      profile,
      createdAt,
    };
    const thread: ThreadChange = {
      change: 'thread.create',
      settings,
      thread: {
        threadId: session.threadId,
        personId: person,
        title: UNTITLED,
        archived: false,
        messageCount: 0,
        costUsd: 0,
        createdAt,
        updatedAt: createdAt,
      },
    };
    return {
      session,
      changes: [...(threadId === null ? [thread] : []), { change: 'session.create', session }],
    };
  }

  /** @throws Refusal session_not_found */
  async get(whose: Whose, sessionId: SessionId): Promise<Session> {
    const session = await this.#deps.sessions.get(whose, sessionId);
    if (!session) throw refuse.session_not_found();
    return session;
  }

  /**
   * Stops its run and deletes the session; the thread and its unreviewed changes stay.
   * @throws Refusal session_not_found
   */
  async delete(whose: Whose, sessionId: SessionId): Promise<void> {
    const { threadId } = await this.get(whose, sessionId);
    await this.#deps.holds.stopRunAndHold({ threadId, sessionId }, () =>
      this.#deps.journal.commit([{ change: 'session.delete', sessionId }]),
    );
  }
}
