import type { PersonId } from '../kernel/ids.ts';

/**
 * The header of requests that come through this machine but not from its owner: those of the agent, and those that our
 * own proxy forwards for other machines. An engine that is otherwise open asks for its token then. It can only make the
 * engine stricter, so it is believed from any client.
 */
export const REMOTE_CLIENT = 'svc-remote-client';

/** Methods for requests of the agent; `CONNECT` and `TRACE` are excluded. */
export const WEB_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type WebMethod = (typeof WEB_METHODS)[number];

export type WebHeaders = Readonly<Record<string, string>>;

export interface WebRequest {
  readonly method: WebMethod;
  /**
   * For whom: local addresses that the operator allowed are reached for those alone who may use them. Null: for nobody, where the
   * operator's own configuration says what is asked.
   */
  readonly personId: PersonId | null;
  /** The raw address; it is parsed and checked here, and at each redirect. */
  readonly url: string;
  readonly headers?: WebHeaders;
  /** Headers that authenticate: they go to this origin only, and never from https to http. */
  readonly credentials?: WebHeaders;
  readonly body?: string;
  /** The maximum size of the decoded body; a longer one is cut and marked as cut. */
  readonly maxBytes: number;
  /** Total time, from name resolution to the last byte; bounded by `webLimits.maxCallMs`. */
  readonly ms?: number;
  /** Called before a redirect is followed. Throws a Refusal to stop there. */
  readonly beforeRedirect?: (next: { readonly url: URL; readonly method: WebMethod }) => Promise<void>;
}

export interface WebReply {
  readonly status: number;
  /** The final address after redirects. */
  readonly url: string;
  /** Names in lower case; values are untrusted. */
  readonly headers: WebHeaders;
  /** Decoded (gzip, deflate, br), and cut at `maxBytes`. */
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

/**
 * The only way to send a request to an address that a model, a file or a remote party can influence.
 *
 * What a caller may rely on: http and https only; every IP address of the name is checked, and the connection goes to a
 * checked one; no private, local or reserved address is reached, in any spelling, and the ports of this engine never,
 * whatever is allowed; at most `webLimits.redirects` redirects, each checked like the first; a change of origin drops
 * headers, credentials and body; at most `maxBytes` decoded bytes are held; the call ends with `signal` or when its
 * time is up, whatever the other side does. No cookie and no connection is kept between calls.
 */
export interface Web {
  /** @throws Refusal of core/outside/web/errors.ts, in words for the model; a response of any status is not a refusal */
  send(request: WebRequest, signal: AbortSignal): Promise<WebReply>;
}

/** Says beforehand what `Web` would refuse. */
export interface JudgesAddresses {
  /**
   * Whether a request of this person to this address would be let out, as far as that is known now; nothing is sent to it. A name that
   * cannot be resolved may be known later.
   * @throws Refusal invalid_url, port_not_allowed, address_not_allowed
   */
  judge(url: string, personId: PersonId): Promise<void>;
}
