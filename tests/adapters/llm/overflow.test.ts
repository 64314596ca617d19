import { expect } from '@jest/globals';
import { overflowIn } from '../../../src/adapters/out/llm/wire/overflow.ts';
import { answers, sse, streams } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask, requestOf } from './messages/models.ts';
import { bench, chatWire, WIRES } from './wires.ts';

const at = bench();

/** What servers say with the status 400, and the window that they name. */
const NAMED: Readonly<Record<string, number | null>> = {
  "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.": 8_192,
  'input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000, decrease': 200_000,
  'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it': 8_192,
  'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length': 32_768,
  'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens': 4_096,
  'prompt too long; exceeded max context length by 120 tokens': null,
  "The input (40000 tokens) is longer than the model's context length (32768 tokens).": 32_768,
  'The decoder prompt (length 9000) is longer than the maximum model length of 8192.': 8_192,
  "This model's maximum prompt length is 131072 but the request contains 537812 tokens.": 131_072,
  'Invalid request: Your request exceeded model token limit: 262144': 262_144,
  '<400> Range of input length should be [1, 129024]': 129_024,
  'prompt token count of 200000 exceeds the limit of 128000': 128_000,
  'Input is too long for requested model.': null,
  'Requested tokens (9000) exceed context window of 8192': 8_192,
  "However, the model's context length is only 9000 tokens, resulting in": 9_000,
  'Please reduce the length of the messages or completion.': null,
};
const SAID: readonly (readonly [
  status: number | null,
  word: string | null,
  message: string,
  window: number | null,
])[] = [
  ...Object.entries(NAMED).map(([message, window]) => [400, null, message, window] as const),
  [400, 'context_length_exceeded', 'Your input exceeds the context window of this model.', null],
  [400, 'invalid_request_error', 'prompt is too long: 210,000 tokens > 200,000 maximum', 200_000],
  [
    400,
    'exceed_context_size_error',
    'the request exceeds the available context size. try increasing it',
    null,
  ],
  [
    400,
    'INVALID_ARGUMENT',
    'The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).',
    1_048_576,
  ],
  [500, null, 'the input length exceeds the context length', null],
  [400, 'tokens_limit_reached', 'Request body too large for gpt-4o model. Max size: 8000 tokens.', 8_000],
  [null, null, 'Context window exceeded', null],
  [413, null, 'Request Entity Too Large', null],
];

const OTHERS: readonly (readonly [status: number, word: string | null, message: string])[] = [
  [429, 'rate_limit_exceeded', "This model's maximum context length is 8192 tokens."],
  [413, 'rate_limit_exceeded', 'Request too large on tokens per minute (TPM): Limit 6000, Requested 7000'],
  [400, null, 'max_tokens is too large: 5000. This model supports at most 4096 completion tokens.'],
  [400, null, 'messages.0.content: this field is missing in the context of a tool call'],
  [500, null, 'context deadline exceeded (Client.Timeout or context cancellation while awaiting headers)'],
  [400, null, 'tools.0.input.name is too long: at most 64 characters'],
  [401, null, 'The context window of this key has expired'],
  [400, null, 'tools.0.name: String should have at most 64 characters'],
];

verifies('models.overflow', 'its words are recognised, and what only sounds like it is not', () => {
  for (const [status, word, message, window] of SAID)
    expect({ message, found: overflowIn(status, [word], message) }).toEqual({ message, found: { window } });
  for (const [status, word, message] of OTHERS)
    expect({ message, found: overflowIn(status, [word], message) }).toEqual({ message, found: null });
});

const WINDOW = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.";

for (const wire of WIRES)
  verifies('models.overflow', `${wire.name} tells it by a status and in a stream`, async () => {
    const error = { type: 'invalid_request_error', message: WINDOW };
    for (const reply of [
      answers(400, { type: 'error', error }),
      answers(413, 'too large'),
      streams(wire.name === 'Messages' ? sse({ type: 'error', error }) : sse({ error })),
    ]) {
      const model = await wire.open(at);
      at.server.reply(reply);
      const { end } = await ask(model, requestOf());
      expect(end).toMatchObject({ stop: 'failed', retryable: false, fault: 'overflow' });
    }
  });

verifies('models.overflow', 'the size of the window is read from a field, too', async () => {
  const model = await chatWire.open(at);
  const error = {
    code: 400,
    message: 'the request exceeds the available context size',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 9_000,
    n_ctx: 4_096,
  };
  at.server.reply(answers(400, { error }));
  expect((await ask(model, requestOf())).end).toMatchObject({ fault: 'overflow', window: 4_096 });
});
