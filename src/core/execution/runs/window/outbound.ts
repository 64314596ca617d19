import type { ToolCallId } from '../../../kernel/ids.ts';
import type { ModelBlock, ModelMessage, ToolCallBlock, ToolResultBlock } from '../../../ports/model.ts';
import {
  isAboutAnswer,
  type NoteBlock,
  type ShownBlock,
  type ShownMessage,
} from '../../../conversation/threads/model.ts';

/** A message on its way into a request. */
export type Turn = Pick<ShownMessage, 'role' | 'content'>;

const LOST = 'The outcome of this call is unknown.';
const CONTINUED = '[The conversation continues.]';

/**
 * The messages of a thread as a model may receive them: well-formed whatever happened to the thread. Roles alternate
 * and begin with `user`, every tool call is answered right after it, no result lacks its call, no message is empty.
 * Without this, one broken pair would make every later call of the thread fail.
 */
export function outbound(thread: readonly Turn[]): readonly ModelMessage[] {
  const messages: { role: 'user' | 'assistant'; content: ModelBlock[] }[] = [];
  let open: readonly ToolCallBlock[] = [];
  for (const { role, content } of thread) {
    const blocks = role === 'user' ? userBlocks(content, open) : assistantBlocks(content);
    if (role === 'assistant' && open.length > 0)
      messages.push({ role: 'user', content: [...answers([], open)] });
    open = role === 'assistant' ? blocks.filter((block) => block.type === 'tool_call') : [];
    if (blocks.length === 0) continue;
    const last = messages.at(-1);
    // Thoughts must lead a reply: in the middle of two that were joined, providers refuse them.
    if (last?.role === role)
      last.content = last.content.concat(blocks.filter(({ type }) => type !== 'thinking'));
    else if (!last && role === 'assistant')
      messages.push(
        { role: 'user', content: [{ type: 'text', text: CONTINUED }] },
        { role, content: [...blocks] },
      );
    else messages.push({ role, content: [...blocks] });
  }
  if (open.length > 0) messages.push({ role: 'user', content: [...answers([], open)] });
  return messages;
}

/** Results first, one for each open call and in the same order; then what the person said. */
function userBlocks(content: readonly ShownBlock[], open: readonly ToolCallBlock[]): readonly ModelBlock[] {
  const results = content.filter((block) => block.type === 'tool_result');
  const said = content.flatMap((block): readonly ModelBlock[] =>
    block.type === 'note' ? [inWords(block)] : block.type === 'media' || isText(block) ? [block] : [],
  );
  return [...answers(results, open), ...said];
}

function answers(
  results: readonly ToolResultBlock[],
  open: readonly ToolCallBlock[],
): readonly ToolResultBlock[] {
  const byCall = new Map<ToolCallId, ToolResultBlock>(results.map((result) => [result.toolCallId, result]));
  return open.map(
    ({ toolCallId }) =>
      byCall.get(toolCallId) ?? { type: 'tool_result', toolCallId, output: LOST, success: false },
  );
}

function assistantBlocks(content: readonly ShownBlock[]): readonly ModelBlock[] {
  const blocks = content.flatMap((block): readonly ModelBlock[] => {
    if (block.type === 'note') return isAboutAnswer(block) ? [] : [inWords(block)];
    return block.type === 'tool_call' || block.type === 'thinking' || isText(block) ? [block] : [];
  });
  return blocks.some(({ type }) => type !== 'thinking') ? blocks : [];
}

const inWords = ({ detail }: NoteBlock): ModelBlock => ({ type: 'text', text: `[${detail}]` });

const isText = (block: ShownBlock): block is Extract<ShownBlock, { type: 'text' }> =>
  block.type === 'text' && block.text !== '';
