import { isRefusal } from '../../kernel/refusal.ts';
import type { KnownSecrets, Log } from '../../ports/log.ts';
import { CLOUD_GRANT } from '../../trust/secrets/model.ts';
import type { SecretService } from '../../trust/secrets/service.ts';
import { SCOPES, type Grant, type Scope } from './model.ts';

export interface GrantsDeps {
  readonly secrets: Pick<SecretService, 'own' | 'put' | 'delete'>;
  readonly knownSecrets: Pick<KnownSecrets, 'learn' | 'forget'>;
  /** The hosts of the vendor, which alone may receive a token. */
  readonly hosts: readonly string[];
  readonly log: Log;
}

/** Tokens that are masked: the present ones, and some before, which a late answer may quote. */
const MASKED = 6;

/** The one grant of the cloud account, in the vault. The agent can neither refer to it nor ask for it. */
export class Grants {
  readonly #deps: GrantsDeps;
  #learned: readonly string[] = [];

  constructor(deps: GrantsDeps) {
    this.#deps = deps;
  }

  /** Null without one, and while the vault is locked. */
  read(): Grant | null {
    const text = this.#deps.secrets.own(CLOUD_GRANT);
    if (text === null) return null;
    const grant = grantIn(text);
    if (grant) this.#learn([grant.accessToken, grant.refreshToken ?? '']);
    else
      this.#deps.log.warn('the access to the cloud account cannot be read from the vault: connect it again');
    return grant;
  }

  /** @throws Refusal vault_locked, disk_full, storage_error */
  async keep(grant: Grant): Promise<void> {
    this.#learn([grant.accessToken, grant.refreshToken ?? '']);
    await this.#deps.secrets.put(CLOUD_GRANT, JSON.stringify(grant), this.#deps.hosts);
  }

  /** Also while the vault is locked. Repeatable. @throws Refusal disk_full, storage_error */
  async forget(): Promise<void> {
    try {
      await this.#deps.secrets.delete(CLOUD_GRANT);
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'secret_not_found') throw error;
    }
  }

  /** Before a token is used or kept: an error of the vendor may quote it. */
  #learn(tokens: readonly string[]): void {
    const fresh = tokens.filter((token) => token !== '' && !this.#learned.includes(token));
    if (fresh.length === 0) return;
    const all = [...this.#learned, ...fresh];
    this.#deps.knownSecrets.learn(fresh, 'always');
    this.#deps.knownSecrets.forget(all.slice(0, -MASKED));
    this.#learned = all.slice(-MASKED);
  }
}

function grantIn(text: string): Grant | null {
  try {
    const grant = JSON.parse(text) as Partial<Grant>;
    const isWhole =
      typeof grant.accessToken === 'string' &&
      Number.isFinite(grant.expiresAt) &&
      Array.isArray(grant.scopes);
    if (!isWhole) return null;
    return {
      accessToken: grant.accessToken ?? '',
      refreshToken: grant.refreshToken ?? null,
      expiresAt: grant.expiresAt ?? 0,
      scopes: (grant.scopes ?? []).filter((scope): scope is Scope => SCOPES.includes(scope)),
      client: grant.client === 'managed' ? 'managed' : 'own',
      clientId: grant.clientId ?? null,
      mode: grant.mode ?? 'device',
      account: grant.account ?? null,
    };
  } catch {
    return null;
  }
}
