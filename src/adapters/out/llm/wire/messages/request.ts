import type { Anthropic } from '@anthropic-ai/sdk';
import type { Json, JsonObject } from '../../../../../core/kernel/json.ts';
import type { Capabilities, Connection } from '../../../../../core/models/model.ts';
import type {
  ModelMessage,
  ModelRequest,
  TextBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolDefinition,
  ToolResultBlock,
} from '../../../../../core/ports/model.ts';
import { textIn } from '../payload.ts';

export type MessagesBody = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;
type Mark = Anthropic.CacheControlEphemeral;
type Message = { role: 'user' | 'assistant'; content: Block[] };

/**
 * A request as the Messages wire has it. The same request gives the same bytes, and a longer conversation begins
 * with the bytes of the shorter one, but for the marks on its blocks: what the provider has cached is found again. That is
 * why the messages come last.
 */
export function messagesBody(
  { system, messages, tools, tail }: ModelRequest,
  connection: Connection,
): MessagesBody {
  const mark = markOf(connection.capabilities.promptCaching);
  const thinks = connection.capabilities.thinking && connection.thinks;
  return {
    model: connection.modelId,
    max_tokens: connection.outputLimit,
    stream: true,
    // Without `display` some models send their thoughts sealed only, and no thought could be shown.
    ...(thinks ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
    ...(tools.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(isBlank(system)
      ? {}
      : {
          system: [{ type: 'text', text: system.toWellFormed(), ...(mark ? { cache_control: mark } : {}) }],
        }),
    messages: followedBy(tail, marked(messagesOf(messages, thinks ? connection.modelId : null), mark)),
  };
}

/** Longer lives than five minutes need no beta header since the SDK's 1.0. */
function markOf(caching: Capabilities['promptCaching']): Mark | null {
  if (caching === '1h') return { type: 'ephemeral', ttl: '1h' };
  return caching === '5m' ? { type: 'ephemeral' } : null;
}

const toolOf = ({ name, description, inputSchema }: ToolDefinition): Anthropic.Tool => ({
  name,
  description: description.toWellFormed(),
  input_schema: inputSchema as Anthropic.Tool.InputSchema,
});

/** Messages of which nothing is left are left out; roles go on alternating. */
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
      }
    });
    // A message of thoughts alone is refused, and so is one that ends with them.
    const spoken = blocks.slice(0, blocks.findLastIndex(isMarkable) + 1);
    if (spoken.length === 0) continue;
    // The wire takes results before words only.
    const ordered =
      role === 'user' ? [...spoken.filter(isResult), ...spoken.filter((block) => !isResult(block))] : spoken;
    const last = theirs.at(-1);
    if (last?.role === role) last.content = last.content.concat(ordered);
    else theirs.push({ role, content: ordered });
  }
  return theirs;
}

/** Empty texts, and those of white space alone, are refused. */
const textOf = ({ text }: TextBlock): readonly Block[] =>
  isBlank(text) ? [] : [{ type: 'text', text: text.toWellFormed() }];

/** Sealed thoughts go back as they came, to the letter. What has no seal would be refused. */
function thoughtOf({ text, sealed }: ThinkingBlock): readonly Block[] {
  const data = textIn(sealed['data']);
  if (data !== null) return [{ type: 'redacted_thinking', data }];
  const signature = textIn(sealed['signature']);
  return signature === null ? [] : [{ type: 'thinking', thinking: text, signature }];
}

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

/** A name that the model made up may be none that the wire takes; it would spoil the thread for good. */
const nameOf = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/gu, '_').slice(0, 128) || '_';

/** Half a character, as a cut leaves it, makes the whole body no JSON to the provider. */
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

/** A request takes four marks, and the system has one of them. */
const MARKS = 3;
/** From a mark the vendor looks at so many blocks, itself the first, for what an earlier request has cached. */
const LOOKED_AT = 20;

/**
 * The end of the conversation is marked, so that all up to it is found again in the next turn; and from there one block in
 * every twenty, so that what the last turn had marked is found from it: a turn with many calls adds more blocks than one
 * mark looks at.
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

/** The last one first. Where the twentieth block cannot be marked, the nearest one behind it can be, or else before it. */
function placesToMark(blocks: readonly Block[]): readonly number[] {
  const can = (block: Block): boolean => isMarkable(block) && !isEmpty(block);
  const places: number[] = [];
  let at = blocks.findLastIndex(can);
  while (at >= 0 && places.length < MARKS) {
    places.push(at);
    const next = at - LOOKED_AT;
    if (next < 0) break;
    const behind = blocks.slice(next, at).findIndex(can);
    at = behind >= 0 ? next + behind : blocks.slice(0, next).findLastIndex(can);
  }
  return places;
}

/** Behind the mark, so that what is cached stays the same whatever is said here. */
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
