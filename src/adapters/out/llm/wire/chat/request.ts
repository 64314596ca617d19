import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelBlock, ModelMessage, ModelRequest } from '../../../../../core/ports/model.ts';
import { toolsBy } from '../json-body.ts';
import { idsFor, type WireIds } from './call-ids.ts';
import { echoOf, type Answerer } from './echo.ts';

/**
 * A request in the format of Chat Completions. The same request gives the same bytes, and a longer conversation begins
 * with the same messages: providers find cached prompts by their bytes.
 */
export function chatRequest(
  request: ModelRequest,
  connection: Answerer,
): ChatCompletionCreateParamsStreaming {
  const { modelId, isEuProvider } = connection;
  const ids = idsFor(isEuProvider);
  const cacheKey = isEuProvider ? nameOfCache(request.cacheKey) : '';
  return {
    model: modelId,
    messages: followedBy(request.tail, [
      ...(request.system === '' ? [] : [{ role: 'system' as const, content: request.system }]),
      ...request.messages.flatMap((message) => messagesFrom(message, ids, connection)),
    ]),
    ...(request.tools.length === 0 ? {} : { tools: toolsFrom(request.tools), tool_choice: 'auto' }),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.thoughts === 'few' ? { reasoning_effort: 'none' as const } : {}),
    ...(cacheKey === '' ? {} : { prompt_cache_key: cacheKey }),
  };
}

/** A valid name of a cache: at most 128 of these characters. */
const nameOfCache = (key: string | undefined): string =>
  (key ?? '').replace(/[^A-Za-z0-9_:-]/gu, '').slice(0, 128);

const toolsFrom = toolsBy(({ name, description, inputSchema }) => ({
  type: 'function' as const,
  function: { name, description, parameters: inputSchema as Record<string, unknown> },
}));

function messagesFrom(
  { role, content }: ModelMessage,
  ids: WireIds,
  answerer: Answerer,
): readonly ChatCompletionMessageParam[] {
  return role === 'user' ? userMessages(content, ids) : assistantMessages(content, ids, answerer);
}

/** Appended to the last message: not every server accepts a user message after a result. */
function followedBy(
  tail: string | undefined,
  messages: readonly ChatCompletionMessageParam[],
): ChatCompletionMessageParam[] {
  const last = messages.at(-1);
  if (tail === undefined || tail === '') return [...messages];
  const before = messages.slice(0, -1);
  if (last?.role === 'user' && Array.isArray(last.content))
    return [...before, { ...last, content: [...last.content, { type: 'text', text: tail }] }];
  const hasPlace = (last?.role === 'user' || last?.role === 'tool') && typeof last.content === 'string';
  if (!hasPlace) return [...messages];
  return [...before, { ...last, content: `${last.content as string}\n\n${tail}` }];
}

/** Results come first: servers expect them right after their calls. */
function userMessages(content: readonly ModelBlock[], ids: WireIds): readonly ChatCompletionMessageParam[] {
  const said = saidIn(content);
  return [
    ...content
      .filter((block) => block.type === 'tool_result')
      .map(({ toolCallId, output, success }) => ({
        role: 'tool' as const,
        tool_call_id: ids.of(toolCallId),
        // The format has no field for a failure.
        content: success ? output : `[Tool error] ${output}`,
      })),
    ...(said.length === 0 ? [] : [{ role: 'user' as const, content: said }]),
  ];
}

/** Sends thoughts only with the calls that they led to. A reply with only thoughts gives no message. */
function assistantMessages(
  content: readonly ModelBlock[],
  ids: WireIds,
  answerer: Answerer,
): readonly ChatCompletionMessageParam[] {
  const text = textIn(content);
  const echo = echoOf(content, answerer);
  const calls = content
    .filter((block) => block.type === 'tool_call')
    .map(({ toolCallId, name, input }, index): ChatCompletionMessageFunctionToolCall => ({
      id: ids.of(toolCallId),
      type: 'function',
      function: { name: acceptableName(name), arguments: JSON.stringify(input) },
      ...echo.onCall(index),
    }));
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }];
  return [{ role: 'assistant', content: text === '' ? null : text, tool_calls: calls, ...echo.onMessage }];
}

/** One text where there is no more: not every server knows parts. */
function saidIn(content: readonly ModelBlock[]): string | ChatCompletionContentPart[] {
  if (!content.some(({ type }) => type === 'media')) return textIn(content);
  return content.flatMap((block): readonly ChatCompletionContentPart[] => {
    if (block.type === 'text' && block.text !== '') return [{ type: 'text', text: block.text }];
    if (block.type !== 'media') return [];
    return [{ type: 'image_url', image_url: { url: `data:${block.mediaType};base64,${block.data}` } }];
  });
}

const textIn = (content: readonly ModelBlock[]): string =>
  content.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : [])).join('\n\n');

/** A model may have called a tool with an invalid name; servers would refuse the conversation for good. */
const acceptableName = (name: string): string =>
  name.replace(/[^A-Za-z0-9_-]/gu, '_').slice(0, 64) || 'unnamed';
