import { toolCallId } from '../../../../core/kernel/ids.ts';
import type { JsonObject } from '../../../../core/kernel/json.ts';
import type { ToolCallBlock } from '../../../../core/ports/model.ts';
import type { Conversation } from './conversation.ts';

/** One answer of the demo model, complete before its first word is streamed. */
export interface Plan {
  readonly thinking: string;
  /** The pieces of the streamed text. */
  readonly chunks: readonly string[];
  /** The calls at the end of the answer; none ends the turn. */
  readonly toolCalls: readonly ToolCallBlock[];
}

export function say(thinking: string, text: string): Plan {
  return { thinking, chunks: words(text), toolCalls: [] };
}

/** `text` may be empty: then the answer is the call alone. */
export function call(
  conversation: Conversation,
  name: string,
  input: JsonObject,
  thinking: string,
  text = '',
): Plan {
  // Unique within the conversation, and the same for the same request.
  const id = toolCallId(`demo-${conversation.callsSoFar + 1}`);
  return { thinking, chunks: words(text), toolCalls: [{ type: 'tool_call', toolCallId: id, name, input }] };
}

/** Each word with the white space after it: joined, they give the original text. */
const words = (text: string): readonly string[] => text.match(/\S+\s*|^\s+/g) ?? [];
