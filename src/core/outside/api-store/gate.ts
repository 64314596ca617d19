import type { PersonId } from '../../kernel/ids.ts';
import type { SecretResolver } from '../../ports/secrets.ts';
import type { ApiCredentials, ApiGate, ApiRequest } from '../web/port.ts';
import { credentialsFrom, partsOf, placeOf } from './auth.ts';
import { quote } from '../../kernel/quoted.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';
import { limitsOf, looksLikeApi, profileFor } from './matching.ts';
import { hostnameOf, hostOf, secretsOf, type ApiAuth } from './model.ts';
import type { RateWindows } from './rate-windows.ts';
import type { ApiRegistry } from './registry.ts';

export interface ApiStoreGateDeps {
  readonly registry: ApiRegistry;
  readonly windows: RateWindows;
  readonly secrets: { of(person: PersonId): SecretResolver };
  /** Whether the operator allowed this local origin: a secret may go without TLS only there. */
  readonly mayBeLocal: (origin: string) => boolean;
}

/** Enforces the profiles of APIs on requests of the agent. Refused requests are not counted. */
export class ApiStoreGate implements ApiGate {
  readonly #deps: ApiStoreGateDeps;

  constructor(deps: ApiStoreGateDeps) {
    this.#deps = deps;
  }

  precheck(url: URL): void {
    const hostname = hostnameOf(url);
    if (this.#deps.registry.ofHost(hostname).length === 0 && looksLikeApi(url))
      throw refuse.no_api_profile({ host: hostname });
  }

  /**
   * @throws Refusal no_api_profile, set_by_profile, https_needed, rate_limited, rate_share_used, disk_full, storage_error, and the
   *   refusals of the secrets
   */
  async admit(request: ApiRequest): Promise<ApiCredentials> {
    const { url, use, isRedirect, personId, signal } = request;
    const { registry, windows } = this.#deps;
    const hostname = hostnameOf(url);
    const ofHost = registry.ofHost(hostname);
    if (use === 'call') this.precheck(url);
    if (ofHost.length === 0) return NOTHING;
    const auth = profileFor(url, ofHost)?.auth;
    const attached = auth && use === 'call' && !isRedirect ? this.#attached(auth, request) : NOTHING;
    const counted = await windows.take(hostname, limitsOf(ofHost), personId, signal);
    return { ...attached, waitedMs: counted.waitedMs, unsent: () => counted.takeBack() };
  }

  #attached(auth: ApiAuth, { url, headers, personId }: ApiRequest): ApiCredentials {
    const names = secretsOf(auth);
    // The model sends whatever else the instructions of the profile say.
    if (names.length === 0) return NOTHING;
    const place = placeOf(auth);
    const given =
      'header' in place
        ? Object.keys(headers).find((name) => isSame(name, place.header))
        : [...url.searchParams].map(([name]) => name).find((name) => isSame(name, place.parameter));
    if (given !== undefined)
      throw refuse.set_by_profile(
        {},
        say('api.set_by_profile', { isHeader: 'header' in place, name: quote(given, 100) }),
      );
    if (url.protocol !== 'https:' && !this.#deps.mayBeLocal(url.origin))
      throw refuse.https_needed({}, say('api.https_needed', { names, host: hostOf(url) }));
    const secrets = this.#deps.secrets.of(personId);
    const values = names.map((name) => secrets.resolve(name, hostOf(url)));
    secrets.learn(names, partsOf(auth, values));
    return credentialsFrom(auth, values);
  }
}

const NOTHING: ApiCredentials = { headers: {}, query: {} };

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
