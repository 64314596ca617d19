import { beforeEach, describe, expect, it } from '@jest/globals';
import { toolCallId } from '../../../../src/core/kernel/ids.ts';
import type { ModelMessage, RequestedToolCall } from '../../../../src/core/ports/model.ts';
import { chunk } from '../../../servers/chat-completions.ts';
import {
  answers,
  sse,
  startFakeProvider,
  type FakeProvider,
  type Reply,
} from '../../../servers/fake-provider.ts';
import { compatAt, endOf, eventsOf, requestOf } from './compat-under-test.ts';
import { user } from '../conversation.ts';

let provider: FakeProvider;
beforeEach(async () => {
  provider = await startFakeProvider();
});

type Sent = Readonly<Record<string, unknown>>;

/** A server that requests a call with these deltas, and refuses a reply with calls that lacks `wants`. */
const thinker =
  (deltas: readonly object[], wants: (reply: Sent) => string | null): Reply =>
  (request, response) => {
    const replies = messagesIn(request.body).filter((one) => 'tool_calls' in one);
    const missing = replies.map(wants).find((one) => one !== null);
    if (missing !== undefined)
      return answers(400, { error: { message: missing, type: 'invalid_request_error' } })(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunks = replies.length < 2 ? [...deltas.map((one) => chunk(one)), chunk({}, 'tool_calls')] : DONE;
    response.end(sse(...chunks, '[DONE]'));
  };
const DONE = [chunk({ content: 'Done.' }), chunk({}, 'stop')];

const asks = (id: string, more: object = {}) => ({
  tool_calls: [{ index: 0, id, type: 'function', function: { name: 'look', arguments: '{}' }, ...more }],
});

/** What the run loop does with a reply: its own ids, thoughts before the calls, results after them. */
function followed(
  messages: readonly ModelMessage[],
  end: { readonly toolCalls: readonly RequestedToolCall[]; readonly thinking?: ModelMessage['content'] },
): readonly ModelMessage[] {
  const calls = end.toolCalls.map(({ name, input }, index) => ({
    type: 'tool_call' as const,
    toolCallId: toolCallId(`ours-${messages.length}-${index}`),
    name,
    input,
  }));
  const results = calls.map(({ toolCallId: id }) => ({
    type: 'tool_result' as const,
    toolCallId: id,
    output: 'seen',
    success: true,
  }));
  return [
    ...messages,
    { role: 'assistant', content: [...(end.thinking ?? []), ...calls] },
    { role: 'user', content: results },
  ];
}

/** Three turns with one model: two that request a call, and the answer. */
async function loop(modelId = 'model-1') {
  const { model } = await compatAt(`${provider.url}/v1`, { modelId });
  let messages: readonly ModelMessage[] = [user('Look twice')];
  for (;;) {
    const end = endOf(await eventsOf(model, requestOf(messages)));
    if (end.stop !== 'tool_use') return { end, messages };
    messages = followed(messages, end);
  }
}

const messagesIn = (body: Sent | null | undefined) => (body?.['messages'] ?? []) as readonly Sent[];
const repliesIn = (request: number): readonly Sent[] =>
  messagesIn(provider.arrived[request]?.body).filter((one) => 'tool_calls' in one);
const callsOf = (reply: Sent | undefined) => reply?.['tool_calls'] as readonly Sent[];
const bytesOf = (request: number) => JSON.stringify(messagesIn(provider.arrived[request]?.body)).slice(0, -1);

describe('compat: a tool loop with a server that wants its thoughts back', () => {
  it('like DeepSeek and Kimi: reasoning_content', async () => {
    provider.reply(
      thinker([{ reasoning_content: 'I ' }, { reasoning_content: 'look.' }, asks('c')], (reply) =>
        reply['reasoning_content'] === 'I look.'
          ? null
          : 'reasoning_content is missing in assistant tool call message',
      ),
    );
    expect((await loop()).end).toMatchObject({ stop: 'end_turn' });
    expect(provider.arrived).toHaveLength(3);
    expect(repliesIn(2).map((reply) => Object.keys(reply))).toEqual(
      Array.from({ length: 2 }, () => ['role', 'content', 'tool_calls', 'reasoning_content']),
    );
    expect(bytesOf(1).startsWith(bytesOf(0))).toBe(true);
    expect(bytesOf(2).startsWith(bytesOf(1))).toBe(true);
  });

  it('like the compatible endpoint of Gemini: seals on the calls', async () => {
    const extra = { extra_content: { google: { thought_signature: 'CiQB' } } };
    provider.reply(
      thinker([asks('', extra)], (reply) =>
        callsOf(reply).every((call) => JSON.stringify(call).includes('"thought_signature":"CiQB"'))
          ? null
          : 'Function call is missing a thought_signature',
      ),
    );
    expect((await loop()).end).toMatchObject({ stop: 'end_turn' });
    expect(callsOf(repliesIn(2)[1])).toEqual([
      {
        id: 'ours-3-0',
        type: 'function',
        function: { name: 'look', arguments: '{}' },
        ...extra,
      },
    ]);
    expect(bytesOf(2).startsWith(bytesOf(1))).toBe(true);
  });

  it('like OpenRouter: reasoning_details, and not reasoning', async () => {
    const detail = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 };
    const whole = [{ ...detail, text: 'I look.', signature: 'EqQB' }];
    provider.reply(
      thinker(
        [
          { reasoning: 'I ', reasoning_details: [{ ...detail, text: 'I ' }] },
          { reasoning: 'look.', reasoning_details: [{ ...detail, text: 'look.' }] },
          { reasoning_details: [{ ...detail, signature: 'EqQB' }] },
          asks('c'),
        ],
        (reply) =>
          JSON.stringify(reply['reasoning_details']) === JSON.stringify(whole) ? null : 'thinking is missing',
      ),
    );
    expect((await loop()).end).toMatchObject({ stop: 'end_turn' });
    expect(repliesIn(2).map((reply) => Object.keys(reply))).toEqual(
      Array.from({ length: 2 }, () => ['role', 'content', 'tool_calls', 'reasoning_details']),
    );
    expect(bytesOf(2).startsWith(bytesOf(1))).toBe(true);
  });

  it('go to no server that refuses them (as Groq does), nor to one that sent none', async () => {
    for (const deltas of [[{ reasoning: 'Hm' }, asks('c')], [asks('c')]]) {
      provider.reply(
        thinker(deltas, (reply) =>
          Object.keys(reply).join() === 'role,content,tool_calls' ? null : 'unsupported property',
        ),
      );
      expect((await loop()).end).toMatchObject({ stop: 'end_turn' });
    }
  });

  it('sends none to a model that takes over', async () => {
    const extra = { extra_content: { google: { thought_signature: 'CiQB' } } };
    const deltas = [
      { reasoning_content: 'Hm', reasoning_details: [{ type: 'x', data: 'y' }] },
      asks('c', extra),
    ];
    provider.reply(thinker(deltas, () => null));
    const { messages } = await loop();
    expect(repliesIn(2)[0]).toHaveProperty('reasoning_content');
    provider.reply(thinker([], () => null));
    const { model } = await compatAt(`${provider.url}/v1`, { modelId: 'model-2' });
    expect(endOf(await eventsOf(model, requestOf(messages))).stop).toBe('end_turn');
    const last = provider.arrived.length - 1;
    expect(repliesIn(last).map((reply) => Object.keys(reply))).toEqual(
      Array.from({ length: 2 }, () => ['role', 'content', 'tool_calls']),
    );
    expect(JSON.stringify(provider.arrived[last]?.body)).not.toMatch(/CiQB|Hm/u);
  });
});
