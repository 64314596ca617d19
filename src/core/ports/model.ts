import type { ToolCallId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';

/** One conversation format for all providers; each wire converts at its own border. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}
export interface ToolCallBlock {
  readonly type: 'tool_call';
  readonly toolCallId: ToolCallId;
  readonly name: string;
  readonly input: JsonObject;
}
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly toolCallId: ToolCallId;
  readonly output: string;
  readonly success: boolean;
}
export type ModelBlock = TextBlock | ToolCallBlock | ToolResultBlock;

/**
 * Well-formed means: roles alternate and start with `user`, no message is empty, every tool call is answered
 * by a result in the message right after it, and no result stands without its call.
 */
export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly ModelBlock[];
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema (2020-12) of the input, an object. */
  readonly inputSchema: object;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDefinition[];
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
  cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
});

/** The one typed end of every model stream. Tool calls stand here because only a clean end makes them executable. */
export type ModelEnd =
  | { readonly type: 'end'; readonly stop: 'end_turn' | 'output_limit' | 'refused'; readonly usage: Usage }
  | {
      readonly type: 'end';
      readonly stop: 'tool_use';
      readonly usage: Usage;
      readonly toolCalls: readonly ToolCallBlock[];
    }
  | { readonly type: 'end'; readonly stop: 'aborted'; readonly usage: Usage }
  | {
      readonly type: 'end';
      readonly stop: 'failed';
      readonly usage: Usage;
      /** Stable code (`provider_error`, `provider_timeout`, …) and a sentence for people. */
      readonly code: string;
      readonly error: string;
      readonly retryable: boolean;
    };

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | ModelEnd;

export interface Model {
  /** The id that is stored with the run, priced and shown. */
  readonly id: string;
  readonly provider: string;
  /**
   * Streams one turn. Every stream yields exactly one `end`, as its last event: failures and aborts are ends,
   * never exceptions. Breaking out of the loop, or aborting `signal`, frees the connection at once.
   * A request may be sent again; the adapter keeps nothing between calls.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** Picks the model for the next run from the live configuration; a choice holds for a whole run (R23). */
export interface ModelGateway {
  /** @throws Refusal `provider_unsupported` when the configuration names something that cannot be served. */
  open(profile: string | null): Promise<Model>;
}
