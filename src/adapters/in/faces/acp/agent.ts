import { isAbsolute } from 'node:path';
import {
  agent,
  PROTOCOL_VERSION,
  type AgentConnection,
  type AgentContext,
  type NewSessionRequest,
  type Stream,
} from '@agentclientprotocol/sdk';
import type { Log } from '../../../../core/ports/log.ts';
import { sentIn } from './content.ts';
import { answered, stillWorking, unknownSession, wrong } from './errors.ts';
import { historyOf } from './history.ts';
import { Turn, type TurnDeps, type TurnPlace } from './turn.ts';

export interface EditorAgentDeps extends TurnDeps {
  readonly version: string;
  /** Of sessions that are listed: where the client works is the client's own, and no thread has it. */
  readonly folder: string;
  readonly log: Pick<Log, 'error'>;
}

interface Session extends TurnPlace {
  /** The message that is being worked on. */
  turn: Turn | null;
  /** The run of the message before; it may still wait for something. */
  runId: string | null;
  /** It was made for the client, which has said nothing in it yet. */
  isUnused: boolean;
}

/** What an editor speaks to: the Agent Client Protocol, version 1. Its sessions are threads. */
export class EditorAgent {
  readonly #deps: EditorAgentDeps;
  readonly #sessions = new Map<string, Session>();
  readonly #connection: AgentConnection;

  constructor(deps: EditorAgentDeps, stream: Stream) {
    this.#deps = deps;
    this.#connection = this.#serving().connect(stream);
  }

  /** Resolves when the client has closed its end, or `stop` was called. */
  get closed(): Promise<void> {
    return this.#connection.closed;
  }

  /** Repeatable. */
  stop(): void {
    this.#connection.close();
  }

  /**
   * Leaves the client. Threads in which nothing was said are removed.
   * @param endsRuns whether the runs of the client end with it
   */
  async close(endsRuns: boolean): Promise<void> {
    this.stop();
    await Promise.all([...this.#sessions.values()].map((session) => this.#left(session, endsRuns)));
    this.#sessions.clear();
  }

  #serving() {
    const { version, log } = this.#deps;
    const serve = async <Answer>(method: string, make: () => Promise<Answer>) =>
      await answered(log, method, make, this.#connection.signal);
    return agent({ name: 'svc' })
      .onRequest('initialize', () => ({
        // A client that speaks another one decides whether it speaks this, too.
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'svc', title: 'svc', version },
        authMethods: [],
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, audio: false, embeddedContext: true },
          mcpCapabilities: { http: false, sse: false },
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
      }))
      .onRequest('authenticate', () => {
        throw wrong('svc asks nobody to sign in here: it works for the person who has started it.');
      })
      .onRequest('session/new', ({ params }) => serve('session/new', () => this.#create(params)))
      .onRequest('session/load', ({ params, client }) =>
        serve('session/load', async () => {
          await this.#open(params);
          await this.#replay(params.sessionId, client);
          return {};
        }),
      )
      .onRequest('session/resume', ({ params }) =>
        serve('session/resume', async () => {
          await this.#open(params);
          return {};
        }),
      )
      .onRequest('session/list', ({ params }) =>
        serve('session/list', () => this.#list(params.cwd ?? null, params.cursor ?? null)),
      )
      .onRequest('session/close', ({ params }) =>
        serve('session/close', async () => {
          const session = this.#session(params.sessionId);
          this.#sessions.delete(params.sessionId);
          await this.#left(session, true);
          return {};
        }),
      )
      .onRequest('session/prompt', ({ params, client, signal }) =>
        serve('session/prompt', async () => {
          const session = this.#session(params.sessionId);
          if (session.turn !== null) throw stillWorking();
          const sent = sentIn(params.prompt);
          const turn = new Turn(this.#deps, session, client);
          session.turn = turn;
          session.isUnused = false;
          // A client that leaves stops being told, and no run.
          signal.addEventListener('abort', () =>
            this.#connection.signal.aborted ? turn.leave() : turn.cancel(),
          );
          try {
            return await turn.take(sent);
          } finally {
            // What is left of it when the client has left is seen to by `close`.
            if (!this.#connection.signal.aborted) session.turn = null;
            session.runId = turn.runId ?? session.runId;
          }
        }),
      )
      .onNotification('session/cancel', ({ params }) => this.#sessions.get(params.sessionId)?.turn?.cancel());
  }

  /** @throws RequestError */
  #session(sessionId: string): Session {
    const session = this.#sessions.get(sessionId);
    if (!session) throw unknownSession();
    return session;
  }

  async #create({ cwd }: Pick<NewSessionRequest, 'cwd'>): Promise<{ readonly sessionId: string }> {
    confirmAbsolute(cwd);
    const { sessionId, threadId } = await this.#deps.engine['sessions.create']({ body: {} });
    this.#sessions.set(threadId, { threadId, sessionId, turn: null, runId: null, isUnused: true });
    return { sessionId: threadId };
  }

  /** An older session, or one that the client has open. */
  async #open({
    sessionId: threadId,
    cwd,
  }: {
    readonly sessionId: string;
    readonly cwd: string;
  }): Promise<void> {
    confirmAbsolute(cwd);
    const known = this.#sessions.get(threadId);
    if (known?.turn) throw stillWorking();
    if (known) return;
    const { sessionId } = await this.#deps.engine['sessions.create']({ body: { threadId } });
    this.#sessions.set(threadId, { threadId, sessionId, turn: null, runId: null, isUnused: false });
  }

  async #replay(sessionId: string, client: AgentContext): Promise<void> {
    const { engine, absolute } = this.#deps;
    for await (const update of historyOf(engine, sessionId, absolute))
      await client.notify('session/update', { sessionId, update });
  }

  async #list(cwd: string | null, cursor: string | null) {
    const { engine, folder } = this.#deps;
    const listed = await engine['threads.list']({ query: cursor === null ? {} : { cursor } });
    return {
      sessions: listed.threads
        .filter(({ messageCount }) => messageCount > 0)
        .map(({ threadId, title, updatedAt }) => ({
          sessionId: threadId,
          title,
          updatedAt,
          cwd: cwd ?? folder,
        })),
      nextCursor: listed.nextCursor,
    };
  }

  async #left({ threadId, turn, runId, isUnused }: Session, endsRuns: boolean): Promise<void> {
    const { engine } = this.#deps;
    const params = { id: threadId };
    if (endsRuns) turn?.cancel();
    if (endsRuns && runId !== null)
      await engine['threads.abort']({ params, body: { runId } }).catch(() => undefined);
    if (!isUnused) return;
    try {
      // Its person may have gone on with it on the page.
      if ((await engine['threads.get']({ params })).messageCount === 0)
        await engine['threads.delete']({ params });
    } catch {
      // It is gone, or the engine is: an empty thread harms nobody.
    }
  }
}

function confirmAbsolute(cwd: string): void {
  if (!isAbsolute(cwd)) throw wrong('cwd must be an absolute path.');
}
