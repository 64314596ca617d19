import type { DeclaredTool, ToolCall } from '../ports/tools.ts';
import type { AskingCall } from '../prompts/port.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Message } from '../threads/model.ts';

export type Turn = Pick<Message, 'role' | 'content'>;

/** On whose behalf a model makes its calls, and what it has been told. */
export interface Caller {
  /** Whether the owner can be asked: they have started this run. */
  readonly isAttended: boolean;
  /** What was put beside the conversation (what is remembered, registered APIs) is not all of it the owner's. */
  readonly hasUntrustedContent: boolean;
  /**
   * All that was said in this conversation, oldest first, also what is left out or summarised by now. A text of the
   * role `user` counts as the owner's own words.
   */
  heard(): Promise<readonly Turn[]>;
  /** Told how long a person was waited for. */
  waited(ms: number): void;
}

export interface ConsentCall {
  readonly tool: DeclaredTool;
  readonly input: JsonObject;
  /** What the model may call: what an earlier call was, is asked of these. */
  readonly tools: readonly DeclaredTool[];
  readonly context: AskingCall & Pick<ToolCall, 'threadId' | 'agent'>;
  readonly caller: Caller;
}

/** Servers of APIs that the owner has registered: what is asked there needs no consent. */
export interface KnownServers {
  /** Whether this is an address at one of them: scheme, host and port. Where one is asked by https, http is another. */
  has(url: string): boolean;
}

/** Decides about every call of a tool before it is carried out. */
export interface Consent {
  /**
   * Resolves when the call may be carried out: to true where it was allowed for the host that it names, and for no other.
   * May wait for an answer as long as a prompt lives, and no longer than until the run is stopped.
   * @throws Refusal consent_denied, consent_missing, in words for the model
   */
  permit(call: ConsentCall): Promise<boolean>;
}
