import { createHash, randomBytes } from 'node:crypto';
import { accountLimits } from '../../../core/outside/cloud-account/limits.ts';
import { refuse } from '../../../core/outside/cloud-account/errors.ts';
import { say } from '../../../core/outside/cloud-account/says.ts';
import {
  SCOPES,
  type OAuthClient,
  type Scope,
  type Tokens,
} from '../../../core/outside/cloud-account/model.ts';
import type { CloudAccount, DeviceLogin, RedirectLogin } from '../../../core/outside/cloud-account/port.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { shortJson } from './short-answer.ts';
import { failureOf, isObject, noAnswer, strangeAnswer, wordIn, type FailedAnswer } from './failures.ts';

/** What an authorization server sends the browser back with (RFC 6749, 4.1.2). */
interface CallbackAnswer {
  readonly code: string | null;
  readonly error: string | null;
  tell(isKept: boolean): void;
}

interface CallbackListener {
  readonly redirectUrl: string;
  answer(state: string): Promise<CallbackAnswer>;
  close(): void;
}

export interface GoogleAccountDeps {
  readonly fetch: typeof fetch;
  /** Listens on a loopback port for the browser's answer. */
  readonly listen: () => Promise<CallbackListener>;
}

const OAUTH = 'https://oauth2.googleapis.com';
const AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth';
const ABOUT = 'https://www.googleapis.com/drive/v3/about?fields=user(emailAddress)';
const SCOPE_PREFIX = 'https://www.googleapis.com/auth/';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Logins at the vendor: RFC 8628 with a typed code, RFC 8252 and RFC 7636 in a browser, RFC 7009 to end them. */
export class GoogleAccount implements CloudAccount {
  readonly #deps: GoogleAccountDeps;

  constructor(deps: GoogleAccountDeps) {
    this.#deps = deps;
  }

  async beginDevice(
    { clientId }: OAuthClient,
    scopes: readonly Scope[],
    signal: AbortSignal,
  ): Promise<DeviceLogin> {
    const answer = await this.#post('/device/code', { client_id: clientId, scope: asked(scopes) }, signal);
    if (answer.status !== 200) throw deviceFailure(answer);
    const { device_code, user_code, verification_url, expires_in, interval } = objectOf(answer);
    const url = vendorPage(verification_url);
    if (typeof device_code !== 'string' || typeof user_code !== 'string' || url === null)
      throw strangeAnswer('a login without a code');
    return {
      deviceCode: device_code,
      userCode: user_code,
      verificationUrl: url,
      expiresInMs: secondsOf(expires_in, 1_800),
      intervalMs: secondsOf(interval, 5),
    };
  }

  async askDevice(
    { clientId, clientSecret }: OAuthClient,
    deviceCode: string,
    signal: AbortSignal,
  ): Promise<Tokens | 'waiting' | 'slower'> {
    const answer = await this.#post(
      '/token',
      { client_id: clientId, client_secret: clientSecret, device_code: deviceCode, grant_type: DEVICE_GRANT },
      signal,
    );
    if (answer.status === 200) return tokensIn(answer);
    const word = wordIn(answer.data);
    if (word === 'authorization_pending') return 'waiting';
    if (word === 'slow_down') return 'slower';
    throw loginFailure(answer);
  }

  async beginRedirect(
    client: OAuthClient,
    scopes: readonly Scope[],
    signal: AbortSignal,
  ): Promise<RedirectLogin> {
    const listener = await this.#deps.listen();
    const state = randomBytes(32).toString('base64url');
    const verifier = randomBytes(48).toString('base64url');
    const url = new URL(AUTHORIZE);
    const fields = {
      client_id: client.clientId,
      redirect_uri: listener.redirectUrl,
      response_type: 'code',
      scope: asked(scopes),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      access_type: 'offline',
      // Without it a second login brings no refresh token.
      prompt: 'consent',
    };
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    stopped.promise.catch(() => undefined);
    const done = Promise.race([
      this.#redirected(client, listener, { state, verifier }, signal),
      stopped.promise,
    ]);
    return {
      url: url.href,
      done: done.finally(() => {
        signal.removeEventListener('abort', stop);
        listener.close();
      }),
    };
  }

  async refresh(
    { clientId, clientSecret }: OAuthClient,
    refreshToken: string,
    signal: AbortSignal,
  ): Promise<Tokens> {
    const fields = {
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
      grant_type: 'refresh_token',
    };
    const answer = await this.#post('/token', fields, signal);
    if (answer.status !== 200) throw loginFailure(answer);
    return tokensIn(answer);
  }

  async revoke(token: string, signal: AbortSignal): Promise<void> {
    const answer = await this.#post('/revoke', { token }, signal);
    // A token that is void already: it expired, or its owner withdrew the access.
    if (answer.status === 200 || wordIn(answer.data) === 'invalid_token') return;
    throw failureOf(answer);
  }

  async owner(accessToken: string, signal: AbortSignal): Promise<string | null> {
    const answer = await this.#answered(ABOUT, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal,
    });
    if (answer.status !== 200) throw failureOf(answer);
    const { user } = objectOf(answer);
    const email = isObject(user) ? user['emailAddress'] : null;
    return typeof email === 'string' && /^[^\s<>]{3,254}$/u.test(email) ? email : null;
  }

  async #redirected(
    client: OAuthClient,
    listener: CallbackListener,
    { state, verifier }: { readonly state: string; readonly verifier: string },
    signal: AbortSignal,
  ): Promise<Tokens> {
    const { code, error, tell } = await listener.answer(state);
    let isKept = false;
    try {
      if (code === null || error !== null) throw refuse.login_denied();
      const fields = {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        code,
        code_verifier: verifier,
        redirect_uri: listener.redirectUrl,
        grant_type: 'authorization_code',
      };
      const answer = await this.#post('/token', fields, signal);
      if (answer.status !== 200) throw loginFailure(answer);
      const tokens = tokensIn(answer);
      isKept = true;
      return tokens;
    } finally {
      tell(isKept);
    }
  }

  async #post(
    path: string,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<FailedAnswer> {
    return await this.#answered(`${OAUTH}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(fields).toString(),
      signal,
    });
  }

  async #answered(url: string, init: RequestInit): Promise<FailedAnswer> {
    try {
      const response = await this.#deps.fetch(url, init);
      const { status, headers } = response;
      return { status, headers, data: await shortJson(response) };
    } catch (error) {
      if (isRefusal(error)) throw error;
      throw noAnswer(error);
    }
  }
}

const asked = (scopes: readonly Scope[]): string =>
  scopes.map((scope) => `${SCOPE_PREFIX}${scope}`).join(' ');

function tokensIn(answer: FailedAnswer): Tokens {
  const { access_token, refresh_token, expires_in, scope } = objectOf(answer);
  if (typeof access_token !== 'string' || !/^[\x21-\x7E]+$/u.test(access_token))
    throw strangeAnswer('a login without a token');
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : null,
    expiresInMs: secondsOf(expires_in, 3_600),
    scopes: typeof scope === 'string' ? scopesIn(scope) : null,
  };
}

export const scopesIn = (text: string): readonly Scope[] => {
  const granted = new Set(text.split(/\s+/u));
  return SCOPES.filter((scope) => granted.has(`${SCOPE_PREFIX}${scope}`));
};

/** The vendor has kinds of clients, and calls one of another kind invalid. */
function deviceFailure(answer: FailedAnswer) {
  const refusal = loginFailure(answer);
  if (refusal.code !== 'client_refused') return refusal;
  return refuse.client_refused(refusal.facts, say('account.client_kind'));
}

/** What the token endpoint refuses (RFC 6749, 5.2; RFC 8628, 3.5; and words of the vendor's own). */
function loginFailure(answer: FailedAnswer) {
  const word = wordIn(answer.data);
  switch (word) {
    case 'access_denied':
      return refuse.login_denied();
    case 'expired_token':
      return refuse.login_expired();
    case 'invalid_grant':
      return refuse.access_revoked();
    case 'invalid_client':
    case 'unauthorized_client':
    case 'deleted_client':
      return refuse.client_refused({ reason: word }, say('account.client_word', { word }));
    case 'invalid_scope':
      return refuse.scopes_not_offered();
    default:
      return failureOf(answer);
  }
}

function objectOf({ data }: FailedAnswer): Readonly<Record<string, unknown>> {
  if (!isObject(data)) throw strangeAnswer('not JSON');
  return data;
}

const secondsOf = (value: unknown, otherwise: number): number =>
  Math.min(
    (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise) * 1_000,
    accountLimits.longestMs,
  );

/** The owner is sent there, so it must be a page of the vendor. */
function vendorPage(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const { protocol, hostname, href } = new URL(value);
  return protocol === 'https:' && (hostname === 'google.com' || hostname.endsWith('.google.com'))
    ? href
    : null;
}
