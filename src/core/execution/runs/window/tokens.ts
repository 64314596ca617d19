import type { MediaBlock, ModelBlock, ModelMessage, ToolDefinition } from '../../../ports/model.ts';

/** Approximate UTF-8 bytes per token. Scripts other than Latin take more bytes per word. */
const BYTES = 3.5;
const PER_MESSAGE = 8;
/** The id of a call takes as many tokens as a sentence. */
const PER_CALL = 30;

const encoder = new TextEncoder();
const isAscii = /^[\u0000-\u007F]*$/u;

export const bytesIn = (text: string): number =>
  isAscii.test(text) ? text.length : encoder.encode(text).length;

export const tokensInBytes = (bytes: number): number => Math.ceil(bytes / BYTES);

/** The characters of plain text that so many tokens are. */
export const charsIn = (tokens: number): number => tokens * BYTES;

export const tokensInText = (text: string): number => tokensInBytes(bytesIn(text));

/** Blocks never change and are counted every turn, so counts are cached. */
const counted = new WeakMap<ModelBlock, number>();

export function tokensInBlock(block: ModelBlock): number {
  const known = counted.get(block);
  if (known !== undefined) return known;
  const isCall = block.type === 'tool_call' || block.type === 'tool_result';
  const tokens =
    block.type === 'media' ? block.tokens : tokensInText(textOf(block)) + (isCall ? PER_CALL : 0);
  counted.set(block, tokens);
  return tokens;
}

function textOf(block: Exclude<ModelBlock, MediaBlock>): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'tool_result':
      return block.output;
    case 'tool_call':
      return block.name + JSON.stringify(block.input);
    case 'thinking':
      return block.text + JSON.stringify(block.sealed);
  }
}

export const tokensIn = (messages: readonly ModelMessage[]): number =>
  messages.reduce(
    (sum, { content }) => sum + PER_MESSAGE + content.reduce((all, block) => all + tokensInBlock(block), 0),
    0,
  );

/** Counted once for a list: every call of a run has the same one, and its schemas are most of a short request. */
const countedTools = new WeakMap<readonly ToolDefinition[], number>();

export function tokensInTools(tools: readonly ToolDefinition[]): number {
  const known = countedTools.get(tools);
  if (known !== undefined) return known;
  const tokens = tools.length === 0 ? 0 : tokensInText(JSON.stringify(tools));
  countedTools.set(tools, tokens);
  return tokens;
}
