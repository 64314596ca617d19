import { inText } from '../../src/core/kernel/says.ts';
import { say } from '../../src/core/execution/tool-servers/says.ts';
import { aborted } from '../../src/core/kernel/abort.ts';
import type { Json, JsonObject } from '../../src/core/kernel/json.ts';
import { refuse } from '../../src/core/execution/tool-servers/errors.ts';
import type { ToolServer } from '../../src/core/execution/tool-servers/model.ts';
import type {
  CallAsked,
  CallResult,
  SignIn,
  ConnectionEvents,
  ToolServerClient,
  ToolServerConnection,
} from '../../src/core/execution/tool-servers/port.ts';

/** A definition as a server sends it. */
export const definition = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...more,
});

export const said = (text: string): CallResult => ({
  content: [{ type: 'text', text }],
  structured: null,
  isError: false,
});

/** One tool server without a network. Its fields may be changed at any time. */
export class ScriptedToolServer {
  tools: readonly Json[];
  /** False: it cannot be reached. */
  isUp = true;
  /** Never: it takes connections and says nothing. */
  answersLists = true;
  call: (asked: CallAsked) => Promise<CallResult> = async ({ input }) => said(JSON.stringify(input));
  /** A login that waits for the owner. */
  login: SignIn | null = null;
  readonly calls: CallAsked[] = [];
  /** False: it has forgotten the connection. */
  knows = true;
  /** How often it was asked that. */
  asked = 0;
  connections = 0;
  closed = 0;
  lists = 0;
  events: ConnectionEvents | null = null;

  constructor(...tools: readonly Json[]) {
    this.tools = tools;
  }

  connect(events: ConnectionEvents): ToolServerConnection {
    if (!this.isUp) throw refuse.tool_server_away({}, say('server.nothing_listens', { code: null }));
    this.connections++;
    this.events = events;
    return {
      protocol: '2025-11-25',
      software: 'scripted 1.0',
      definitions: async (signal) => {
        this.lists++;
        if (!this.answersLists)
          return await new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('aborted'))),
          );
        return this.tools;
      },
      call: async (asked) => {
        this.calls.push(asked);
        const stopped = new Promise<never>((_, reject) =>
          asked.signal.addEventListener('abort', () => reject(refuse.tool_server_away())),
        );
        return await Promise.race([this.call(asked), stopped]);
      },
      isKnown: async () => {
        this.asked++;
        if (!this.knows) events.ended([inText('It has forgotten.')]);
        return this.knows;
      },
      close: async () => void this.closed++,
    };
  }
}

/** Reaches scripted servers by their names in the configuration. */
export class ScriptedToolServers implements ToolServerClient {
  readonly #servers: Readonly<Record<string, ScriptedToolServer>>;

  constructor(servers: Readonly<Record<string, ScriptedToolServer>>) {
    this.#servers = servers;
  }

  async check(): Promise<void> {}

  async connect({ name }: ToolServer, events: ConnectionEvents): Promise<ToolServerConnection> {
    const server = this.#servers[name];
    if (!server) throw refuse.tool_server_away({}, say('server.not_reached', { code: null }));
    return server.connect(events);
  }

  async signIn({ name }: ToolServer, signal: AbortSignal): Promise<SignIn> {
    const server = this.#servers[name];
    if (!server?.login) throw refuse.tool_server_no_sign_in();
    const { url, done } = server.login;
    const stopped = aborted(signal).then(() => {
      throw refuse.tool_server_sign_in();
    });
    return { url, done: Promise.race([done, stopped]) };
  }
}
