import { beforeEach, expect } from '@jest/globals';
import OpenAI from 'openai';
import { end, fail, text, thinking, toolCalls } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { faced, type Faced } from './face.ts';

let face: Faced;

beforeEach(async () => {
  face = await faced();
});

const turns = [
  [thinking('Plums.'), text('I look.'), toolCalls({ name: 'list_files', input: { path: '.' } })],
  [text('Blue.')],
];

verifies(
  'faces.responses',
  'with its items in their order, its usage, and the thread in the headers',
  async () => {
    face.plays.push(turns);
    const { data, response } = await face.openai.responses
      .create({ model: 'svc', input: 'What are plums?', instructions: 'Be short.' })
      .withResponse();
    expect(data.status).toBe('completed');
    expect(data.output_text).toBe('I look.\n\nBlue.');
    expect(data.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'reasoning', 'message']);
    expect(JSON.stringify(data.output)).not.toContain('function_call');
    expect(data.usage).toMatchObject({ input_tokens: 200, output_tokens: 20, total_tokens: 220 });
    const [thread] = (await face.engine.client['threads.list']()).threads;
    expect(response.headers.get('x-svc-thread')).toBe(thread?.threadId);
  },
);

verifies('faces.responses', 'the helper of the library makes the same of the stream', async () => {
  face.plays.push(turns);
  const stream = face.openai.responses.stream({ model: 'svc', input: [{ role: 'user', content: 'Plums?' }] });
  const types: string[] = [];
  const numbers: number[] = [];
  for await (const event of stream) {
    types.push(event.type);
    numbers.push(event.sequence_number);
  }
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(types.slice(0, 2)).toEqual(['response.created', 'response.in_progress']);
  expect(types.filter((type) => type === 'response.completed')).toHaveLength(1);
  expect(types.at(-1)).toBe('response.completed');
  const done = await stream.finalResponse();
  expect(done.output_text).toBe('I look.\n\nBlue.');
});

verifies(
  'faces.responses',
  'an earlier one names where it goes on, in a copy if the thread has gone on',
  async () => {
    const first = await face.openai.responses.create({ model: 'svc', input: 'First' }).withResponse();
    const next = (input: string, id: string) =>
      face.openai.responses.create({ model: 'svc', input, previous_response_id: id }).withResponse();
    const second = await next('Second', first.data.id);
    const other = await next('Other second', first.data.id);
    const of = ({ response }: typeof first) => response.headers.get('x-svc-thread');
    expect(of(second)).toBe(of(first));
    expect(of(other)).not.toBe(of(first));
    await expect(next('x', 'resp_nothing')).rejects.toMatchObject({ status: 404, code: 'run_not_found' });
    await expect(next('x', 'chatcmpl-1')).rejects.toMatchObject({ status: 404 });
  },
);

verifies('faces.responses', 'one that is cut, one that fails, and what is not done here', async () => {
  face.plays.push(
    [[text('half'), end('refused')]],
    [[fail('provider_error', { retryable: false })]],
    [[fail('provider_error', { retryable: false })]],
  );
  const cut = await face.openai.responses.create({ model: 'svc', input: 'a' });
  expect([cut.status, cut.incomplete_details?.reason]).toEqual(['incomplete', 'content_filter']);
  await expect(face.openai.responses.create({ model: 'svc', input: 'b' })).rejects.toMatchObject({
    status: 502,
    code: 'provider_error',
  });
  const stream = await face.openai.responses.create({ model: 'svc', input: 'b', stream: true });
  let last: OpenAI.Responses.ResponseStreamEvent | null = null;
  for await (const event of stream) last = event;
  expect(last).toMatchObject({ type: 'response.failed', response: { error: { code: 'provider_error' } } });
  const tool = { type: 'function', name: 'x', parameters: {}, strict: false } as const;
  await expect(
    face.openai.responses.create({ model: 'svc', input: 'c', tools: [tool] }),
  ).rejects.toMatchObject({ status: 400, param: 'tools' });
});
