import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { becauseOf, type Because } from '../../kernel/worded.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { refuse } from './errors.ts';
import { say } from './says.ts';
import type { Grants } from './grants.ts';
import { accountLimits as limits } from './limits.ts';
import type { Grant, OAuthClient, Scope, Tokens } from './model.ts';
import type { AccountAccess, CloudAccount, ControlPlane } from './port.ts';

export interface AccessDeps {
  readonly grants: Grants;
  readonly account: Pick<CloudAccount, 'refresh'>;
  readonly controlPlane: Pick<ControlPlane, 'refresh'> | null;
  /** The owner's client, now; null if there is none. */
  readonly client: () => OAuthClient | null;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The access token of the connected account. It is refreshed some minutes before its end, once for all callers. What a
 * failed refresh means is told apart: withdrawn access is forgotten; a wrong client keeps it, and is not tried again for
 * some minutes; an outage keeps it.
 */
export class Access implements AccountAccess {
  readonly #deps: AccessDeps;
  #grant: Grant | null = null;
  #refreshing: Promise<Grant> | null = null;
  /** Counts connections and disconnections: a refresh that began before one must not bring its grant back. */
  #era = 0;
  /** One change of the vault at a time. */
  readonly #changes = new OneAtATime<'grant'>();
  #clientRefusedAt: number | null = null;
  #problem: Because | null = null;

  constructor(deps: AccessDeps) {
    this.#deps = deps;
  }

  /** Null without a connection, and while the vault is locked. */
  grant(): Grant | null {
    return (this.#grant ??= this.#deps.grants.read());
  }

  /** What the last refresh met; null if all is well. */
  problem(): Because | null {
    return this.#problem;
  }

  /** Changes with each connection and disconnection: see `connect`. */
  get era(): number {
    return this.#era;
  }

  /**
   * A new connection, in the place of an earlier one, unless the account was connected or disconnected since `era`.
   * @returns the grant before; false if it came too late, and nothing was kept
   * @throws Refusal vault_locked, disk_full, storage_error
   */
  async connect(grant: Grant, era: number = this.#era): Promise<Grant | null | false> {
    return await this.#changes.run('grant', async () => {
      if (era !== this.#era) return false;
      const before = this.grant();
      await this.#deps.grants.keep(grant);
      this.#era += 1;
      this.#grant = grant;
      this.#problem = null;
      this.#clientRefusedAt = null;
      this.#refreshing = null;
      return before;
    });
  }

  /** Forgets the connection. What comes late from before is not kept. Repeatable. @throws Refusal disk_full, storage_error */
  async forget(problem: Because | null = null): Promise<void> {
    this.#era += 1;
    this.#grant = null;
    this.#problem = problem;
    this.#refreshing = null;
    await this.#changes.run('grant', () => this.#deps.grants.forget());
    this.#grant = null;
  }

  /** Reads the vault and the client anew. */
  reload(): void {
    this.#grant = null;
    this.#problem = null;
    this.#clientRefusedAt = null;
  }

  async token(anyOf: readonly Scope[], signal: AbortSignal): Promise<string> {
    const grant = this.grant();
    if (!grant) {
      const said = this.#problem;
      throw said?.code === 'access_revoked' ? refuse.access_revoked() : refuse.not_connected();
    }
    if (!anyOf.some((scope) => grant.scopes.includes(scope)))
      throw refuse.scope_missing({ needs: [...anyOf], granted: [...grant.scopes] });
    const left = grant.expiresAt - this.#deps.clock.now();
    if (left > limits.refreshEarlyMs) return grant.accessToken;
    try {
      return (await this.#refreshed(grant, signal)).accessToken;
    } catch (error) {
      // Early enough: the token that is there still works.
      if (left > 0 && isRefusal(error) && error.code !== 'access_revoked' && !signal.aborted)
        return grant.accessToken;
      throw error;
    }
  }

  refused(token: string): void {
    const grant = this.grant();
    if (grant?.accessToken === token) this.#grant = { ...grant, expiresAt: 0 };
  }

  async #refreshed(grant: Grant, signal: AbortSignal): Promise<Grant> {
    // Shared by all callers, so it does not end with one of them.
    this.#refreshing ??= this.#refresh(grant).finally(() => (this.#refreshing = null));
    const refreshing = this.#refreshing;
    refreshing.catch(() => undefined);
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    stopped.promise.catch(() => undefined);
    try {
      return await Promise.race([refreshing, stopped.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async #refresh(grant: Grant): Promise<Grant> {
    const { clock, grants, log } = this.#deps;
    const era = this.#era;
    const deadline = clock.deadline(limits.callMs);
    try {
      const tokens = await this.#askedFor(grant, deadline.signal);
      const next = renewed(grant, tokens, clock.now());
      // Disconnected meanwhile: what came late is not kept.
      if (era !== this.#era) throw refuse.not_connected();
      this.#grant = next;
      this.#problem = null;
      const kept = this.#changes.run('grant', async () => {
        if (era === this.#era) await grants.keep(next);
      });
      await kept.catch((error: unknown) => {
        log.warn(
          'the refreshed access to the cloud account could not be stored; it is used until the engine stops',
          { error },
        );
      });
      return next;
    } catch (error) {
      if (era === this.#era) await this.#failed(error);
      throw error;
    } finally {
      deadline.cancel();
    }
  }

  async #askedFor(grant: Grant, signal: AbortSignal): Promise<Tokens> {
    const { account, controlPlane, client, clock } = this.#deps;
    if (grant.refreshToken === null) throw refuse.access_revoked();
    if (grant.client === 'managed') {
      if (!controlPlane) throw refuse.not_hosted();
      return await controlPlane.refresh(grant.refreshToken, signal);
    }
    const own = client();
    if (!own) throw refuse.client_missing();
    if (own.clientId !== grant.clientId) throw refuse.client_refused({}, say('account.other_client'));
    const since = this.#clientRefusedAt;
    if (since !== null && clock.monotonic() - since < limits.clientRefusedMs) throw refuse.client_refused();
    try {
      return await account.refresh(own, grant.refreshToken, signal);
    } catch (error) {
      this.#clientRefusedAt = isRefusal(error) && error.code === 'client_refused' ? clock.monotonic() : null;
      throw error;
    }
  }

  async #failed(error: unknown): Promise<void> {
    const { log } = this.#deps;
    if (!isRefusal(error)) return;
    const problem = becauseOf(error);
    if (error.code === 'access_revoked') {
      log.warn('the access to the cloud account was withdrawn or has expired; connect it again');
      await this.forget(problem).catch((cause: unknown) =>
        log.error('the void access could not be removed', { error: cause }),
      );
      return;
    }
    this.#problem = problem;
  }
}

function renewed(
  grant: Grant,
  { accessToken, refreshToken, expiresInMs, scopes }: Tokens,
  now: number,
): Grant {
  return {
    ...grant,
    accessToken,
    // The vendor leaves out what has not changed.
    refreshToken: refreshToken ?? grant.refreshToken,
    expiresAt: now + expiresInMs,
    scopes: scopes ?? grant.scopes,
  };
}
