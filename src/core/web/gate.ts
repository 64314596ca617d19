import type { ThreadId } from '../kernel/ids.ts';
import type { WebHeaders, WebMethod } from '../ports/web.ts';

/** A request of the agent, as it is about to leave; its URL in the one spelling that is asked. */
export interface ApiRequest {
  readonly method: WebMethod;
  readonly url: URL;
  /** Those that the model has set; none where a redirect leads on. */
  readonly headers: WebHeaders;
  readonly threadId: ThreadId;
  /** A redirect led here: whatever is attached is not sent. */
  readonly isRedirect: boolean;
}

/** What the engine attaches, and the model never sees. */
export interface ApiCredentials {
  readonly headers: WebHeaders;
  /** Parameters that the query gets. */
  readonly query: WebHeaders;
}

export interface ApiGate {
  /**
   * Asked before each request of the agent, and before each redirect is followed: whether it is within what the
   * API's profile says, and what to attach.
   * @throws Refusal in words for the model
   */
  admit(request: ApiRequest): Promise<ApiCredentials>;
}

/** Without profiles everything may leave, and nothing is attached. */
export const openGate: ApiGate = { admit: () => Promise.resolve({ headers: {}, query: {} }) };
