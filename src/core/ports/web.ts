/** Methods that a request of the agent may have; `CONNECT` and `TRACE` are none of them. */
export const WEB_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type WebMethod = (typeof WEB_METHODS)[number];

export type WebHeaders = Readonly<Record<string, string>>;

export interface WebRequest {
  readonly method: WebMethod;
  /** As it was given; it is parsed and judged here, and at each redirect again. */
  readonly url: string;
  readonly headers?: WebHeaders;
  /** Headers that authenticate: they go to this origin only, and never from https to http. */
  readonly credentials?: WebHeaders;
  readonly body?: string;
  /** Of the decoded body; what is longer is cut, and says so. */
  readonly maxBytes: number;
  /** Wall clock for everything, from the name to the last byte; bounded by `webLimits.maxCallMs`. */
  readonly ms?: number;
  /** Asked before a redirect is followed. Throws a Refusal to stop there. */
  readonly beforeRedirect?: (next: { readonly url: URL; readonly method: WebMethod }) => Promise<void>;
}

export interface WebReply {
  readonly status: number;
  /** Where it came from in the end. */
  readonly url: string;
  /** Names in small letters. Their values are untrusted. */
  readonly headers: WebHeaders;
  /** Decoded (gzip, deflate, br), and cut at `maxBytes`. */
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

/**
 * The one way out for every address that a model, a file or a remote party can influence.
 *
 * What a caller may rely on: http and https only; every address of the name is judged, and the connection goes to an
 * address that was; nothing private, local or reserved is reached, in any spelling, and the ports of this engine never,
 * whatever is allowed; at most `webLimits.redirects` redirects, each judged like the first; with a change of origin
 * nothing is left of headers, credentials and body; at most `maxBytes` decoded bytes are held; it ends with `signal`,
 * or when its time is over, whatever the other side does. Nothing is kept between calls: no cookie, no connection.
 */
export interface Web {
  /** @throws Refusal of core/web/errors.ts, in words for the model; an answer with any status is no refusal */
  send(request: WebRequest, signal: AbortSignal): Promise<WebReply>;
}
