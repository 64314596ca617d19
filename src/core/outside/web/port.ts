import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import type { WebHeaders, WebMethod } from '../../ports/web.ts';

/** A request of the agent, about to leave, with its URL in normalized spelling. */
export interface ApiRequest {
  /** For whom it is made: whose credentials it may carry. */
  readonly personId: PersonId;
  readonly method: WebMethod;
  readonly url: URL;
  /** The headers that the model set; none after a redirect. */
  readonly headers: WebHeaders;
  readonly threadId: ThreadId;
  /** `page`: only to read. Nothing is attached, and no profile is needed: the agent may read it to make one. */
  readonly use: 'call' | 'page';
  /** Whether a redirect led here: then attached credentials are not sent. */
  readonly isRedirect: boolean;
  /** Ends a wait for the rate limit. */
  readonly signal: AbortSignal;
}

/** Credentials that the engine attaches; the model never sees them. */
export interface ApiCredentials {
  readonly headers: WebHeaders;
  /** Parameters to add to the query. */
  readonly query: WebHeaders;
  /** How long the request waited for the rate limit of its profile. */
  readonly waitedMs?: number;
  /** Call it if the request did not leave after all: it does not count then. Never rejects. */
  readonly unsent?: () => Promise<void>;
}

export interface ApiGate {
  /**
   * Checks that a required profile exists; consent cannot replace it. Counts and attaches nothing.
   * @throws Refusal in words for the model
   */
  precheck(url: URL): void;
  /**
   * Called before each request of the agent, and before each redirect is followed: checks the rules of the API's profile,
   * and returns what to attach.
   * @throws Refusal in words for the model
   */
  admit(request: ApiRequest): Promise<ApiCredentials>;
}

/** Counts the calls of tools. */
export interface ToolUseCounter {
  /** Calls for this person that began at this instant (milliseconds since the epoch) or later, by tool name. */
  toolUseSince(person: PersonId, from: number): Promise<readonly ToolUseCount[]>;
}

interface ToolUseCount {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
}
