// Device login, redirects with PKCE, refresh, assertions of service accounts, revocation.
import { createHash, createVerify, randomBytes } from 'node:crypto';
import type { Account, Accounts, OAuthClient } from './accounts.ts';
import { oauthAnswer, oauthRefusal, unauthenticated } from './refusals.ts';
import { bytesOf, json, Refused, type Answer, type Call } from './wire.ts';

const AUTH = 'https://www.googleapis.com/auth/';

/** What one account let one client do. */
export interface Grant {
  readonly account: Account;
  readonly client: OAuthClient;
  readonly scopes: readonly string[];
  isRevoked: boolean;
}

/** An access token, as the APIs see it. */
export interface Access {
  readonly grant: Grant;
  /** Milliseconds. */
  readonly expiresAt: number;
}

interface Device {
  readonly client: OAuthClient;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
  interval: number;
  polledAt: number | null;
  state: 'pending' | 'denied' | Grant;
  isClaimed: boolean;
}

interface Code {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly expiresAt: number;
  readonly isOffline: boolean;
  isUsed: boolean;
}

/** What an answer to a refresh has beside the access token. The vendor repeats `scope` and rarely rotates. */
export interface RefreshAnswers {
  scope: boolean;
  /** A new refresh token in each answer; `replaces`: the old one ends. */
  refreshToken: false | 'beside' | 'replaces';
}

export interface OAuth {
  readonly refreshAnswers: RefreshAnswers;
  /** Grants of a person to a client, oldest first. */
  readonly grants: readonly Grant[];
  /** The user codes of devices, oldest first. */
  readonly userCodes: readonly string[];
  /** The owner types the code and consents. `scopes`: only these of the asked ones (granular consent). */
  allow(userCode: string, account: Account, more?: { readonly scopes?: readonly string[] }): void;
  deny(userCode: string): void;
  /**
   * The owner opens the URL and consents (or with `deny` does not).
   * @returns where the vendor redirects the browser to
   * @throws Error with the text of the vendor's page, where it shows one instead
   */
  approve(
    authorizationUrl: string,
    account: Account,
    more?: { readonly scopes?: readonly string[]; readonly deny?: boolean },
  ): string;
  /** The owner removes the access of all programs, or of one. */
  revoke(account: Account, client?: OAuthClient): void;
  /** All access tokens end now; refresh tokens go on. */
  expireAccess(): void;
  /** A token without a login, for tests of the APIs. */
  accessToken(account: Account, client: OAuthClient, scopes: readonly string[]): string;
  /** A refresh token without a login. */
  refreshToken(account: Account, client: OAuthClient, scopes: readonly string[]): string;
  /** @throws Refused 401 */
  accessOf(call: Pick<Call, 'headers' | 'query'>): Access;
  serve(call: Call): Promise<Answer | null>;
}

const DEVICE_SCOPES: ReadonlySet<string> = new Set([
  'openid',
  'email',
  'profile',
  `${AUTH}userinfo.email`,
  `${AUTH}userinfo.profile`,
  `${AUTH}drive.file`,
  `${AUTH}drive.appdata`,
  `${AUTH}youtube`,
  `${AUTH}youtube.readonly`,
]);
/** The vendor calls these two by their long names when it tells what was granted. */
const LONG: Readonly<Record<string, string>> = {
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
};
const KNOWN =
  /^(?:openid|email|profile|https:\/\/www\.googleapis\.com\/auth\/[a-z][a-z0-9._-]*|https:\/\/mail\.google\.com\/)$/u;

const HOUR = 3_599;
const DEVICE_SECONDS = 1_800;
const CODE_MS = 600_000;
const ASSERTION_AUDIENCES = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
];

const long = (scopes: readonly string[]) => [...new Set(scopes.map((scope) => LONG[scope] ?? scope))];
const scopesOf = (text: string | null) => (text ?? '').split(' ').filter((scope) => scope !== '');

export function startOAuth({ clients, serviceAccounts }: Accounts, now: () => number): OAuth {
  const grants: Grant[] = [];
  const access = new Map<string, Access>();
  const refresh = new Map<string, Grant>();
  const devices = new Map<string, Device>();
  const userCodes = new Map<string, Device>();
  const codes = new Map<string, Code>();
  const refreshAnswers: RefreshAnswers = { scope: true, refreshToken: false };

  const granted = (account: Account, client: OAuthClient, scopes: readonly string[]): Grant => {
    const grant = { account, client, scopes: long(scopes), isRevoked: false };
    grants.push(grant);
    return grant;
  };
  const newAccess = (grant: Grant, seconds = HOUR): string => {
    const token = `ya29.a0${randomBytes(60).toString('base64url')}`;
    access.set(token, { grant, expiresAt: now() + seconds * 1_000 });
    return token;
  };
  const newRefresh = (grant: Grant): string => {
    const token = `1//0${randomBytes(48).toString('base64url')}`;
    refresh.set(token, grant);
    return token;
  };
  const tokens = (grant: Grant, more: object = {}): Answer =>
    json({
      access_token: newAccess(grant),
      expires_in: HOUR,
      ...more,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...(grant.scopes.includes('openid') ? { id_token: idToken(grant, now()) } : {}),
    });

  /** @throws Refused if the request does not prove that it is from the client */
  const clientOf = (form: URLSearchParams, headers: Call['headers']): OAuthClient => {
    const basic = /^Basic (.+)$/iu.exec(headers.authorization ?? '')?.[1];
    const [basicId, basicSecret] = Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':');
    const id = form.get('client_id') ?? basicId;
    const secret = form.get('client_secret') ?? basicSecret;
    if (!id) throw oauthRefusal(400, 'invalid_request', 'Could not determine client ID from request.');
    const client = clients.get(id);
    if (!client) throw oauthRefusal(401, 'invalid_client', 'The OAuth client was not found.');
    if (client.isDeleted) throw oauthRefusal(401, 'deleted_client', 'The OAuth client was deleted.');
    if (!secret) throw oauthRefusal(400, 'invalid_request', 'client_secret is missing.');
    if (secret !== client.secret)
      throw oauthRefusal(401, 'invalid_client', 'The provided client secret is invalid.');
    return client;
  };

  const deviceCode = (form: URLSearchParams): Answer => {
    const client = clients.get(form.get('client_id') ?? '');
    if (!form.get('client_id'))
      return oauthAnswer(400, 'invalid_request', 'Missing required parameter: client_id');
    if (!client) return oauthAnswer(401, 'invalid_client', 'The OAuth client was not found.');
    if (client.isDeleted) return oauthAnswer(401, 'deleted_client', 'The OAuth client was deleted.');
    if (client.kind !== 'device') return oauthAnswer(401, 'invalid_client', 'Invalid client type.');
    const scopes = scopesOf(form.get('scope'));
    if (scopes.length === 0) return oauthAnswer(400, 'invalid_request', 'Missing required parameter: scope');
    const refused = scopes.filter((scope) => !DEVICE_SCOPES.has(scope));
    if (refused.length > 0)
      return oauthAnswer(400, 'invalid_scope', `Invalid device flow scope: ${refused.join(' ')}`);
    const code = `AH-1Ng${randomBytes(60).toString('base64url')}`;
    const letters = [...randomBytes(8)].map((byte) => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20]).join('');
    const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
    const device: Device = {
      client,
      scopes,
      expiresAt: now() + DEVICE_SECONDS * 1_000,
      interval: 5,
      polledAt: null,
      state: 'pending',
      isClaimed: false,
    };
    devices.set(code, device);
    userCodes.set(userCode, device);
    return json({
      device_code: code,
      user_code: userCode,
      expires_in: DEVICE_SECONDS,
      interval: device.interval,
      verification_url: 'https://www.google.com/device',
    });
  };

  const byDevice = (form: URLSearchParams, client: OAuthClient): Answer => {
    const device = devices.get(form.get('device_code') ?? '');
    if (!device || device.client !== client || device.isClaimed)
      return oauthAnswer(400, 'invalid_grant', 'Malformed device code.');
    if (now() >= device.expiresAt) return oauthAnswer(400, 'expired_token', 'Device code expired.');
    const last = device.polledAt;
    device.polledAt = now();
    if (last !== null && now() - last < device.interval * 1_000) {
      // RFC 8628: from now on five seconds more.
      device.interval += 5;
      return oauthAnswer(403, 'slow_down', 'Forbidden');
    }
    if (device.state === 'pending') return oauthAnswer(428, 'authorization_pending', 'Precondition Required');
    if (device.state === 'denied') return oauthAnswer(403, 'access_denied', 'Forbidden');
    device.isClaimed = true;
    return tokens(device.state, { refresh_token: newRefresh(device.state) });
  };

  const byCode = (form: URLSearchParams, client: OAuthClient): Answer => {
    const code = codes.get(form.get('code') ?? '');
    if (!code || code.grant.client !== client)
      return oauthAnswer(400, 'invalid_grant', 'Malformed auth code.');
    if (code.isUsed || now() >= code.expiresAt) return oauthAnswer(400, 'invalid_grant', 'Bad Request');
    if (form.get('redirect_uri') !== code.redirectUri)
      return oauthAnswer(400, 'redirect_uri_mismatch', 'Bad Request');
    if (code.challenge !== null) {
      const verifier = form.get('code_verifier');
      if (!verifier) return oauthAnswer(400, 'invalid_grant', 'Missing code verifier.');
      if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge)
        return oauthAnswer(400, 'invalid_grant', 'Invalid code verifier.');
    }
    code.isUsed = true;
    return tokens(code.grant, code.isOffline ? { refresh_token: newRefresh(code.grant) } : {});
  };

  const byRefresh = (form: URLSearchParams, client: OAuthClient): Answer => {
    const token = form.get('refresh_token');
    if (!token) return oauthAnswer(400, 'invalid_request', 'Missing required parameter: refresh_token');
    const grant = refresh.get(token);
    if (!grant) return oauthAnswer(400, 'invalid_grant', 'Bad Request');
    if (grant.client !== client) return oauthAnswer(401, 'unauthorized_client', 'Unauthorized');
    if (grant.isRevoked) return oauthAnswer(400, 'invalid_grant', 'Token has been expired or revoked.');
    const { refreshToken, scope } = refreshAnswers;
    const more = refreshToken === false ? {} : { refresh_token: newRefresh(grant) };
    if (refreshToken === 'replaces') refresh.delete(token);
    const answer = tokens(grant, more);
    if (!scope) delete (answer.body as { scope?: string }).scope;
    return answer;
  };

  const byAssertion = (form: URLSearchParams): Answer => {
    const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string) => {
      try {
        return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
      } catch {
        return {};
      }
    };
    const { iss, aud, exp, iat, scope, sub } = read(payload);
    const service = serviceAccounts.get(String(iss));
    if (read(header)['alg'] !== 'RS256')
      return oauthAnswer(400, 'invalid_grant', 'Invalid JWT: Unsupported algorithm.');
    if (!service) return oauthAnswer(400, 'invalid_grant', 'Invalid grant: account not found');
    const isSigned = createVerify('RSA-SHA256')
      .update(`${header}.${payload}`)
      .verify(service.publicKey, Buffer.from(signature, 'base64url'));
    if (!isSigned) return oauthAnswer(400, 'invalid_grant', 'Invalid JWT Signature.');
    if (!ASSERTION_AUDIENCES.includes(String(aud)))
      return oauthAnswer(
        400,
        'invalid_grant',
        'Invalid JWT: Failed audience check. The right audience is https://oauth2.googleapis.com/token',
      );
    const seconds = now() / 1_000;
    const lives = Number(exp) - Number(iat);
    if (!(lives > 0 && lives <= 3_600 && Number(exp) > seconds && Number(iat) < seconds + 300))
      return oauthAnswer(
        400,
        'invalid_grant',
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
      );
    const scopes = scopesOf(typeof scope === 'string' ? scope : null);
    if (scopes.length === 0 || scopes.some((each) => !KNOWN.test(each)))
      return oauthAnswer(400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
    if (sub !== undefined && sub !== iss)
      return oauthAnswer(
        401,
        'unauthorized_client',
        'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
      );
    const grant = granted(service.account, service.client, scopes);
    return json({ access_token: newAccess(grant), expires_in: HOUR, token_type: 'Bearer' });
  };

  const token = (form: URLSearchParams, headers: Call['headers']): Answer => {
    const type = form.get('grant_type');
    if (type === 'urn:ietf:params:oauth:grant-type:jwt-bearer') return byAssertion(form);
    const ways: Readonly<Record<string, (form: URLSearchParams, client: OAuthClient) => Answer>> = {
      'urn:ietf:params:oauth:grant-type:device_code': byDevice,
      authorization_code: byCode,
      refresh_token: byRefresh,
    };
    const way = ways[type ?? ''];
    if (!type) return oauthAnswer(400, 'invalid_request', 'Missing required parameter: grant_type');
    if (!way) return oauthAnswer(400, 'unsupported_grant_type', `Invalid grant_type: ${type}`);
    const client = clientOf(form, headers);
    if (client.refusedGrants.includes(type)) return oauthAnswer(401, 'unauthorized_client', 'Unauthorized');
    return way(form, client);
  };

  const end = (account: Account, client?: OAuthClient) => {
    for (const grant of grants)
      if (grant.account === account && (!client || grant.client === client)) grant.isRevoked = true;
  };

  const revoke = (form: URLSearchParams, call: Call): Answer => {
    const told = form.get('token') ?? call.query.get('token') ?? '';
    const grant = refresh.get(told) ?? access.get(told)?.grant;
    if (!told) return oauthAnswer(400, 'invalid_request', 'Missing required parameter: token');
    if (!grant || grant.isRevoked) return oauthAnswer(400, 'invalid_token', 'Token expired or revoked');
    // Not only this token: the account's whole grant to the program.
    end(grant.account, grant.client);
    call.changed(`revoked ${grant.account.email}`);
    return json({});
  };

  const oauth: OAuth = {
    refreshAnswers,
    grants,
    get userCodes() {
      return [...userCodes.keys()];
    },
    allow: (userCode, account, { scopes } = {}) => {
      const device = userCodes.get(userCode);
      if (device?.state !== 'pending') throw new Error(`no device waits with the code ${userCode}`);
      const chosen = device.scopes.filter((scope) => scopes?.includes(scope) ?? true);
      device.state = granted(account, device.client, chosen);
    },
    deny: (userCode) => {
      const device = userCodes.get(userCode);
      if (!device) throw new Error(`no device has the code ${userCode}`);
      device.state = 'denied';
    },
    approve: (authorizationUrl, account, { scopes, deny = false } = {}) => {
      const { client, redirectUri, query } = authorizationPage(authorizationUrl, clients);
      const back = new URL(redirectUri);
      const state = query.get('state');
      if (state !== null) back.searchParams.set('state', state);
      if (deny) {
        back.searchParams.set('error', 'access_denied');
        return back.href;
      }
      const chosen = scopesOf(query.get('scope')).filter((scope) => scopes?.includes(scope) ?? true);
      const grant = granted(account, client, chosen);
      const code = `4/0A${randomBytes(50).toString('base64url')}`;
      codes.set(code, {
        grant,
        redirectUri,
        challenge: query.get('code_challenge'),
        expiresAt: now() + CODE_MS,
        isOffline: client.kind === 'desktop' || query.get('access_type') === 'offline',
        isUsed: false,
      });
      back.searchParams.set('code', code);
      back.searchParams.set('scope', grant.scopes.join(' '));
      return back.href;
    },
    revoke: end,
    expireAccess: () => access.clear(),
    accessToken: (account, client, scopes) => newAccess(granted(account, client, scopes)),
    refreshToken: (account, client, scopes) => newRefresh(granted(account, client, scopes)),
    accessOf: ({ headers, query }) => {
      const bearer = /^Bearer (.+)$/iu.exec(headers.authorization ?? '')?.[1] ?? query.get('access_token');
      const found = access.get(bearer ?? '');
      if (!found || found.grant.isRevoked || found.grant.client.isDeleted || now() >= found.expiresAt)
        throw new Refused(unauthenticated());
      return found;
    },
    serve: async (call) => {
      const { host, path, method } = call;
      if (/^\/(?:oauth2\/v[123]|v1)\/userinfo$/u.test(path) && method === 'GET')
        return json(userInfo(oauth.accessOf(call).grant));
      if (host !== 'oauth2.googleapis.com' && host !== 'accounts.google.com') return null;
      const paths = [
        '/device/code',
        '/token',
        '/o/oauth2/token',
        '/revoke',
        '/o/oauth2/revoke',
        '/tokeninfo',
      ];
      if (!paths.includes(path)) return null;
      const form = new URLSearchParams((await bytesOf(call)).toString());
      if (path === '/tokeninfo') {
        const found = access.get(call.query.get('access_token') ?? form.get('access_token') ?? '');
        if (!found || found.grant.isRevoked || now() >= found.expiresAt)
          return oauthAnswer(400, 'invalid_token', 'Invalid Value');
        const { client, account, scopes } = found.grant;
        const left = Math.floor((found.expiresAt - now()) / 1_000);
        return json({
          azp: client.id,
          aud: client.id,
          sub: account.id,
          scope: scopes.join(' '),
          expires_in: `${left}`,
        });
      }
      if (method !== 'POST') return oauthAnswer(404, 'not_found');
      if (path === '/device/code') return deviceCode(form);
      return path.endsWith('revoke') ? revoke(form, call) : token(form, call.headers);
    },
  };
  return oauth;
}

/** What the vendor checks before it shows who asks. @throws Error with the text of its page */
function authorizationPage(
  url: string,
  clients: ReadonlyMap<string, OAuthClient>,
): { readonly client: OAuthClient; readonly redirectUri: string; readonly query: URLSearchParams } {
  const { origin, pathname, searchParams: query } = new URL(url);
  const refuse = (status: number, error: string, words: string) =>
    new Error(`Error ${status}: ${error}. ${words}`);
  if (origin !== 'https://accounts.google.com' || !/^\/o\/oauth2\/(?:v2\/)?auth$/u.test(pathname))
    throw refuse(404, 'not_found', 'The requested URL was not found on this server.');
  const client = clients.get(query.get('client_id') ?? '');
  if (!client) throw refuse(401, 'invalid_client', 'The OAuth client was not found.');
  if (client.isDeleted) throw refuse(401, 'deleted_client', 'The OAuth client was deleted.');
  if (query.get('response_type') !== 'code')
    throw refuse(400, 'invalid_request', 'Required parameter is missing: response_type');
  const redirectUri = query.get('redirect_uri') ?? '';
  const isLoopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?(?:\/|$)/u.test(redirectUri);
  if (client.kind === 'desktop' ? !isLoopback : !client.redirectUris.includes(redirectUri))
    throw refuse(400, 'redirect_uri_mismatch', `The redirect URI ${redirectUri} is not of this client.`);
  const scopes = scopesOf(query.get('scope'));
  if (scopes.length === 0) throw refuse(400, 'invalid_request', 'Missing required parameter: scope');
  if (scopes.some((scope) => !KNOWN.test(scope)))
    throw refuse(400, 'invalid_scope', 'Some requested scopes were invalid.');
  const challenge = query.get('code_challenge');
  if (challenge !== null && query.get('code_challenge_method') !== 'S256')
    throw refuse(400, 'invalid_request', 'This fake takes no code_challenge_method but S256.');
  if (challenge !== null && !/^[A-Za-z0-9_-]{43}$/u.test(challenge))
    throw refuse(400, 'invalid_request', 'Invalid code_challenge.');
  return { client, redirectUri, query };
}

const userInfo = ({ account, scopes }: Grant) => ({
  sub: account.id,
  id: account.id,
  ...(scopes.includes(`${AUTH}userinfo.profile`) ? { name: account.name, given_name: account.name } : {}),
  ...(scopes.includes(`${AUTH}userinfo.email`) ? { email: account.email, email_verified: true } : {}),
});

/** Shaped as the vendor's; its signature is none, because clients that got it from the vendor need not check it. */
function idToken(grant: Grant, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: 'https://accounts.google.com',
    azp: grant.client.id,
    aud: grant.client.id,
    ...userInfo(grant),
    iat: seconds,
    exp: seconds + HOUR,
  };
  return `${part({ alg: 'RS256', kid: 'synthetic', typ: 'JWT' })}.${part(claims)}.c3ludGhldGlj`;
}
