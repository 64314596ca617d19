import { refuse } from '../../../core/trust/sign-in/errors.ts';
import type { OidcProvider } from '../../../core/trust/sign-in/port.ts';
import type { Log } from '../../../core/ports/log.ts';

type Library = typeof import('openid-client');
type Configuration = Awaited<ReturnType<Library['discovery']>>;

/** Loaded with its first use: nobody needs it who signs in in another way. */
const library = (): Promise<Library> => import('openid-client');

const TIMEOUT_S = 10;

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Looked up at each use; null: the client has none. */
  readonly clientSecret: () => string | null;
}

/** OpenID Connect with the code flow, PKCE, a state and a nonce. What the provider says of itself is read once it is needed. */
export function oidcProvider(
  { issuer, clientId, clientSecret }: OidcSettings,
  log: Pick<Log, 'warn' | 'info'>,
): OidcProvider {
  let known: Promise<Configuration> | null = null;
  let knownSecret: string | null = null;

  async function configuration(): Promise<Configuration> {
    const secret = clientSecret();
    if (known !== null && secret === knownSecret) return await known;
    const { discovery, allowInsecureRequests, None } = await library();
    const server = new URL(issuer);
    // The settings allow it on this machine alone.
    const execute = server.protocol === 'http:' ? [allowInsecureRequests] : [];
    const found = discovery(server, clientId, secret ?? undefined, secret === null ? None() : undefined, {
      execute,
      timeout: TIMEOUT_S,
    });
    known = found;
    knownSecret = secret;
    try {
      return await found;
    } catch (error) {
      if (known === found) known = null;
      log.warn('the provider that people sign in with cannot be used', { issuer, error });
      throw refuse.oidc_unreachable({}, undefined, error);
    }
  }

  return {
    address: async ({ redirectUri, nonce, verifier }, state) => {
      const found = await configuration();
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      return buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }).href;
    },

    account: async ({ redirectUri, nonce, verifier }, { code, state, iss }) => {
      const found = await configuration();
      const { authorizationCodeGrant } = await library();
      const answered = new URL(redirectUri);
      for (const [name, value] of Object.entries({ code, state, iss }))
        if (value !== null) answered.searchParams.set(name, value);
      try {
        const tokens = await authorizationCodeGrant(found, answered, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        return claims ? { issuer: claims.iss, subject: claims.sub } : null;
      } catch (error) {
        if (isNetwork(error)) throw refuse.oidc_unreachable({}, undefined, error);
        log.info('the provider did not confirm who somebody is', { code: codeOf(error) });
        return null;
      }
    },
  };
}

const isNetwork = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  return (name === 'TypeError' && code === undefined) || code === 'OAUTH_TIMEOUT';
};

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;
