import { say } from '../../../core/execution/tool-servers/says.ts';
import { refreshAuthorization, type AuthProvider } from '@modelcontextprotocol/client';
import type { Clock } from '../../../core/ports/clock.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import type { ToolServer } from '../../../core/execution/tool-servers/model.ts';
import type { LoginStore } from '../../../core/execution/tool-servers/port.ts';
import type { Target } from '../../../core/outside/web/target.ts';
import { refusalIn, type GuardedFetchDeps } from './guarded-fetch.ts';
import { JudgedFetch } from './judged-fetch.ts';
import { Login } from './login.ts';
import type { WantedScopes } from './wanted-scopes.ts';

export interface AuthorizationDeps extends GuardedFetchDeps {
  readonly logins: LoginStore;
  readonly wanted: WantedScopes;
  readonly clock: Clock;
}

/**
 * The token of each request to a server, from the login that is kept for it, and for no other server. A refused token is
 * renewed once, for all requests that wait; without that the server asks for a login.
 */
export class Authorization implements AuthProvider {
  readonly #server: ToolServer;
  readonly #target: Target;
  readonly #logins: LoginStore;
  readonly #wanted: WantedScopes;
  readonly #deps: GuardedFetchDeps;
  readonly #clock: Clock;
  #renewing: Promise<void> | null = null;

  constructor(server: ToolServer, target: Target, { logins, wanted, clock, ...deps }: AuthorizationDeps) {
    this.#server = server;
    this.#target = target;
    this.#logins = logins;
    this.#wanted = wanted;
    this.#deps = deps;
    this.#clock = clock;
  }

  async token(): Promise<string | undefined> {
    const kept = this.#logins.read(this.#server);
    return kept === null ? undefined : Login.from(kept).tokens()?.access_token;
  }

  /** The login does not allow what was asked of the server. @returns whether another login can */
  insufficient(scope: string | undefined): boolean {
    return this.#wanted.add(this.#server, scope);
  }

  onUnauthorized(): Promise<void> {
    return (this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    }));
  }

  /** RFC 6749, 6. @throws Refusal tool_server_sign_in */
  async #renew(): Promise<void> {
    const kept = this.#logins.read(this.#server);
    if (kept === null) throw asksForLogin(this.#server);
    const login = Login.from(kept);
    const [tokens, client, found] = [login.tokens(), login.clientInformation(), login.discoveryState()];
    if (!tokens?.refresh_token || !client || !found) throw loginEnded(this.#server);
    const deadline = this.#clock.deadline(limits.connectMs);
    const judged = new JudgedFetch(this.#target, this.#deps, deadline.signal);
    try {
      const renewed = await refreshAuthorization(found.authorizationServerUrl, {
        ...(found.authorizationServerMetadata ? { metadata: found.authorizationServerMetadata } : {}),
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        resource: found.resourceMetadata?.resource ?? this.#target.url,
        fetchFn: judged.fetch,
      });
      login.saveTokens({ ...tokens, ...renewed });
    } catch (error) {
      throw refusalIn(error) ?? loginEnded(this.#server, error);
    } finally {
      deadline.cancel();
      judged.close();
    }
    await this.#logins.renew(this.#server, kept, login.kept());
  }
}

const asksForLogin = ({ name }: ToolServer) =>
  refuse.tool_server_sign_in({}, say('server.sign_in', { name, isExpired: false }));

const loginEnded = ({ name }: ToolServer, cause?: unknown) =>
  refuse.tool_server_sign_in({}, say('server.sign_in', { name, isExpired: true }), cause);
