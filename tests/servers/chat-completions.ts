import { sse } from './fake-provider.ts';

/** The common fields of every chunk of one answer. */
const ENVELOPE = {
  id: 'chatcmpl-8b1f',
  object: 'chat.completion.chunk',
  created: 1_763_700_000,
  model: 'model-1',
};

/** A chunk with this delta for the first choice. */
export const chunk = (
  delta: object | null,
  finishReason: string | null = null,
  more: object = {},
): object => ({
  ...ENVELOPE,
  choices: [{ index: 0, delta, finish_reason: finishReason }],
  ...more,
});

/** The last chunk, requested by `stream_options.include_usage`. */
export const usageChunk = (promptTokens: number, completionTokens: number): object => ({
  ...ENVELOPE,
  choices: [],
  usage: {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  },
});

/** A fragment of a tool call as most vendors send it. */
export const callDelta = (
  index: number,
  call: { readonly id?: string; readonly name?: string; readonly arguments?: string },
): object => ({
  tool_calls: [
    {
      index,
      ...(call.id === undefined ? {} : { id: call.id, type: 'function' }),
      function: {
        ...(call.name === undefined ? {} : { name: call.name }),
        ...(call.arguments === undefined ? {} : { arguments: call.arguments }),
      },
    },
  ],
});

/** The events of an answer of text, one string for each: role, pieces, reason, usage, `[DONE]`. */
export const textAnswer = (...pieces: readonly string[]): readonly string[] =>
  [
    chunk({ role: 'assistant', content: '' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    usageChunk(12, pieces.length),
    '[DONE]',
  ].map((event) => sse(event));

/** The events of an answer that requests one tool, with its arguments in pieces. */
export const callAnswer = (name: string, ...pieces: readonly string[]): readonly string[] =>
  [
    chunk({ role: 'assistant', content: null }),
    chunk(callDelta(0, { id: 'call_A1', name, arguments: '' })),
    ...pieces.map((piece) => chunk(callDelta(0, { arguments: piece }))),
    chunk({}, 'tool_calls'),
    usageChunk(20, 9),
    '[DONE]',
  ].map((event) => sse(event));

/** What an engine needs to use a server of this wire. */
export const compatEnv = (
  { url }: { readonly url: string },
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  SVC_LLM_PROVIDER: 'compat',
  PRIMARY_BASE_URL: `${url}/v1`,
  COMPAT_MODEL_ID: 'local',
  ...more,
});
