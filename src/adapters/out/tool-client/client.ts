import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { ToolServer } from '../../../core/tool-servers/model.ts';
import type {
  ConnectionEvents,
  LoginStore,
  SignIn,
  ToolServerClient,
  ToolServerConnection,
} from '../../../core/tool-servers/port.ts';
import { refuse } from '../../../core/tool-servers/errors.ts';

export interface ToolClientDeps {
  /** Of this engine. */
  readonly version: string;
  /** The ports on which this engine listens now: it is no tool server of its own. */
  readonly ownPorts: ReadonlySet<number>;
  readonly logins: LoginStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tool servers over the libraries of their protocol. See the port. */
export class ToolClient implements ToolServerClient {
  readonly #deps: ToolClientDeps;

  constructor(deps: ToolClientDeps) {
    this.#deps = deps;
  }

  async connect(
    _server: ToolServer,
    _events: ConnectionEvents,
    _signal: AbortSignal,
  ): Promise<ToolServerConnection> {
    throw refuse.tool_server_away({}, this.#deps.version);
  }

  async signIn(_server: ToolServer, _signal: AbortSignal): Promise<SignIn> {
    throw refuse.tool_server_no_sign_in();
  }
}
