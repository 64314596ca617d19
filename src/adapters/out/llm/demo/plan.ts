import { toolCallId } from '../../../../core/kernel/ids.ts';
import type { JsonObject } from '../../../../core/kernel/json.ts';
import type { ToolCallBlock } from '../../../../core/ports/model.ts';
import type { Conversation } from './conversation.ts';

/** One answer of the demo model, complete before the first word of it is streamed. */
export interface Plan {
  readonly thinking: string;
  /** The pieces in which the text arrives. */
  readonly chunks: readonly string[];
  /** What the answer asks for at its end; none means that the turn is over. */
  readonly toolCalls: readonly ToolCallBlock[];
}

export function say(thinking: string, text: string): Plan {
  return { thinking, chunks: words(text), toolCalls: [] };
}

/** `text` may be empty: then the call is all there is. */
export function call(
  conversation: Conversation,
  name: string,
  input: JsonObject,
  thinking: string,
  text = '',
): Plan {
  // Unique within the conversation, and the same whenever the same request is asked again.
  const id = toolCallId(`demo-${conversation.callsSoFar + 1}`);
  return { thinking, chunks: words(text), toolCalls: [{ type: 'tool_call', toolCallId: id, name, input }] };
}

/** Each word with the white space after it: joined they are the text again. */
const words = (text: string): readonly string[] => text.match(/\S+\s*|^\s+/g) ?? [];
