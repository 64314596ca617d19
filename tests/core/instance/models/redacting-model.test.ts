import { inText } from '../../../../src/core/kernel/says.ts';
import { describe, expect, test } from '@jest/globals';
import { isUnmistakable } from '../../../../src/core/trust/masking/value-mask.ts';
import { RedactingModel } from '../../../../src/core/instance/models/redacting-model.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import { toolCallId } from '../../../../src/core/kernel/ids.ts';
import type { ModelEvent, ModelRequest, ThinkingBlock } from '../../../../src/core/ports/model.ts';
import {
  asksFor,
  SCRIPTED_USAGE,
  fail,
  ScriptedModel,
  text,
  thinking,
  type Step,
} from '../../../doubles/scripted-model.ts';
import { modelContract } from '../../../ports/model.contract.ts';
import { verifies } from '../../../spec/verifies.ts';

const KEY = 'sk-live-0123456789abcdef';
const REQUEST = { system: '', messages: [], tools: [] };

async function said(
  steps: readonly Step[],
  known: readonly string[] = [KEY],
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  const model = new RedactingModel(new ScriptedModel([steps]), {
    unmistakable: () => known.filter(isUnmistakable),
  });
  for await (const event of model.stream(REQUEST, new AbortController().signal)) events.push(event);
  return events;
}

describe('a key quoted by a provider', () => {
  verifies('security.quoted-keys', 'is masked in text and thoughts, even when deltas split it', async () => {
    const [half, rest] = [KEY.slice(0, 9), KEY.slice(9)];
    const events = await said([
      thinking(`I got ${half}`),
      thinking(rest),
      text(`It is ${half}`),
      text(`${rest}.`),
    ]);
    expect(events.slice(0, -1)).toEqual([
      { type: 'thinking', text: 'I got ' },
      { type: 'thinking', text: '[redacted]' },
      { type: 'text', text: 'It is ' },
      { type: 'text', text: '[redacted].' },
    ]);
    expect(events.at(-1)).toMatchObject({ stop: 'end_turn' });
  });

  test('keeps words in their order, and releases everything held back', async () => {
    const events = await said([text('yes'), thinking('hms'), text('s'), { step: 'cut' }]);
    expect(events).toEqual([
      { type: 'text', text: 'ye' },
      { type: 'text', text: 's' },
      { type: 'thinking', text: 'hm' },
      { type: 'thinking', text: 's' },
    ]);
    expect(
      (await said([text('s')])).map((event) => (event.type === 'text' ? event.text : event.type)),
    ).toEqual(['s', 'end']);
  });

  verifies('security.quoted-keys', 'is masked in a failure', async () => {
    const encoded = Buffer.from(KEY).toString('base64');
    const [end] = await said([fail('provider_error', { error: `bad key ${KEY}, ${encoded}` })]);
    expect(end).toMatchObject({ says: [inText('bad key [redacted], [redacted]')] });
  });

  verifies('security.quoted-keys', 'is not executed, and is masked where the call is kept', async () => {
    const [end] = await said([
      asksFor([
        { name: 'write_file', input: { path: 'a', content: `KEY=${KEY}` } },
        { name: 'write_file', input: { path: 'b', content: 'plain' } },
        { name: 'edit', input: { deep: [{ [encodeURIComponent(KEY)]: KEY }] } },
      ]),
    ]);
    const calls = end?.type === 'end' && end.stop === 'tool_use' ? end.toolCalls : [];
    expect(calls).toMatchObject([
      { input: { path: 'a', content: 'KEY=[redacted]' }, problem: expect.stringMatching(/not carried out/u) },
      { input: { path: 'b', content: 'plain' } },
      { input: { deep: [{ '[redacted]': '[redacted]' }] } },
    ]);
    expect(calls[1]).not.toHaveProperty('problem');
  });

  verifies(
    'security.quoted-keys',
    'removes the signature of a thought, which has become invalid',
    async () => {
      const sealed = { signature: 'c2VhbA' };
      const thought = (words: string): ThinkingBlock => ({
        type: 'thinking',
        text: words,
        model: 'm',
        sealed,
      });
      const thoughts = [thought('plain'), thought(KEY)];
      const [end] = await said([asksFor([{ name: 'a', input: {} }], thoughts)]);
      expect(end).toMatchObject({
        thinking: [
          { text: 'plain', sealed },
          { text: '[redacted]', sealed: {} },
        ],
      });
      const parts = [{ type: 'text', chars: 1 } as const, ...thoughts];
      const [placed] = await said([
        { step: 'end', end: { type: 'end', stop: 'end_turn', usage: SCRIPTED_USAGE, parts } },
      ]);
      expect(placed).toMatchObject({ parts: [parts[0], { sealed }, { text: '[redacted]', sealed: {} }] });
    },
  );

  test('endlessly nested arguments are passed on to the code that refuses them', async () => {
    const deep = JSON.parse('{"a":'.repeat(100_000) + `"${KEY}"` + '}'.repeat(100_000)) as JsonObject;
    const [end] = await said([asksFor([{ name: 'a', input: deep }])]);
    expect(end).toMatchObject({ stop: 'tool_use' });
  });

  test('a common value stays', async () => {
    const events = await said(
      [text('ollama needs no-key-required-here')],
      ['ollama', 'no-key-required-here'],
    );
    expect(events[0]).toEqual({ type: 'text', text: 'ollama needs no-key-required-here' });
  });
});

describe('a request to a model', () => {
  const request: ModelRequest = {
    system: `S ${KEY}`,
    tail: `T ${KEY}`,
    tools: [],
    messages: [
      { role: 'user', content: [{ type: 'text', text: `it is ${KEY}, or ${btoa(`${KEY}.`)}` }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', text: KEY, model: 'scripted', sealed: { signature: 's' } },
          { type: 'tool_call', toolCallId: toolCallId('c'), name: 'f', input: { a: [KEY], [KEY]: 1 } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', toolCallId: toolCallId('c'), output: `"${KEY}"`, success: true }],
      },
    ],
  };

  async function asked(given: ModelRequest, known: readonly string[]): Promise<ModelRequest | undefined> {
    const inner = new ScriptedModel([[text('x')]]);
    const model = new RedactingModel(inner, { unmistakable: () => known });
    for await (const _ of model.stream(given, new AbortController().signal));
    return inner.requests[0];
  }

  verifies(
    'secrets.masked',
    'contains no secret value, wherever it stood, even from before it was a secret',
    async () => {
      const masked = '[redacted]';
      expect(await asked(request, [KEY])).toEqual({
        system: `S ${masked}`,
        tail: `T ${masked}`,
        tools: [],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: expect.stringMatching(/^it is \[redacted\], or \[redacted\]\S*$/u) },
            ],
          },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', text: masked, model: 'scripted', sealed: {} },
              { type: 'tool_call', toolCallId: 'c', name: 'f', input: { a: [masked], [masked]: 1 } },
            ],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', toolCallId: 'c', output: `"${masked}"`, success: true }],
          },
        ],
      });
    },
  );

  test('is unchanged where nothing needs masking, and uses values learned later', async () => {
    expect(await asked(request, ['another-secret-0123456789'])).toEqual(request);
    expect(await asked(request, [])).toEqual(request);
    let known: readonly string[] = ['another-secret-0123456789'];
    const inner = new ScriptedModel([[text('x')], [text('y')]]);
    const model = new RedactingModel(inner, { unmistakable: () => known });
    for (const _ of [1, 2]) {
      for await (const _event of model.stream(request, new AbortController().signal));
      known = [...known, KEY];
    }
    expect(inner.requests.map((one) => JSON.stringify(one).includes(KEY))).toEqual([true, false]);
  });
});

modelContract('discreet', async (exchanges) => {
  const turns: Record<string, readonly Step[]> = {
    text: [text('a '), text('b '), text('c')],
    'other text': [text('x '), text('y '), text('z')],
    'tool call': [{ step: 'calls', calls: [{ name: 'look', input: {} }] }],
  };
  const model = new ScriptedModel(exchanges.map((exchange) => turns[exchange] ?? []));
  const request = { ...REQUEST, tools: [{ name: 'look', description: '', inputSchema: { type: 'object' } }] };
  return {
    model: new RedactingModel(model, { unmistakable: () => [KEY] }),
    request: () => request,
    answer: (exchange) => (exchange === 'text' ? 'a b c' : 'x y z'),
    proceed: () => Promise.resolve(),
    held: () => model.openStreams,
    close: () => Promise.resolve(),
  };
});
