import type { DeclaredTool, ToolCall } from '../../ports/tools.ts';
import type { AskingCall } from '../prompts/port.ts';
import type { PersonId, TriggerId, WorkflowId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Message } from '../threads/model.ts';

export type Turn = Pick<Message, 'role' | 'content'>;

/** What its owner has to do with a run. */
export interface Standing {
  /** For whom it acts. */
  readonly personId: PersonId;
  /** The owner started it, and follows it. */
  readonly isAttended: boolean;
  /** Its questions reach the owner, at once or later. */
  readonly canAsk: boolean;
  /** The trigger and the workflow whose consents count for it, besides those for everything; null without one. */
  readonly triggerId: TriggerId | null;
  readonly workflowId: WorkflowId | null;
}

/** The party that a model's calls act for, and what the model has read. */
export interface Caller extends Standing {
  /** Whether text beside the conversation (memory, registered APIs) has sources other than the owner. */
  readonly hasUntrustedContent: boolean;
  /**
   * Everything said in this conversation, oldest first, including omitted and summarised parts. Text of the role `user`
   * counts as the owner's own words.
   */
  heard(): Promise<readonly Turn[]>;
  /** Receives the time spent waiting for a person. */
  waited(ms: number): void;
}

export interface ConsentCall {
  readonly tool: DeclaredTool;
  readonly input: JsonObject;
  /** The model's tools, which classify earlier calls. */
  readonly tools: readonly DeclaredTool[];
  readonly context: AskingCall & Pick<ToolCall, 'threadId' | 'agent'>;
  readonly caller: Caller;
}

/** Servers of APIs that the owner has registered: requests to them need no consent. */
export interface KnownServers {
  /** Whether the address is on one of them: scheme, host and port. A server registered with https is not known by http. */
  has(url: string): boolean;
}

/** How a call may be carried out. */
export interface Permitted {
  /** It may only reach the host that it names. */
  readonly staysAtHost: boolean;
  /** The input to carry the call out with: the one that was judged and shown to the owner. */
  readonly input: JsonObject;
}

/** Decides about every tool call before it is carried out. */
export interface Consent {
  /**
   * Resolves when the call may be carried out, to how.
   * May wait for an answer until the prompt expires or the run is stopped.
   * @throws Refusal consent_denied, consent_missing, consent_outdated, in words for the model
   */
  permit(call: ConsentCall): Promise<Permitted>;
}
