import { looseJson } from '../../../../../core/kernel/loose-json.ts';
import { toolCallId } from '../../../../../core/kernel/ids.ts';
import type { JsonObject } from '../../../../../core/kernel/json.ts';
import {
  unreadInput,
  type ModelEnd,
  type ReplyPart,
  type RequestedToolCall,
  type ThinkingBlock,
} from '../../../../../core/ports/model.ts';
import type { Beside } from '../billed.ts';
import { isObject, listIn, textIn } from '../payload.ts';
import type { AnswerBlock } from './answer-blocks.ts';

const INCOMPLETE =
  'The arguments of this call were not one complete JSON object, so it was not carried out. Call again with valid JSON.';
const NAMELESS = 'This call named no tool, so it was not carried out. Call again by the name of a tool.';

/** The calls of our tools in a completed answer, with unique ids. */
export function requestedCalls(blocks: readonly AnswerBlock[]): readonly RequestedToolCall[] {
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  const said = calls.map(({ announced }) => textIn(announced['id']) ?? '');
  const taken = new Set(said);
  let made = 0;
  const newId = (): string => {
    do made += 1;
    while (taken.has(`call_${made}`));
    return `call_${made}`;
  };
  return calls.map((block, index): RequestedToolCall => {
    const id = said[index] ?? '';
    const isItsOwn = id !== '' && said.indexOf(id) === index;
    const name = textIn(block.announced['name']) ?? '';
    const input = argumentsOf(block);
    const problem = name === '' ? NAMELESS : input === null ? INCOMPLETE : null;
    return {
      type: 'tool_call',
      toolCallId: toolCallId(isItsOwn ? id : newId()),
      name: name === '' ? 'unnamed' : name,
      input: input ?? unreadInput(sentIn(block)),
      ...(problem === null ? {} : { problem }),
    };
  });
}

/**
 * The arguments of a call; null if they are uncertain. They arrive in pieces or whole in the announcement, as an object
 * or as text. Nothing means no arguments, but only in a block that was ended; otherwise they may be missing.
 */
export function argumentsOf({ announced, json, isClosed }: AnswerBlock): JsonObject | null {
  const given = announced['input'];
  const begun = textIn(given) ?? '';
  if (json.trim() !== '') return objectFrom(json) ?? objectFrom(begun + json);
  if (begun.trim() !== '') return objectFrom(begun);
  if (isObject(given) && Object.keys(given).length > 0) return given;
  return isClosed ? {} : null;
}

/** The arguments as they were sent. */
const sentIn = ({ announced, json }: AnswerBlock): string => (textIn(announced['input']) ?? '') + json;

/** Some servers encode the object a second time, as a string. */
function objectFrom(text: string): JsonObject | null {
  const value = parsed(text);
  const inner = typeof value === 'string' ? parsed(value) : value;
  return isObject(inner) ? inner : null;
}

function parsed(text: string): unknown {
  try {
    return looseJson(text);
  } catch {
    return undefined;
  }
}

/** The thoughts of an answer to send back with it, in the form of its end. */
export type KeptThoughts = Partial<Pick<Extract<ModelEnd, { stop: 'tool_use' }>, 'thinking' | 'parts'>>;

/**
 * The thoughts of an answer, each in its place among text and calls. The provider refuses thoughts in another order, or
 * with a gap before them. So those after a tool of the provider, or after a call in an answer whose calls are void,
 * are dropped.
 */
export function keptThoughts(
  blocks: readonly AnswerBlock[],
  model: string,
  keepsCalls: boolean,
): KeptThoughts {
  const parts: ReplyPart[] = [];
  for (const block of blocks) {
    if (block.type === 'text') {
      if (block.text !== '') parts.push({ type: 'text', chars: block.text.length });
    } else if (block.type === 'tool_use' && keepsCalls) parts.push({ type: 'call' });
    else if (isThought(block)) parts.push(...thoughtIn(block, model));
    else break;
  }
  const thinking = parts.filter((part) => part.type === 'thinking');
  if (thinking.length === 0) return {};
  const isLeading = parts.slice(0, thinking.length).every(({ type }) => type === 'thinking');
  return isLeading ? { thinking } : { parts };
}

const isThought = ({ type }: AnswerBlock): boolean => type === 'thinking' || type === 'redacted_thinking';

function thoughtIn(
  { type, announced, text, signature }: AnswerBlock,
  model: string,
): readonly ThinkingBlock[] {
  const data = type === 'redacted_thinking' ? textIn(announced['data']) : null;
  const sealed: JsonObject = data !== null ? { data } : signature === '' ? {} : { signature };
  return text === '' && Object.keys(sealed).length === 0 ? [] : [{ type: 'thinking', text, model, sealed }];
}

/** The addresses that tools of the provider showed the model; null if none was used. */
export function foundElsewhere(blocks: readonly AnswerBlock[]): readonly string[] | null {
  const results = blocks.filter(({ type }) => type.endsWith('_tool_result'));
  if (results.length === 0) return null;
  const entries = results.flatMap(({ announced }) => listIn(announced['content']).filter(isObject));
  return entries.flatMap(({ url }) => textIn(url) ?? []);
}

/** Whether the provider used tools of its own: each use is another prompt, with everything before it. */
export const hasToolsOfProvider = (blocks: readonly AnswerBlock[]): boolean =>
  blocks.some(({ type }) => type === 'server_tool_use' || type.endsWith('_tool_result'));

/** Data other than text and readable thoughts: arguments, signatures, and results of the vendor's search. */
export function besideText(blocks: readonly AnswerBlock[]): Omit<Beside, 'isCounted'> {
  const bytesOf = (given: unknown): number =>
    given === undefined ? 0 : Buffer.byteLength(JSON.stringify(given));
  let [hiddenBytes, searches, foundBytes] = [0, 0, 0];
  for (const { type, announced, json, signature } of blocks) {
    hiddenBytes += Buffer.byteLength(json) + signature.length;
    if (type === 'tool_use' || type === 'server_tool_use') hiddenBytes += bytesOf(announced['input']);
    if (type === 'redacted_thinking') hiddenBytes += bytesOf(announced['data']);
    if (type.endsWith('_tool_result')) foundBytes += bytesOf(announced['content']);
    if (type === 'server_tool_use' && announced['name'] === 'web_search') searches += 1;
  }
  return { hiddenBytes, searches, foundBytes };
}

/** The answer so far, in the form in which the provider continues a paused turn. */
export function rawContent(blocks: readonly AnswerBlock[]): readonly JsonObject[] {
  return blocks.flatMap((block): readonly JsonObject[] => {
    const { type, announced, text, signature, citations } = block;
    if (type === 'text')
      return text === '' ? [] : [{ type, text, ...(citations.length > 0 ? { citations } : {}) }];
    if (type === 'thinking') return signature === '' ? [] : [{ type, thinking: text, signature }];
    return type.endsWith('tool_use') ? [{ ...announced, input: argumentsOf(block) ?? {} }] : [announced];
  });
}
