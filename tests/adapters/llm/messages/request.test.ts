import { describe, expect, it } from '@jest/globals';
import { messagesBody } from '../../../../src/adapters/out/llm/wire/messages/request.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { Capabilities } from '../../../../src/core/instance/models/model.ts';
import type { ModelMessage, ThinkingBlock } from '../../../../src/core/ports/model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { connectionOf, MODEL, PROVIDERS, requestOf } from './models.ts';
import { assistant, call as callOf, result, user } from '../conversation.ts';

const thought = (text: string, sealed: JsonObject, model = MODEL): ThinkingBlock => ({
  type: 'thinking',
  text,
  model,
  sealed,
});
const call = (id: string, input: JsonObject = {}, name = 'write_file') => callOf(id, name, input);
const caching = (promptCaching: Capabilities['promptCaching']) =>
  connectionOf('primary', { capabilities: { ...connectionOf('primary').capabilities, promptCaching } });
const unmarked = caching('none');

const messagesFor = (...messages: readonly ModelMessage[]) =>
  messagesBody(requestOf(...messages), unmarked).messages;

describe('messagesBody', () => {
  verifies('models.thinking', 'lets a model think only when both model and provider support it', () => {
    const asked = (provider: (typeof PROVIDERS)[number], thinks: boolean) =>
      'thinking' in messagesBody(requestOf(), connectionOf(provider, { thinks }));
    expect(PROVIDERS.map((provider) => asked(provider, true))).toEqual([true, false, true]);
    expect(PROVIDERS.map((provider) => asked(provider, false))).toEqual([false, false, false]);
  });

  for (const [kind, mark] of [
    ['1h', { type: 'ephemeral', ttl: '1h' }],
    ['5m', { type: 'ephemeral' }],
    ['by_name', undefined],
    ['none', undefined],
  ] as const)
    verifies('models.prompt-caching', `marks the system and the conversation's end for ${kind}`, () => {
      const { system, messages } = messagesBody(
        requestOf(user('a'), assistant('b'), user('c', 'd')),
        caching(kind),
      );
      expect(JSON.stringify([system, messages]).split('cache_control').length - 1).toBe(mark ? 2 : 0);
      expect(system?.[0]).toEqual({
        type: 'text',
        text: 'You are svc.',
        ...(mark ? { cache_control: mark } : {}),
      });
      expect(messages.at(-1)?.content.at(-1)).toEqual({
        type: 'text',
        text: 'd',
        ...(mark ? { cache_control: mark } : {}),
      });
    });

  /** The marked blocks of the messages, counted from the first. */
  const marksIn = (...said: readonly ModelMessage[]): readonly number[] =>
    messagesBody(requestOf(...said), caching('1h'))
      .messages.flatMap(({ content }) => content as readonly object[])
      .flatMap((block, index) => ('cache_control' in block ? [index] : []));

  verifies('models.prompt-caching', 'marks one block in twenty, so that the last cache is found', () => {
    const before = [user('a'), assistant('b'), user('c')];
    const [cached = -1] = marksIn(...before);
    expect(cached).toBe(2);
    for (let calls = 1; calls <= 28; calls++) {
      const ids = Array.from({ length: calls }, (_, at) => `t${at}`);
      const asks = assistant(thought('hm', { signature: 's' }), ...ids.map((id) => call(id)));
      // Empty results cannot be marked.
      const gets = user(...ids.map((id, at) => result(id, at % 7 === 3 ? '' : 'ok')));
      const marks = marksIn(...before, asks, gets);
      expect(marks.length).toBeLessThanOrEqual(3);
      const looked = marks.flatMap((mark) => Array.from({ length: 20 }, (_, back) => mark - back));
      expect([calls, looked.includes(cached)]).toEqual([calls, true]);
    }
  });

  it('marks a conversation of short turns only as often as needed, and never more than four blocks', () => {
    expect(marksIn(user('a'), assistant('b'), user('c'))).toEqual([2]);
    const many = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? user('a') : assistant('b')));
    expect(marksIn(...many)).toEqual([159, 179, 199]);
    const thoughts = Array.from({ length: 50 }, (_, at) => thought(`t${at}`, { signature: 's' }));
    expect(marksIn(user('a'), assistant('b', ...thoughts, 'd'), user('c'))).toEqual([1, 52, 53]);
  });

  it('never marks an empty block', () => {
    const { messages } = messagesBody(
      requestOf(user('a'), assistant(call('1'), call('2')), user(result('1', 'ok'), result('2', ''))),
      caching('5m'),
    );
    expect(messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: '1', content: 'ok', cache_control: { type: 'ephemeral' } },
      { type: 'tool_result', tool_use_id: '2', content: '' },
    ]);
  });

  it('never marks thoughts', () => {
    const { messages } = messagesBody(
      requestOf(
        user('a'),
        assistant(thought('c', { signature: 's' }), 'b', thought('d', { signature: 't' })),
      ),
      caching('5m'),
    );
    // The wire rejects a reply that ends with thoughts.
    expect(messages.at(-1)?.content).toEqual([
      { type: 'thinking', thinking: 'c', signature: 's' },
      { type: 'text', text: 'b', cache_control: { type: 'ephemeral' } },
    ]);
  });

  it("puts calls with their input, and results with their failure flag, before the person's text", () => {
    expect(
      messagesFor(
        user('a'),
        assistant('b', call('1', { path: 'x' }), call('2')),
        user('wait', result('1', 'ok'), result('2', 'no', false)),
      ).slice(1),
    ).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'b' },
          { type: 'tool_use', id: '1', name: 'write_file', input: { path: 'x' } },
          { type: 'tool_use', id: '2', name: 'write_file', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '1', content: 'ok' },
          { type: 'tool_result', tool_use_id: '2', content: 'no', is_error: true },
          { type: 'text', text: 'wait' },
        ],
      },
    ]);
  });

  it('sends thoughts back with their seals, and only to the model that made them', () => {
    const thoughts = [
      thought('mine', { signature: 's' }),
      thought('', { signature: 'of nothing' }),
      thought('', { data: 'd' }),
      thought('of another', { signature: 's' }, 'claude-opus-5'),
      thought('never sealed', {}),
    ];
    const messages = [user('a'), assistant(...thoughts, 'b')];
    expect(messagesFor(...messages)[1]?.content).toEqual([
      { type: 'thinking', thinking: 'mine', signature: 's' },
      { type: 'thinking', thinking: '', signature: 'of nothing' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'text', text: 'b' },
    ]);
    const off = connectionOf('primary', { thinks: false });
    expect(messagesBody(requestOf(...messages, user('c')), off).messages[1]?.content).toEqual([
      { type: 'text', text: 'b' },
    ]);
  });

  it('leaves out empty content, and still alternates the roles', () => {
    expect(
      messagesFor(
        user('a', '', ' \n'),
        assistant('', thought('b', { signature: 's' })),
        user('c'),
        assistant('d'),
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'c' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'd' }] },
    ]);
    expect(messagesBody({ system: ' ', messages: [user('a')], tools: [] }, unmarked)).not.toHaveProperty(
      'system',
    );
    expect(messagesBody({ system: ' ', messages: [user('a')], tools: [] }, unmarked)).not.toHaveProperty(
      'tools',
    );
  });

  it('sends no half characters and no names that the wire rejects', () => {
    const messages = messagesFor(
      user('a\uD83D'),
      assistant(
        'b',
        call('1', { 'k\uD83D': ['\uDE00', { deep: 'x\uD83D' }, 1, null, true] }, 'functions.write file'),
      ),
      user(result('1', '\uD83D')),
    );
    expect(JSON.stringify(messages)).not.toMatch(/\\ud[89a-f]/u);
    expect(messages[1]?.content[1]).toEqual({
      type: 'tool_use',
      id: '1',
      name: 'functions_write_file',
      input: { 'k\uFFFD': ['\uFFFD', { deep: 'x\uFFFD' }, 1, null, true] },
    });
  });

  it('produces the same bytes for the same request, and changes nothing in it', () => {
    const request = requestOf(user('a'), assistant('b', call('1')), user(result('1', 'ok')));
    const before = structuredClone(request);
    const once = JSON.stringify(messagesBody(request, caching('1h')));
    expect(JSON.stringify(messagesBody(structuredClone(request), caching('1h')))).toBe(once);
    expect(request).toEqual(before);
  });
});

it('joins a message of more blocks than a call takes arguments to the one before it', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => ({
    type: 'text' as const,
    text: String(index),
  }));
  const [sent] = messagesFor(user('Hello'), { role: 'user', content: many });
  expect(sent?.content).toHaveLength(many.length + 1);
});
