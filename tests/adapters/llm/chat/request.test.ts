import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chatRequest } from '../../../../src/adapters/out/llm/wire/chat/request.ts';
import type { ModelBlock, ModelMessage, ModelRequest } from '../../../../src/core/ports/model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { call, result, user, writeFile } from '../conversation.ts';

const anywhere = { modelId: 'model-1', isEuProvider: false };
const inEurope = { modelId: 'model-1', isEuProvider: true };

const request = (messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'You are svc.',
  messages,
  tools: [],
  ...more,
});
const says = (text: string): ModelBlock => ({ type: 'text', text });
const thinks = (text: string): ModelBlock => ({ type: 'thinking', text, model: 'model-1', sealed: { s: 1 } });

const thought = (text: string): ModelBlock => ({
  type: 'thinking',
  text,
  model: 'model-1',
  sealed: {
    field: 'reasoning_content',
    reasoning_details: [{ type: 'reasoning.text', index: 0, text }],
    calls: [{ index: 0, extra_content: { google: { thought_signature: text } } }],
  },
});

const messagesOf = (messages: readonly ModelMessage[]) => chatRequest(request(messages), anywhere).messages;

describe('Chat Completions request', () => {
  verifies('models.thinking', 'contains model, conversation and options, and nothing else', () => {
    expect(chatRequest(request([user('Hello')], { cacheKey: 'thread-1' }), anywhere)).toStrictEqual({
      model: 'model-1',
      messages: [
        { role: 'system', content: 'You are svc.' },
        { role: 'user', content: 'Hello' },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('offers tools, and only then the choice among them', () => {
    expect(chatRequest(request([user('Hello')], { tools: [writeFile] }), anywhere)).toMatchObject({
      tools: [
        {
          type: 'function',
          function: {
            name: 'write_file',
            description: writeFile.description,
            parameters: writeFile.inputSchema,
          },
        },
      ],
      tool_choice: 'auto',
    });
  });

  it('has no message for empty instructions', () => {
    const { messages } = chatRequest(request([user('Hello')], { system: '' }), anywhere);
    expect(messages).toEqual([{ role: 'user', content: 'Hello' }]);
  });

  it("puts results before the person's text, and failures in words", () => {
    const said = messagesOf([
      user('Do it'),
      { role: 'assistant', content: [call('one'), call('two')] },
      {
        role: 'user',
        content: [says('And'), result('one', 'done'), says('then?'), result('two', 'no disk', false)],
      },
    ]);
    expect(said.slice(3)).toEqual([
      { role: 'tool', tool_call_id: 'one', content: 'done' },
      { role: 'tool', tool_call_id: 'two', content: '[Tool error] no disk' },
      { role: 'user', content: 'And\n\nthen?' },
    ]);
  });

  it('sends replies with their calls and without their thoughts', () => {
    const said = messagesOf([
      user('Do it'),
      { role: 'assistant', content: [thinks('Hm'), says('Well.'), call('one', 'write_file', { path: 'ä' })] },
      { role: 'user', content: [result('one', 'done')] },
      { role: 'assistant', content: [call('two', 'write_file')] },
      { role: 'user', content: [result('two', 'done')] },
      { role: 'assistant', content: [thinks('Hm'), says('Done'), says('and well.')] },
      user('Thanks'),
      { role: 'assistant', content: [thinks('only')] },
    ]);
    const calls = (id: string, input: object) => [
      { id, type: 'function', function: { name: 'write_file', arguments: JSON.stringify(input) } },
    ];
    expect(said.slice(2)).toEqual([
      { role: 'assistant', content: 'Well.', tool_calls: calls('one', { path: 'ä' }) },
      { role: 'tool', tool_call_id: 'one', content: 'done' },
      { role: 'assistant', content: null, tool_calls: calls('two', {}) },
      { role: 'tool', tool_call_id: 'two', content: 'done' },
      { role: 'assistant', content: 'Done\n\nand well.' },
      { role: 'user', content: 'Thanks' },
    ]);
  });

  it('does not repeat a name that no tool can have', () => {
    const said = messagesOf([
      user('x'),
      { role: 'assistant', content: [call('1', 'a tool<|x|>'), call('2', '')] },
    ]);
    const names = said.flatMap((message) =>
      'tool_calls' in message
        ? message.tool_calls?.map((made) => 'function' in made && made.function.name)
        : [],
    );
    expect(names).toEqual(['a_tool__x__', 'unnamed']);
  });

  verifies('models.prompt-caching', 'names the cache to the EU provider only, in its characters', () => {
    const keyFor = (cacheKey: string | undefined, connection: typeof anywhere) =>
      chatRequest(request([user('x')], cacheKey === undefined ? {} : { cacheKey }), connection)
        .prompt_cache_key;
    expect(keyFor('thread-1', anywhere)).toBeUndefined();
    expect(keyFor('salt:thread_1-A', inEurope)).toBe('salt:thread_1-A');
    expect(keyFor('a b/ü', inEurope)).toBe('ab');
    expect(keyFor('x'.repeat(500), inEurope)).toHaveLength(128);
    expect('prompt_cache_key' in chatRequest(request([user('x')]), inEurope)).toBe(false);
    expect('prompt_cache_key' in chatRequest(request([user('x')], { cacheKey: '' }), inEurope)).toBe(false);
  });

  it('sends the EU provider ids of nine letters and digits, the same for a call and its result', () => {
    const ids = ['0199-a', '0199-b', '0199-c'];
    const { messages } = chatRequest(
      request([
        user('x'),
        { role: 'assistant', content: ids.map((id) => call(id)) },
        { role: 'user', content: ids.map((id) => result(id, 'ok')) },
      ]),
      inEurope,
    );
    const made = messages.flatMap((message) =>
      'tool_calls' in message ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    );
    const answered = messages.flatMap((message) => ('tool_call_id' in message ? [message.tool_call_id] : []));
    expect(new Set(made).size).toBe(3);
    expect(made).toEqual(answered);
    for (const id of made) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
  });

  it('begins a continued conversation with the same bytes', () => {
    const block = fc.oneof(
      fc.string().map(says),
      fc.string().map(thinks),
      fc.string().map(thought),
      fc.nat(20).map((id) => call(`id-${id}`, 'write_file', { n: id })),
      fc.nat(20).map((id) => result(`id-${id}`, 'out', id % 2 === 0)),
    );
    const message = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.array(block, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 12 }),
        fc.nat(12),
        fc.constantFrom(anywhere, inEurope),
        (messages, length, connection) => {
          const json = (some: readonly ModelMessage[]) =>
            JSON.stringify(chatRequest(request(some), connection).messages);
          const before = json(messages.slice(0, length));
          expect(json(messages).startsWith(before.slice(0, -1))).toBe(true);
          expect(json(messages)).toBe(json(messages));
        },
      ),
    );
  });
});
