import type { ThreadId } from '../kernel/ids.ts';
import type { WebHeaders, WebMethod } from '../ports/web.ts';

/** A request of the agent, as it is about to leave; its URL in the one spelling that is asked. */
export interface ApiRequest {
  readonly method: WebMethod;
  readonly url: URL;
  /** Those that the model has set; none where a redirect leads on. */
  readonly headers: WebHeaders;
  readonly threadId: ThreadId;
  /** `page`: it is only to be read; nothing is attached, and a profile may be what it is read for. */
  readonly use: 'call' | 'page';
  /** A redirect led here: whatever is attached is not sent. */
  readonly isRedirect: boolean;
}

/** What the engine attaches, and the model never sees. */
export interface ApiCredentials {
  readonly headers: WebHeaders;
  /** Parameters that the query gets. */
  readonly query: WebHeaders;
  /** To be called when the request has not left after all: it does not count then. Never rejects. */
  readonly unsent?: () => Promise<void>;
}

export interface ApiGate {
  /**
   * Whether there is a profile where one is needed, which no consent changes. Counts and attaches nothing.
   * @throws Refusal in words for the model
   */
  precheck(url: URL): void;
  /**
   * Asked before each request of the agent, and before each redirect is followed: whether it is within what the
   * API's profile says, and what to attach.
   * @throws Refusal in words for the model
   */
  admit(request: ApiRequest): Promise<ApiCredentials>;
}

/** Counts the calls of tools. */
export interface ToolUseCounter {
  /** Those that began at this instant (milliseconds since the epoch) or later, by the name of their tool. */
  toolUseSince(from: number): Promise<readonly ToolUseCount[]>;
}

interface ToolUseCount {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
}
