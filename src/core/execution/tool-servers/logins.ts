import type { Crypto } from '../../ports/crypto.ts';
import type { KnownSecrets } from '../../ports/log.ts';
import { TOOL_SERVER_LOGIN } from '../../trust/secrets/model.ts';
import type { SecretService } from '../../trust/secrets/service.ts';
import { placeText, type ToolServer } from './model.ts';
import type { KeptLogin, LoginStore } from './port.ts';

export interface LoginsDeps {
  readonly secrets: Pick<SecretService, 'own' | 'put' | 'delete'>;
  readonly knownSecrets: Pick<KnownSecrets, 'learn' | 'forget'>;
  readonly crypto: Pick<Crypto, 'sha256'>;
}

/** Tokens of a login that are masked: the present ones, and some before, which a late answer may quote. */
const MASKED = 6;

/**
 * The engine's logins at tool servers, in the vault: one secret for each server at its place, bound to no host. The agent
 * can neither refer to it nor ask for it, and another place under the same name has no login.
 */
export class Logins implements LoginStore {
  readonly #deps: LoginsDeps;
  /** Names of logins that were forgotten, from the moment on: a renewal that is under way must not bring one back. */
  readonly #forgotten = new Set<string>();
  /** The tokens that are masked, oldest first, by the name of their login. */
  readonly #learned = new Map<string, readonly string[]>();

  constructor(deps: LoginsDeps) {
    this.#deps = deps;
  }

  read(server: ToolServer): KeptLogin | null {
    const name = this.#nameOf(server);
    const text = this.#deps.secrets.own(name);
    if (text === null) return null;
    const login = JSON.parse(text) as KeptLogin;
    this.#learn(name, login.secrets);
    return login;
  }

  async renew(server: ToolServer, before: KeptLogin, after: KeptLogin): Promise<void> {
    const isGone = this.#forgotten.has(this.#nameOf(server));
    const now = isGone ? null : this.read(server);
    if (now !== null && JSON.stringify(now) === JSON.stringify(before)) await this.keep(server, after);
  }

  async keep(server: ToolServer, login: KeptLogin): Promise<void> {
    const name = this.#nameOf(server);
    this.#forgotten.delete(name);
    this.#learn(name, login.secrets);
    await this.#deps.secrets.put(name, JSON.stringify(login), []);
  }

  async forget(server: ToolServer): Promise<void> {
    this.#forgotten.add(this.#nameOf(server));
    if (this.#deps.secrets.own(this.#nameOf(server)) === null) return;
    await this.#deps.secrets.delete(this.#nameOf(server));
  }

  /**
   * The vault knows the whole text alone, and an error of a server may quote a token. A login is read for each request, and
   * learning takes milliseconds: once for each token.
   */
  #learn(name: string, tokens: readonly string[]): void {
    const known = this.#learned.get(name) ?? [];
    const fresh = tokens.filter((token) => !known.includes(token));
    if (fresh.length === 0) return;
    const all = [...known, ...fresh];
    this.#learned.set(name, all.slice(-MASKED));
    this.#deps.knownSecrets.learn(fresh, 'always');
    this.#deps.knownSecrets.forget(all.slice(0, -MASKED));
  }

  #nameOf({ name, place }: ToolServer): string {
    const of = new TextEncoder().encode(JSON.stringify([name, placeText(place)]));
    return `${TOOL_SERVER_LOGIN}${this.#deps.crypto.sha256(of).slice(0, 24).toUpperCase()}`;
  }
}
