import type { OAuthClient, Scope, Tokens } from './model.ts';

/** A login with a code that the owner types at the vendor (RFC 8628, 3.2). */
export interface DeviceLogin {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUrl: string;
  readonly expiresInMs: number;
  readonly intervalMs: number;
}

/**
 * The vendor's logins. Every call may be repeated, and ends with `signal`. Where a call fails, it throws a refusal:
 * client_refused, access_revoked, cloud_busy, cloud_unavailable or cloud_refused (each with what the vendor said, in one
 * word); nothing that it throws holds a token.
 */
export interface CloudAccount {
  /** @throws Refusal also scopes_not_offered */
  beginDevice(client: OAuthClient, scopes: readonly Scope[], signal: AbortSignal): Promise<DeviceLogin>;
  /** Asks once whether the owner has answered. @throws Refusal also login_denied, login_expired */
  askDevice(
    client: OAuthClient,
    deviceCode: string,
    signal: AbortSignal,
  ): Promise<Tokens | 'waiting' | 'slower'>;
  /**
   * A login in the browser of this machine, whose answer comes to a listener of its own on a loopback port (RFC 8252,
   * RFC 7636). It listens until the answer, or until `signal` aborts.
   */
  beginRedirect(client: OAuthClient, scopes: readonly Scope[], signal: AbortSignal): Promise<RedirectLogin>;
  /** @throws Refusal access_revoked: the refresh token is void, and only its owner can give another */
  refresh(client: OAuthClient, refreshToken: string, signal: AbortSignal): Promise<Tokens>;
  /** Ends a token, and all that was given with it. A token that is void already counts as ended. */
  revoke(token: string, signal: AbortSignal): Promise<void>;
  /** The address of the account; null if the vendor does not tell it. */
  owner(accessToken: string, signal: AbortSignal): Promise<string | null>;
}

export interface RedirectLogin {
  readonly url: string;
  /** Resolves with the answer. @throws Refusal login_denied, and what `refresh` throws */
  readonly done: Promise<Tokens>;
}

/** The host of a hosted instance, which has a client of its own and keeps its secret. It throws as `CloudAccount` does. */
export interface ControlPlane {
  /** Where the owner begins. */
  startUrl(): string;
  /** @throws Refusal claim_refused */
  claim(nonce: string, signal: AbortSignal): Promise<Tokens>;
  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens>;
}

/** Access for calls to the vendor, one call at a time. */
export interface AccountAccess {
  /**
   * A token that is valid for some minutes. One of `anyOf` must have been granted.
   * @throws Refusal not_connected, scope_missing, access_revoked, client_refused, cloud_busy, cloud_unavailable
   */
  token(anyOf: readonly Scope[], signal: AbortSignal): Promise<string>;
  /** The vendor has refused this token: the next call gets another one. */
  refused(token: string): void;
}
