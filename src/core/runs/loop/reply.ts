import type { ModelEnd, RequestedToolCall } from '../../ports/model.ts';
import type { MessageBlock } from '../../threads/model.ts';

/**
 * A reply as the thread keeps it: thoughts, text and calls in the order in which the model made them, because providers
 * refuse thoughts in any other. `notes` say how it came about.
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

/** A text that was masked is not as long as it was counted, so its parts may end anywhere but in a character. */
const wholeCharacters = (text: string, end: number): number =>
  /^[\uDC00-\uDFFF]/u.test(text.slice(end, end + 1)) ? end + 1 : end;

/** Only a reply that came to its end has thoughts that may be sent back. */
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
