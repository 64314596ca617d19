import { randomBytes } from 'node:crypto';
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../core/kernel/json.ts';
import type { KeptLogin } from '../../../core/execution/tool-servers/port.ts';

interface LoginData {
  redirectUrl: string;
  /** What was asked for. */
  scope?: string | undefined;
  client?: StoredOAuthClientInformation | undefined;
  tokens?: StoredOAuthTokens | undefined;
  discovery?: OAuthDiscoveryState | undefined;
}

/** A login as the library keeps it (OAuth 2.1, RFC 7591, RFC 9728); one object for each use of it. */
export class Login implements OAuthClientProvider {
  readonly #data: LoginData;
  readonly #redirect: (to: URL) => void;
  readonly #state = randomBytes(32).toString('base64url');
  #verifier = '';

  private constructor(data: LoginData, redirect: (to: URL) => void) {
    this.#data = data;
    this.#redirect = redirect;
  }

  /** A new one, whose answer comes to this address. */
  static begin(redirectUrl: string, redirect: (to: URL) => void): Login {
    return new Login({ redirectUrl }, redirect);
  }

  /** One that is kept. It leads to no browser. */
  static from({ data }: KeptLogin): Login {
    return new Login({ ...(data as unknown as LoginData) }, () => undefined);
  }

  /** For the store. */
  kept(): KeptLogin {
    const { access_token: access, refresh_token: refresh } = this.#data.tokens ?? {};
    const secret = (this.#data.client as { client_secret?: unknown } | undefined)?.client_secret;
    return {
      data: JSON.parse(JSON.stringify(this.#data)) as JsonObject,
      secrets: [access, refresh, secret].filter((one) => typeof one === 'string'),
    };
  }

  get redirectUrl(): string {
    return this.#data.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'svc',
      redirect_uris: [this.#data.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#data.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#data.client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#data.tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#data.tokens = tokens;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#data.discovery;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#data.discovery = discovery;
  }

  /** What it allows, as far as that is known (RFC 6749, 5.1: what was asked for, where the answer does not say it). */
  get scope(): string | undefined {
    return this.#data.tokens?.scope ?? this.#data.scope;
  }

  redirectToAuthorization(to: URL): void {
    this.#data.scope = to.searchParams.get('scope') ?? undefined;
    this.#redirect(to);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  invalidateCredentials(which: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (which === 'all' || which === 'tokens') this.#data.tokens = undefined;
    if (which === 'all' || which === 'client') this.#data.client = undefined;
    if (which === 'all' || which === 'discovery') this.#data.discovery = undefined;
  }
}
