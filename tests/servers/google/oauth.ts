// Device login, redirects with PKCE, refresh, revocation.
import { createHash, randomBytes } from 'node:crypto';
import type { Account, Accounts, OAuthClient } from './accounts.ts';
import { oauthAnswer, oauthRefusal, unauthenticated } from './refusals.ts';
import { bytesOf, json, Refused, type Answer, type Call } from './wire.ts';

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
  polledAt: number;
  state: 'pending' | 'denied' | Grant;
}

interface Code {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly challenge: string;
}

interface Consent {
  /** Only these of the asked ones (granular consent). */
  readonly scopes?: readonly string[];
  readonly deny?: boolean;
}

export interface OAuth {
  /** Grants of a person to a client, oldest first. */
  readonly grants: readonly Grant[];
  /** The user codes of devices, oldest first. */
  readonly userCodes: readonly string[];
  /** The owner types the code and consents. */
  allow(userCode: string, account: Account): void;
  deny(userCode: string): void;
  /**
   * The owner opens the URL and consents (or with `deny` does not).
   * @returns where the vendor redirects the browser to
   * @throws Error where the vendor shows a page instead
   */
  approve(authorizationUrl: string, account: Account, consent?: Consent): string;
  /** The owner removes the access of all programs. */
  revoke(account: Account): void;
  /** A token without a login, for tests of the APIs. */
  accessToken(account: Account, client: OAuthClient, scopes: readonly string[]): string;
  /** A refresh token without a login. */
  refreshToken(account: Account, client: OAuthClient, scopes: readonly string[]): string;
  /** @throws Refused 401 */
  accessOf(call: Pick<Call, 'headers'>): Access;
  serve(call: Call): Promise<Answer | null>;
}

const AUTH = 'https://www.googleapis.com/auth/';
const HOUR = 3_599;
const DEVICE_SECONDS = 1_800;
const INTERVAL_SECONDS = 5;

const scopesOf = (text: string | null) => (text ?? '').split(' ').filter((scope) => scope !== '');

export function startOAuth({ clients }: Accounts, now: () => number): OAuth {
  const grants: Grant[] = [];
  const access = new Map<string, Access>();
  const refresh = new Map<string, Grant>();
  const devices = new Map<string, Device>();
  const userCodes = new Map<string, Device>();
  const codes = new Map<string, Code>();

  const granted = (account: Account, client: OAuthClient, scopes: readonly string[]): Grant => {
    const grant = { account, client, scopes, isRevoked: false };
    grants.push(grant);
    return grant;
  };
  const newAccess = (grant: Grant): string => {
    const token = `ya29.a0${randomBytes(60).toString('base64url')}`;
    access.set(token, { grant, expiresAt: now() + HOUR * 1_000 });
    return token;
  };
  const newRefresh = (grant: Grant): string => {
    const token = `1//0${randomBytes(48).toString('base64url')}`;
    refresh.set(token, grant);
    return token;
  };
  /** The vendor repeats `scope` in each answer, and gives a refresh token with a login alone. */
  const tokens = (grant: Grant, more: object = { refresh_token: newRefresh(grant) }): Answer =>
    json({
      access_token: newAccess(grant),
      expires_in: HOUR,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...more,
    });

  /** @throws Refused if the request is not from a registered client */
  const clientOf = (id: string | null): OAuthClient => {
    const client = clients.get(id ?? '');
    if (!client) throw oauthRefusal(401, 'invalid_client');
    if (client.isDeleted) throw oauthRefusal(401, 'deleted_client');
    return client;
  };

  const deviceCode = (form: URLSearchParams): Answer => {
    const client = clientOf(form.get('client_id'));
    if (client.kind !== 'device') return oauthAnswer(401, 'invalid_client');
    const scopes = scopesOf(form.get('scope'));
    // The vendor offers no whole Drive to devices.
    if (scopes.join() !== `${AUTH}drive.file`) return oauthAnswer(400, 'invalid_scope');
    const code = `AH-1Ng${randomBytes(60).toString('base64url')}`;
    const letters = [...randomBytes(8)].map((byte) => 'BCDFGHJKLMNPQRSTVWXZ'[byte % 20]).join('');
    const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
    const expiresAt = now() + DEVICE_SECONDS * 1_000;
    const device: Device = { client, scopes, expiresAt, polledAt: -Infinity, state: 'pending' };
    devices.set(code, device);
    userCodes.set(userCode, device);
    return json({
      device_code: code,
      user_code: userCode,
      expires_in: DEVICE_SECONDS,
      interval: INTERVAL_SECONDS,
      verification_url: 'https://www.google.com/device',
    });
  };

  const byDevice = (form: URLSearchParams, client: OAuthClient): Answer => {
    const code = form.get('device_code') ?? '';
    const device = devices.get(code);
    if (device?.client !== client) return oauthAnswer(400, 'invalid_grant');
    if (now() >= device.expiresAt) return oauthAnswer(400, 'expired_token');
    const isEarly = now() - device.polledAt < INTERVAL_SECONDS * 1_000;
    device.polledAt = now();
    if (isEarly) return oauthAnswer(403, 'slow_down');
    if (device.state === 'pending') return oauthAnswer(428, 'authorization_pending');
    if (device.state === 'denied') return oauthAnswer(403, 'access_denied');
    devices.delete(code);
    return tokens(device.state);
  };

  const byCode = (form: URLSearchParams, client: OAuthClient): Answer => {
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '');
    const isRight =
      code?.grant.client === client &&
      form.get('redirect_uri') === code.redirectUri &&
      verifier.digest('base64url') === code.challenge;
    return isRight ? tokens(code.grant) : oauthAnswer(400, 'invalid_grant');
  };

  const byRefresh = (form: URLSearchParams, client: OAuthClient): Answer => {
    const grant = refresh.get(form.get('refresh_token') ?? '');
    if (grant?.client !== client || grant.isRevoked) return oauthAnswer(400, 'invalid_grant');
    return tokens(grant, {});
  };

  const WAYS: Readonly<Record<string, typeof byDevice>> = {
    'urn:ietf:params:oauth:grant-type:device_code': byDevice,
    authorization_code: byCode,
    refresh_token: byRefresh,
  };
  const token = (form: URLSearchParams): Answer => {
    const client = clientOf(form.get('client_id'));
    if (form.get('client_secret') !== client.secret) return oauthAnswer(401, 'invalid_client');
    const way = WAYS[form.get('grant_type') ?? ''];
    return way?.(form, client) ?? oauthAnswer(400, 'unsupported_grant_type');
  };

  const end = (account: Account, client?: OAuthClient) => {
    for (const grant of grants)
      if (grant.account === account && (!client || grant.client === client)) grant.isRevoked = true;
  };
  const revoke = (form: URLSearchParams, call: Call): Answer => {
    const told = form.get('token') ?? '';
    const grant = refresh.get(told) ?? access.get(told)?.grant;
    if (!grant || grant.isRevoked) return oauthAnswer(400, 'invalid_token');
    // Not only this token: the account's whole grant to the program.
    end(grant.account, grant.client);
    call.changes();
    return json({});
  };

  return {
    grants,
    get userCodes() {
      return [...userCodes.keys()];
    },
    allow: (userCode, account) => {
      const device = userCodes.get(userCode);
      if (device?.state !== 'pending') throw new Error(`no device waits with the code ${userCode}`);
      device.state = granted(account, device.client, device.scopes);
    },
    deny: (userCode) => {
      const device = userCodes.get(userCode);
      if (!device) throw new Error(`no device has the code ${userCode}`);
      device.state = 'denied';
    },
    approve: (authorizationUrl, account, { scopes, deny = false } = {}) => {
      const { client, redirectUri, challenge, query } = authorizationPage(authorizationUrl, clients);
      const back = new URL(redirectUri);
      back.searchParams.set('state', query.get('state') ?? '');
      if (deny) {
        back.searchParams.set('error', 'access_denied');
        return back.href;
      }
      const asked = scopesOf(query.get('scope'));
      const grant = granted(account, client, scopes ? asked.filter((one) => scopes.includes(one)) : asked);
      const code = `4/0A${randomBytes(50).toString('base64url')}`;
      codes.set(code, { grant, redirectUri, challenge });
      back.searchParams.set('code', code);
      back.searchParams.set('scope', grant.scopes.join(' '));
      return back.href;
    },
    revoke: end,
    accessToken: (account, client, scopes) => newAccess(granted(account, client, scopes)),
    refreshToken: (account, client, scopes) => newRefresh(granted(account, client, scopes)),
    accessOf: ({ headers }) => {
      const found = access.get(/^Bearer (.+)$/u.exec(headers.authorization ?? '')?.[1] ?? '');
      if (!found || found.grant.isRevoked || now() >= found.expiresAt) throw new Refused(unauthenticated());
      return found;
    },
    serve: async (call) => {
      if (call.host !== 'oauth2.googleapis.com' || call.method !== 'POST') return null;
      const form = new URLSearchParams((await bytesOf(call)).toString());
      if (call.path === '/device/code') return deviceCode(form);
      if (call.path === '/token') return token(form);
      return call.path === '/revoke' ? revoke(form, call) : null;
    },
  };
}

/** What the vendor checks before it shows who asks. @throws Error where it shows a page about a mistake */
function authorizationPage(url: string, clients: ReadonlyMap<string, OAuthClient>) {
  const { origin, pathname, searchParams: query } = new URL(url);
  const client = clients.get(query.get('client_id') ?? '');
  const redirectUri = query.get('redirect_uri') ?? '';
  const challenge = query.get('code_challenge') ?? '';
  const scopes = scopesOf(query.get('scope'));
  const isRight =
    `${origin}${pathname}` === 'https://accounts.google.com/o/oauth2/v2/auth' &&
    /^http:\/\/127\.0\.0\.1:\d+\//u.test(redirectUri) &&
    query.get('response_type') === 'code' &&
    // Without it a program on this machine gets no refresh token.
    query.get('access_type') === 'offline' &&
    query.get('code_challenge_method') === 'S256' &&
    /^[A-Za-z0-9_-]{43}$/u.test(challenge) &&
    scopes.length > 0 &&
    scopes.every((scope) => scope.startsWith(AUTH));
  if (client?.kind !== 'desktop' || !isRight) throw new Error(`the vendor refuses ${url}`);
  return { client, redirectUri, challenge, query };
}
