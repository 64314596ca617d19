import { say } from '../../../core/execution/tool-servers/says.ts';
import type { Transport } from '@modelcontextprotocol/client';
import { aborted } from '../../../core/kernel/abort.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Addresses } from '../../../core/ports/addresses.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { cleanedLine } from '../../../core/execution/tool-servers/cleaned-text.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import type { ServerPlace, ToolServer } from '../../../core/execution/tool-servers/model.ts';
import type {
  ConnectionEvents,
  LoginStore,
  SignIn,
  ToolServerClient,
  ToolServerConnection,
} from '../../../core/execution/tool-servers/port.ts';
import { targetOf, type Target } from '../../../core/outside/web/target.ts';
import { Authorization } from './authorization.ts';
import { CommandTransport, programAt } from './command.ts';
import { Connection, NO_TIMEOUT } from './connection.ts';
import { failureOf, statusOf } from './failures.ts';
import type { GuardedFetchDeps } from './guarded-fetch.ts';
import { SseTransport, StreamableTransport, type HttpDeps } from './http.ts';
import { lenientClient } from './lenient-client.ts';
import { ProgramWatch } from './program-watch.ts';
import { answerForms, type Asking } from './questions.ts';
import { signIn } from './sign-in.ts';
import { WantedScopes } from './wanted-scopes.ts';
import { PipeWire, Wire, type EndingTransport } from './wire.ts';

export interface ToolClientDeps {
  /** Of this engine. */
  readonly version: string;
  /** The ports on which this engine listens now: it is no tool server of its own. */
  readonly ownPorts: ReadonlySet<number>;
  readonly addresses: Addresses;
  /** The whole environment of commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Memory of this machine, or what the engine may have of it. Commands may use a part of it. */
  readonly machineBytes: number;
  readonly logins: LoginStore;
  readonly clock: Clock;
  readonly log: Log;
}

interface Attempt {
  readonly server: ToolServer;
  readonly events: ConnectionEvents;
  readonly signal: AbortSignal;
}

/** How a server is greeted: first in the newest revision, or at once in those up to 2025-11-25. */
type Greeting = 'auto' | 'legacy';

/** How long a command may leave the newest revision's first question unanswered before it is asked the older one. */
const PROBE_MS = 5_000;
/** Errors of the library that are logged for one connection. */
const LOGGED = 20;

/** Tool servers over the library of their protocol. One object watches all its commands together. See the port. */
export class ToolClient implements ToolServerClient {
  readonly #deps: ToolClientDeps;
  readonly #watch: ProgramWatch;
  readonly #wanted = new WantedScopes();

  constructor(deps: ToolClientDeps) {
    this.#deps = deps;
    this.#watch = new ProgramWatch(deps);
  }

  async check(place: ServerPlace): Promise<void> {
    if (place.kind === 'command') await programAt(place.command[0] ?? '', this.#deps.environment);
  }

  async connect(
    server: ToolServer,
    events: ConnectionEvents,
    signal: AbortSignal,
  ): Promise<ToolServerConnection> {
    const { place } = server;
    const attempt = { server, events, signal };
    try {
      return place.kind === 'http'
        ? await this.#overHttp(targetIn(place.url), attempt)
        : await this.#asCommand(place.command, attempt);
    } catch (error) {
      if (signal.aborted) throw refuse.tool_server_away({}, say('server.late'));
      throw failureOf(error);
    }
  }

  async signIn(server: ToolServer, signal: AbortSignal): Promise<SignIn> {
    if (server.place.kind !== 'http') throw refuse.tool_server_no_sign_in();
    const { logins, clock } = this.#deps;
    const deps = { ...this.#guard(), logins, wanted: this.#wanted, clock };
    return await signIn(server, targetIn(server.place.url), deps, signal);
  }

  #guard(): GuardedFetchDeps {
    const { version, addresses, ownPorts } = this.#deps;
    return { userAgent: `svc/${version}`, addresses, ownPorts };
  }

  async #overHttp(target: Target, attempt: Attempt): Promise<Connection> {
    const { logins, clock } = this.#deps;
    const guard = this.#guard();
    const authorization = new Authorization(attempt.server, target, {
      ...guard,
      logins,
      wanted: this.#wanted,
      clock,
    });
    const reopened = () => attempt.events.listChanged();
    const deps: HttpDeps = { ...guard, clock, authorization, reopened };
    try {
      return await this.#open(new StreamableTransport(target, deps), 'auto', attempt);
    } catch (error) {
      const older = olderThan(error, target, deps);
      if (!older) throw error;
      return await this.#open(older, 'legacy', attempt).catch((second: unknown) => {
        // It speaks nothing older either: the first answer says more.
        throw isRefusal(second) ? second : error;
      });
    }
  }

  /** A command of an older revision may end when it is greeted in the newest one. It is started again then. */
  async #asCommand(command: readonly string[], attempt: Attempt): Promise<Connection> {
    const { environment, clock, log } = this.#deps;
    const deps = { environment, watch: this.#watch, clock, log, server: attempt.server.name };
    const start = () => new CommandTransport(command, deps);
    const first = start();
    try {
      return await this.#open(first, 'auto', attempt);
    } catch (error) {
      if (!first.hasExited || attempt.signal.aborted) throw error;
      return await this.#open(start(), 'legacy', attempt);
    }
  }

  async #open(transport: EndingTransport, greeting: Greeting, attempt: Attempt): Promise<Connection> {
    const { version, clock } = this.#deps;
    const { events, signal } = attempt;
    let isOpen = false;
    const isCommand = transport instanceof CommandTransport;
    const wire = new (isCommand ? PipeWire : Wire)(transport, {
      clock,
      ended: (why) => {
        if (isOpen) events.ended(why.says);
      },
    });
    const client = lenientClient(
      { name: 'svc', version },
      {
        capabilities: { elicitation: { form: {} } },
        versionNegotiation: {
          mode: greeting,
          probe: { timeoutMs: isCommand ? PROBE_MS : NO_TIMEOUT },
        },
      },
    );
    client.onerror = this.#logged(attempt.server.name);
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      if (isOpen) events.listChanged();
    });
    const asking: Asking = new Set();
    answerForms(client, asking);
    const late = aborted(signal).then(() => {
      throw refuse.tool_server_away();
    });
    const greeted = client.connect(wire as Transport, { timeout: NO_TIMEOUT });
    for (const each of [late, greeted]) each.catch(() => undefined);
    try {
      await Promise.race([late, greeted]);
      if (wire.broken) throw wire.broken;
    } catch (error) {
      const why = wire.broken;
      await wire.close();
      throw why ?? error;
    }
    isOpen = true;
    const connection = new Connection({ client, wire, clock, events, asking });
    const tellsChanges = client.getServerCapabilities()?.tools?.listChanged === true;
    if (client.getProtocolEra() === 'modern' && tellsChanges) void connection.follow();
    return connection;
  }

  /** What the library could not use. A server may cause any number of these. */
  #logged(server: string): (error: Error) => void {
    let left = LOGGED;
    return ({ message }) => {
      if (left-- > 0)
        this.#deps.log.debug('tool server sent something unusable', {
          server,
          error: cleanedLine(message, limits.saidChars),
        });
    };
  }
}

/** How to go on with a server that failed when it was greeted in the newest revision; null if it would be in vain. */
function olderThan(error: unknown, target: Target, deps: HttpDeps): EndingTransport | null {
  const status = statusOf(error) ?? 0;
  // https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
  if ([400, 404, 405].includes(status)) return new SseTransport(target, deps);
  // Some servers fail at a method that they do not know.
  return status >= 500 ? new StreamableTransport(target, deps) : null;
}

function targetIn(url: string): Target {
  try {
    return targetOf(url);
  } catch (error) {
    if (isRefusal(error)) throw refuse.tool_server_address({}, error.says, error);
    throw error;
  }
}
