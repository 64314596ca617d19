import { beforeEach, expect, test } from '@jest/globals';
import { text, thinking, toolCalls } from '../doubles/scripted-model.ts';
import { faced, type Faced } from '../e2e/faces/face.ts';

interface Said {
  readonly text: string | PromiseLike<string>;
  readonly reasoningText: string | undefined | PromiseLike<string | undefined>;
  readonly finishReason: string | PromiseLike<string>;
  readonly usage: { readonly totalTokens: number } | PromiseLike<{ readonly totalTokens: number }>;
  readonly toolCalls: readonly unknown[] | PromiseLike<readonly unknown[]>;
}

interface Asked {
  readonly model: unknown;
  readonly maxRetries: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** The two packages, which are installed only with the other programs of this folder. */
const load = async (name: string): Promise<unknown> => await import(name);

let face: Faced;
let model: unknown;
let generateText: (asked: Asked) => Promise<Said>;
let streamText: (asked: Asked) => Said;

beforeEach(async () => {
  face = await faced();
  const { createOpenAICompatible } = (await load('@ai-sdk/openai-compatible')) as {
    createOpenAICompatible: (settings: object) => (id: string) => unknown;
  };
  ({ generateText, streamText } = (await load('ai')) as {
    generateText: typeof generateText;
    streamText: typeof streamText;
  });
  const { baseUrl: baseURL, token: apiKey } = face;
  model = createOpenAICompatible({ name: 'svc', baseURL, apiKey, includeUsage: true })('svc');
});

const turns = [
  [thinking('Plums.'), text('I look.'), toolCalls({ name: 'list_files', input: { path: '.' } })],
  [text('Blue.')],
];
const asks = (...contents: readonly string[]): Asked => ({
  model,
  maxRetries: 0,
  messages: contents.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
});

const told = {
  text: 'I look.\n\nBlue.',
  reasoningText: expect.stringContaining('Plums.'),
  finishReason: 'stop',
  toolCalls: [],
};

test('the AI SDK has an answer at once and in a stream, and no call to make', async () => {
  face.plays.push(turns, turns);
  const whole = await generateText(asks('Plums?'));
  expect(whole).toMatchObject(told);
  expect((await whole.usage).totalTokens).toBe(220);
  const streamed = streamText(asks('Plums?', 'I look.\n\nBlue.', 'Really?'));
  expect({
    text: await streamed.text,
    reasoningText: await streamed.reasoningText,
    finishReason: await streamed.finishReason,
    toolCalls: await streamed.toolCalls,
  }).toMatchObject(told);
  expect((await streamed.usage).totalTokens).toBe(220);
  expect((await face.engine.client['threads.list']()).threads).toHaveLength(1);
});

test('the AI SDK is told in its own words why it is refused', async () => {
  await expect(generateText(asks('Plums?', 'Blue.'))).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('last message'),
  });
});
