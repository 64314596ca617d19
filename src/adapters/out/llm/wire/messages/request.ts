import type { Anthropic } from '@anthropic-ai/sdk';
import type { Json, JsonObject } from '../../../../../core/kernel/json.ts';
import type { Capabilities, Connection } from '../../../../../core/instance/models/model.ts';
import type {
  MediaBlock,
  ModelMessage,
  ModelRequest,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResultBlock,
} from '../../../../../core/ports/model.ts';
import { toolsBy } from '../json-body.ts';
import { textIn } from '../payload.ts';

export type MessagesBody = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;
type Mark = Anthropic.CacheControlEphemeral;
type Message = { role: 'user' | 'assistant'; content: Block[] };

/**
 * A request in the format of the Messages API. The same request gives the same bytes, and a longer conversation begins
 * with the bytes of the shorter one, except for the cache marks on its blocks, so that the provider finds what it has
 * cached. That is why the messages come last.
 */
export function messagesBody(
  { system, messages, tools, tail, thoughts }: ModelRequest,
  connection: Connection,
): MessagesBody {
  const mark = markOf(connection.capabilities.promptCaching);
  const mayThink = connection.capabilities.thinking && connection.thinks;
  const thinks = mayThink && thoughts !== 'few';
  return {
    model: connection.modelId,
    max_tokens: connection.outputLimit,
    stream: true,
    // Without `display`, some models send only encrypted thoughts, and none could be shown.
    ...(thinks ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(mayThink && !thinks ? { thinking: { type: 'disabled' } } : {}),
    ...(tools.length > 0 ? { tools: toolsOf(tools) } : {}),
    ...(isBlank(system)
      ? {}
      : {
          system: [{ type: 'text', text: system.toWellFormed(), ...(mark ? { cache_control: mark } : {}) }],
        }),
    messages: followedBy(tail, marked(messagesOf(messages, thinks ? connection.modelId : null), mark)),
  };
}

/** Lifetimes over five minutes need no beta header since version 1.0 of the SDK. */
function markOf(caching: Capabilities['promptCaching']): Mark | null {
  if (caching === '1h') return { type: 'ephemeral', ttl: '1h' };
  return caching === '5m' ? { type: 'ephemeral' } : null;
}

const toolsOf = toolsBy(({ name, description, inputSchema }): Anthropic.Tool => ({
  name,
  description: description.toWellFormed(),
  input_schema: inputSchema as Anthropic.Tool.InputSchema,
}));

/** Omits messages without content, and keeps the roles alternating. */
function messagesOf(messages: readonly ModelMessage[], thinker: string | null): Message[] {
  const theirs: Message[] = [];
  for (const { role, content } of messages) {
    const blocks = content.flatMap((block): readonly Block[] => {
      switch (block.type) {
        case 'text':
          return textOf(block);
        case 'thinking':
          return block.model === thinker ? thoughtOf(block) : [];
        case 'tool_call':
          return [callOf(block)];
        case 'tool_result':
          return [resultOf(block)];
        case 'media':
          return [imageOf(block)];
      }
    });
    // The API refuses a message of only thoughts, and one that ends with thoughts.
    const spoken = blocks.slice(0, blocks.findLastIndex(isMarkable) + 1);
    if (spoken.length === 0) continue;
    // The API accepts results only before text.
    const ordered =
      role === 'user' ? [...spoken.filter(isResult), ...spoken.filter((block) => !isResult(block))] : spoken;
    const last = theirs.at(-1);
    if (last?.role === role) last.content = last.content.concat(ordered);
    else theirs.push({ role, content: ordered });
  }
  return theirs;
}

/** The API refuses empty and blank texts. */
const textOf = ({ text }: TextBlock): readonly Block[] =>
  isBlank(text) ? [] : [{ type: 'text', text: text.toWellFormed() }];

/** Signed thoughts are sent back verbatim. The API refuses thoughts without a signature. */
function thoughtOf({ text, sealed }: ThinkingBlock): readonly Block[] {
  const data = textIn(sealed['data']);
  if (data !== null) return [{ type: 'redacted_thinking', data }];
  const signature = textIn(sealed['signature']);
  return signature === null ? [] : [{ type: 'thinking', thinking: text, signature }];
}

const imageOf = ({ mediaType, data }: MediaBlock): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
});

const callOf = ({ toolCallId, name, input }: ToolCallBlock): Block => ({
  type: 'tool_use',
  id: toolCallId,
  name: nameOf(name),
  input: wellFormed(input),
});

const resultOf = ({ toolCallId, output, success }: ToolResultBlock): Block => ({
  type: 'tool_result',
  tool_use_id: toolCallId,
  content: output.toWellFormed(),
  ...(success ? {} : { is_error: true }),
});

/** The model may have made up an invalid name; the API would refuse the thread for good. */
const nameOf = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/gu, '_').slice(0, 128) || '_';

/** A lone surrogate, left by a cut, would make the whole body invalid JSON for the provider. */
function wellFormed(value: JsonObject): JsonObject;
function wellFormed(value: Json): Json;
function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map((item: Json) => wellFormed(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key.toWellFormed(), wellFormed(field)]),
  );
}

/** A request may have four marks, and the system prompt has one of them. */
const MARKS = 3;
/** The number of blocks, including the marked one, in which the vendor looks for a cached prefix. */
const lookbackBlocks = 20;

/**
 * Marks the end of the conversation, so that the next turn finds all of it cached; and from there one block in every
 * twenty, so that the mark of the last turn is in reach: a turn with many calls adds more blocks than one mark covers.
 */
function marked(messages: readonly Message[], mark: Mark | null): Message[] {
  if (!mark) return [...messages];
  const blocks = messages.flatMap(({ content }) => content);
  const places = new Set(placesToMark(blocks).map((index) => blocks[index]));
  return messages.map((message) => ({
    ...message,
    content: message.content.map((block) =>
      places.has(block) ? ({ ...block, cache_control: mark } as Block) : block,
    ),
  }));
}

/** The last one first. If the twentieth block cannot be marked, uses the nearest one after it, or else before it. */
function placesToMark(blocks: readonly Block[]): readonly number[] {
  const can = (block: Block): boolean => isMarkable(block) && !isEmpty(block);
  const places: number[] = [];
  let at = blocks.findLastIndex(can);
  while (at >= 0 && places.length < MARKS) {
    places.push(at);
    const next = at - lookbackBlocks;
    if (next < 0) break;
    const behind = blocks.slice(next, at).findIndex(can);
    at = behind >= 0 ? next + behind : blocks.slice(0, next).findLastIndex(can);
  }
  return places;
}

/** After the mark, so that the cached part stays the same whatever is added here. */
function followedBy(tail: string | undefined, messages: Message[]): Message[] {
  const last = messages.at(-1);
  if (tail === undefined || isBlank(tail) || last?.role !== 'user') return messages;
  const said: Block = { type: 'text', text: tail.toWellFormed() };
  return [...messages.slice(0, -1), { ...last, content: [...last.content, said] }];
}

const isMarkable = ({ type }: Block): boolean => type !== 'thinking' && type !== 'redacted_thinking';
const isResult = ({ type }: Block): boolean => type === 'tool_result';
const isEmpty = (block: Block): boolean => block.type === 'tool_result' && block.content === '';
const isBlank = (text: string): boolean => text.trim() === '';
