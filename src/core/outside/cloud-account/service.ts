import { firstOf } from '../../kernel/abort.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Access } from './access.ts';
import { refuse } from './errors.ts';
import { accountLimits as limits } from './limits.ts';
import { Login, type AskedLogin } from './login.ts';
import type { AccessLevel, AccountStatus, Grant, OAuthClient, PendingLogin, Tokens } from './model.ts';
import type { CloudAccount, ControlPlane } from './port.ts';
import type { Says } from '../../kernel/says.ts';

export interface CloudAccountServiceDeps {
  readonly access: Access;
  readonly account: CloudAccount;
  /** Of a hosted instance; null elsewhere. */
  readonly controlPlane: ControlPlane | null;
  readonly isHosted: boolean;
  readonly client: () => OAuthClient | null;
  /** Why tokens cannot be kept now; null if they can. */
  readonly vaultProblem: () => readonly Says[] | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** The connection to the owner's cloud account. */
export class CloudAccountService {
  readonly #deps: CloudAccountServiceDeps;
  readonly #login: Login;

  constructor(deps: CloudAccountServiceDeps) {
    this.#deps = deps;
    const answered = (tokens: Tokens, asked: AskedLogin, signal: AbortSignal) =>
      this.#connected(tokens, asked, signal);
    this.#login = new Login({ ...deps, answered });
  }

  status(): AccountStatus {
    const { access, isHosted, client, controlPlane, vaultProblem } = this.#deps;
    const grant = access.grant();
    const locked = vaultProblem();
    return {
      available: locked === null && (isHosted ? controlPlane !== null : client() !== null),
      connected: grant !== null,
      account: grant?.account ?? null,
      client: grant?.client ?? (isHosted ? 'managed' : 'own'),
      mode: grant?.mode ?? (isHosted ? 'hosted' : 'device'),
      scopes: grant?.scopes ?? [],
      driveScope: grant?.scopes.includes('drive.file') ?? false,
      expiresAt: grant?.expiresAt ?? null,
      problem:
        locked === null
          ? (this.#login.problem() ?? access.problem())
          : { code: 'vault_locked', says: locked },
      pending: this.#login.pending(),
    };
  }

  /**
   * Begins a connection, which its owner confirms at the vendor; `status` shows what became of it. An account that is
   * connected stays so until then.
   * @throws Refusal connection_in_progress, client_missing, hosted, vault_locked, scopes_not_offered, client_refused, cloud_unavailable, cloud_busy, cloud_refused
   */
  async connect(access: AccessLevel, how: { readonly inBrowser: boolean }): Promise<PendingLogin> {
    if (this.#deps.isHosted) throw refuse.hosted();
    const client = this.#deps.client();
    if (!client) throw refuse.client_missing();
    return await this.#login.begin(client, access, how);
  }

  /** Forgets the access, and leaves the vendor's side as it is. Repeatable. @throws Refusal disk_full, storage_error */
  async disconnect(): Promise<void> {
    this.#login.stop();
    await this.#deps.access.forget();
  }

  /**
   * Ends the access at the vendor and forgets it, whatever the vendor answers. Repeatable.
   * @returns whether the vendor confirmed it; false also without a connection
   * @throws Refusal disk_full, storage_error
   */
  async revoke(): Promise<boolean> {
    const { access } = this.#deps;
    this.#login.stop();
    const grant = access.grant();
    // Forgotten first: what a refresh or a login brings from now on is not kept.
    await access.forget();
    return grant !== null && (await this.#ended(grant));
  }

  /** Reads client and vault anew. */
  reload(): AccountStatus {
    this.#deps.access.reload();
    return this.status();
  }

  /** Where the owner of a hosted instance begins. @throws Refusal not_hosted */
  oauthUrl(): string {
    const { controlPlane } = this.#deps;
    if (!controlPlane) throw refuse.not_hosted();
    return controlPlane.startUrl();
  }

  /** Takes the access that the host has for this instance. @throws Refusal not_hosted, claim_refused, cloud_unavailable, vault_locked */
  async claim(nonce: string): Promise<AccountStatus> {
    const { controlPlane, clock } = this.#deps;
    if (!controlPlane) throw refuse.not_hosted();
    const deadline = clock.deadline(limits.callMs);
    try {
      const tokens = await controlPlane.claim(nonce, deadline.signal);
      await this.#keep(tokens, { client: 'managed', clientId: null, mode: 'hosted' }, deadline.signal);
    } finally {
      deadline.cancel();
    }
    return this.status();
  }

  /** Ends a login that waits; repeatable. */
  cancel(): void {
    this.#login.stop();
  }

  async #connected(tokens: Tokens, { client, mode }: AskedLogin, signal: AbortSignal): Promise<void> {
    await this.#keep(tokens, { client: 'own', clientId: client.clientId, mode }, signal);
  }

  /** Keeps what was given, unless the account was disconnected meanwhile: then it is ended at the vendor, too. */
  async #keep(
    tokens: Tokens,
    of: Pick<Grant, 'client' | 'clientId' | 'mode'>,
    signal: AbortSignal,
  ): Promise<void> {
    const { access, account, clock, log } = this.#deps;
    const { era } = access;
    const deadline = clock.deadline(limits.callMs);
    const stop = firstOf(signal, deadline.signal);
    const owner = await account.owner(tokens.accessToken, stop.signal).catch((error: unknown) => {
      log.warn('Google did not say whose account was connected', { error });
      return null;
    });
    deadline.cancel();
    stop.release();
    const grant = {
      ...of,
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken,
      expiresAt: clock.now() + tokens.expiresInMs,
      scopes: tokens.scopes ?? [],
      account: owner,
    };
    const before = signal.aborted ? false : await access.connect(grant, era);
    if (before === false) {
      await this.#ended(grant);
      throw refuse.login_ended();
    }
    // The vendor ends all that one client was given by one account: only another grant can be ended alone.
    const isOther = before && (before.clientId !== grant.clientId || before.account !== grant.account);
    if (isOther) void this.#ended(before);
  }

  /** Ends a grant at the vendor. Never rejects. */
  async #ended({ refreshToken, accessToken }: Grant): Promise<boolean> {
    const { account, clock, log } = this.#deps;
    const deadline = clock.deadline(limits.revokeMs);
    try {
      // Ends the access tokens that came from it as well.
      await account.revoke(refreshToken ?? accessToken, deadline.signal);
      return true;
    } catch (error) {
      const why = isRefusal(error) ? { code: error.code } : { error };
      log.warn('Google did not confirm that the access ended; it is forgotten here', why);
      return false;
    } finally {
      deadline.cancel();
    }
  }
}
