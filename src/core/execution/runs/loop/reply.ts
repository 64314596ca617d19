import type { ModelEnd, RequestedToolCall } from '../../../ports/model.ts';
import type { MessageBlock } from '../../../conversation/threads/model.ts';

/**
 * A reply as the thread stores it: thoughts, text and calls in the order in which the model made them, because
 * providers refuse thoughts in any other. `notes` say how the reply was made.
 */
export function replyBlocks(
  text: string,
  end: ModelEnd,
  notes: readonly MessageBlock[] = [],
  calls: readonly RequestedToolCall[] = [],
): readonly MessageBlock[] {
  const blocks: MessageBlock[] = [];
  let said = 0;
  let called = 0;
  for (const part of partsOf(end)) {
    if (part.type === 'thinking') blocks.push(part);
    else if (part.type === 'text') {
      const end = wholeCharacters(text, said + part.chars);
      blocks.push(...textBlocks(text.slice(said, end)));
      said = end;
    } else {
      blocks.push(...calls.slice(called, called + 1).map(callBlock));
      called += 1;
    }
  }
  return [...blocks, ...textBlocks(text.slice(said)), ...notes, ...calls.slice(called).map(callBlock)];
}

export const textBlocks = (text: string): readonly MessageBlock[] =>
  text === '' ? [] : [{ type: 'text', text }];

/** Masking changes the length of a text, so a part may end anywhere; this keeps it from splitting a surrogate pair. */
const wholeCharacters = (text: string, end: number): number =>
  /^[\uDC00-\uDFFF]/u.test(text.slice(end, end + 1)) ? end + 1 : end;

/** Only a complete reply has thoughts that may be sent back. */
function partsOf(end: ModelEnd) {
  if (end.stop === 'failed' || end.stop === 'aborted') return [];
  return end.parts ?? end.thinking ?? [];
}

const callBlock = ({ type, toolCallId, name, input }: RequestedToolCall): MessageBlock => ({
  type,
  toolCallId,
  name,
  input,
});
