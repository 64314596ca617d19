import { refuse } from '../../../core/outside/cloud-account/errors.ts';
import { say } from '../../../core/outside/cloud-account/says.ts';
import type { Tokens } from '../../../core/outside/cloud-account/model.ts';
import type { ControlPlane } from '../../../core/outside/cloud-account/port.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { isObject, noAnswer, strangeAnswer } from './failures.ts';
import { shortJson } from './short-answer.ts';
import { scopesIn } from './google-account.ts';

export interface HostControlPlaneDeps {
  /** Its origin, from the environment of the operator. */
  readonly url: string;
  readonly instanceId: string;
  /** Proves that a request comes from this instance. */
  readonly secret: string;
  readonly userAgent: string;
}

/**
 * The host of a hosted instance. It has a client of its own at the vendor, and gives this instance access tokens:
 * `POST <url>/internal/google/claim` and `/refresh` with the secret of the instance, answered as a token endpoint does
 * (RFC 6749, 5.1).
 */
export class HostControlPlane implements ControlPlane {
  readonly #deps: HostControlPlaneDeps;

  constructor(deps: HostControlPlaneDeps) {
    this.#deps = deps;
  }

  startUrl(): string {
    const url = new URL('/google/start', this.#deps.url);
    url.searchParams.set('instance', this.#deps.instanceId);
    return url.href;
  }

  async claim(nonce: string, signal: AbortSignal): Promise<Tokens> {
    return await this.#tokens('claim', { claim_nonce: nonce }, signal);
  }

  async refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    return await this.#tokens('refresh', { refresh_token: refreshToken }, signal);
  }

  async #tokens(path: 'claim' | 'refresh', fields: object, signal: AbortSignal): Promise<Tokens> {
    const { status, data } = await this.#posted(path, fields, signal);
    if (status === 429 || status >= 500) throw refuse.cloud_unavailable({ status }, say('account.host_away'));
    if (status !== 200) {
      const isVoid = path === 'refresh' && isObject(data) && data['error'] === 'invalid_grant';
      throw isVoid ? refuse.access_revoked() : refuse.claim_refused({ status });
    }
    const { access_token, refresh_token, expires_in, scope } = isObject(data) ? data : {};
    if (typeof access_token !== 'string' || access_token === '')
      throw strangeAnswer('a claim without a token');
    return {
      accessToken: access_token,
      refreshToken: typeof refresh_token === 'string' ? refresh_token : null,
      expiresInMs: (typeof expires_in === 'number' && expires_in > 0 ? expires_in : 3_600) * 1_000,
      scopes: typeof scope === 'string' ? scopesIn(scope) : null,
    };
  }

  async #posted(
    path: string,
    fields: object,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly data: unknown }> {
    const { url, instanceId, secret, userAgent } = this.#deps;
    try {
      const response = await fetch(new URL(`/internal/google/${path}`, url), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/json',
          'user-agent': userAgent,
        },
        body: JSON.stringify({ instance_id: instanceId, ...fields }),
        redirect: 'manual',
        signal,
      });
      return { status: response.status, data: await shortJson(response) };
    } catch (error) {
      if (isRefusal(error)) throw error;
      throw noAnswer(error);
    }
  }
}
