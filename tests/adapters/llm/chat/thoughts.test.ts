import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { chatRequest } from '../../../../src/adapters/out/llm/wire/chat/request.ts';
import { ChatStream } from '../../../../src/adapters/out/llm/wire/chat/stream.ts';
import { toolLimits } from '../../../../src/core/kernel/limits.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { ModelBlock, ModelMessage, ThinkingBlock } from '../../../../src/core/ports/model.ts';
import { calls, delta, DONE, finish, wire } from '../../../fixtures/chat/fixture.ts';
import { thoughts } from '../../../fixtures/chat/thoughts.ts';
import { bytesOf, chatReader, readingOf } from '../reading.ts';
import { call, result, user } from '../conversation.ts';

const here = { modelId: 'model-1', isEuProvider: false };
const SIGNED = { google: { thought_signature: 'CiQB' } };
const DETAIL = { type: 'reasoning.text', text: 'Hm', signature: 's', index: 0 };
const ALL = {
  field: 'reasoning_content',
  reasoning_details: [DETAIL],
  calls: [{ index: 1, extra_content: SIGNED }],
};

const thought = (sealed: JsonObject, more: Partial<ThinkingBlock> = {}): ThinkingBlock => ({
  type: 'thinking',
  text: 'Hm',
  model: 'model-1',
  sealed,
  ...more,
});
/** The reply of these blocks as it is sent back, after the task and before the results of its calls. */
function replyOf(content: readonly ModelBlock[], connection = here) {
  const made = content.filter((block) => block.type === 'tool_call');
  const messages: ModelMessage[] = [
    user('x'),
    { role: 'assistant', content },
    { role: 'user', content: made.map(({ toolCallId: id }) => result(id, 'ok')) },
  ];
  const request = chatRequest({ system: '', messages, tools: [] }, connection);
  return request.messages.find(({ role }) => role === 'assistant');
}
const sent = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'write_file', arguments: '{}' },
  ...more,
});
const BARE = { role: 'assistant', content: null, tool_calls: [sent('one'), sent('two')] };
const twoCalls = [call('one'), call('two')];

describe('thoughts sent back over Chat Completions', () => {
  it('go back to the place where they came from: on the calls, by position', () => {
    expect(replyOf([thought(ALL), ...twoCalls])).toStrictEqual({
      role: 'assistant',
      content: null,
      tool_calls: [sent('one'), sent('two', { extra_content: SIGNED })],
      reasoning_content: 'Hm',
      reasoning_details: [DETAIL],
    });
  });

  it.each<[string, JsonObject, object]>([
    ['an empty thought', { field: 'reasoning_content' }, { reasoning_content: '' }],
    ['details alone', { reasoning_details: [DETAIL] }, { reasoning_details: [DETAIL] }],
    ['a field that is not taken back', { field: 'reasoning' }, {}],
    ['another one', { field: 'reasoning_text' }, {}],
    ['a field of ours', { field: 'tool_calls' }, {}],
    ['no field', {}, {}],
    ['the seal of another wire', { signature: 'EqQB', data: 'x' }, {}],
    ['what no server writes', { reasoning_details: 'x', calls: [7, { index: 'one' }, { index: 0 }] }, {}],
    [
      'a list in which not all are details',
      { reasoning_details: [7, DETAIL] },
      { reasoning_details: [DETAIL] },
    ],
    ['a seal of a call that is not there', { calls: [{ index: 2, extra_content: SIGNED }] }, {}],
  ])('%s', (_what, sealed, more) => {
    expect(replyOf([thought(sealed, { text: '' }), ...twoCalls])).toStrictEqual({ ...BARE, ...more });
  });

  it('are not sent to another model, to the EU provider, or in replies without calls', () => {
    expect(replyOf([thought(ALL, { model: 'model-2' }), ...twoCalls])).toStrictEqual(BARE);
    const inEurope = replyOf([thought(ALL), ...twoCalls], { ...here, isEuProvider: true });
    expect(Object.keys(inEurope ?? {})).toEqual(['role', 'content', 'tool_calls']);
    expect(JSON.stringify(inEurope)).not.toMatch(/Hm|CiQB/u);
    expect(replyOf([thought(ALL), { type: 'text', text: 'Well' }])).toStrictEqual({
      role: 'assistant',
      content: 'Well',
    });
  });

  it('are missing for a reply stored before thoughts were kept', () => {
    expect(replyOf(twoCalls)).toStrictEqual(BARE);
  });

  it('are found after those of an earlier model', () => {
    const reply = replyOf([
      thought(ALL, { model: 'model-2' }),
      thought({ reasoning_details: [DETAIL] }),
      ...twoCalls,
    ]);
    expect(reply).toStrictEqual({ ...BARE, reasoning_details: [DETAIL] });
  });

  it('are the same after a round trip through the disk', () => {
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => ({ value }) as JsonObject);
    fc.assert(
      fc.property(fc.string(), fc.array(json), fc.array(json), (text, details, extras) => {
        const block = thought(
          {
            field: 'reasoning_content',
            reasoning_details: details,
            calls: extras.map((extra_content, index) => ({ index, extra_content })),
          },
          { text },
        );
        const stored = JSON.parse(JSON.stringify(block)) as ThinkingBlock;
        expect(JSON.stringify(replyOf([stored, ...twoCalls]))).toBe(
          JSON.stringify(replyOf([block, ...twoCalls])),
        );
      }),
    );
  });
});

describe('thoughts that are kept', () => {
  const kept = async (...deltas: readonly object[]) => {
    const body = wire(...deltas.map((one) => delta(one)), asks, finish('tool_calls'), DONE);
    const { end } = await readingOf(chatReader(), bytesOf(body));
    return end.stop === 'tool_use' ? end.thinking : null;
  };
  const ask = { index: 0, id: 'a', function: { name: 'look', arguments: '{}' } };
  const asks = calls(ask);

  /** A text split at any position. */
  const pieces = fc
    .tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.array(fc.nat(40), { maxLength: 6 }))
    .map(([text, cuts]) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      return { text, pieces: at.slice(1).map((end, index) => text.slice(at[index], end)) };
    });

  it('are the same however the server split them', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async ({ text, pieces: cut }) => {
        const inField = await kept(...cut.map((reasoning_content) => ({ reasoning_content })));
        expect(inField).toEqual(await kept({ reasoning_content: text }));
        expect(inField).toMatchObject([{ text, sealed: { field: 'reasoning_content' } }]);
        const detail = (piece: string) => ({ type: 'reasoning.text', text: piece, index: 0 });
        const seal = { reasoning_details: [{ type: 'reasoning.text', signature: 's', index: 0 }] };
        const inDetails = await kept(...cut.map((piece) => ({ reasoning_details: [detail(piece)] })), seal);
        expect(inDetails).toEqual(await kept({ reasoning_details: [detail(text)] }, seal));
        expect(inDetails).toMatchObject([{ sealed: { reasoning_details: [{ text, signature: 's' }] } }]);
      }),
    );
  });

  it('are sent back as they were kept, whatever the server', async () => {
    for (const fixture of thoughts) {
      const { end } = await readingOf(chatReader(), bytesOf(fixture.wire));
      if (end.stop !== 'tool_use') continue;
      const [block] = end.thinking ?? [];
      const { toolCalls } = end;
      const reply = replyOf([...(block ? [block] : []), ...toolCalls]) as unknown as JsonObject;
      const { field, reasoning_details: details, calls: extras = [] } = fixture.kept?.sealed ?? {};
      expect([fixture.name, reply['reasoning_content']]).toEqual([
        fixture.name,
        field === 'reasoning_content' ? fixture.kept?.text : undefined,
      ]);
      expect(reply['reasoning_details']).toEqual(details);
      const echoed = (reply['tool_calls'] as JsonObject[]).flatMap(({ extra_content }, index) =>
        extra_content === undefined ? [] : [{ index, extra_content }],
      );
      expect(echoed).toEqual(extras);
      expect(Object.keys(reply)).not.toContain('reasoning');
    }
  });

  it('are dropped when they nest too deep to be stored', async () => {
    const deep = JSON.parse(
      '{"a":'.repeat(toolLimits.inputDepth + 1) + '1' + '}'.repeat(toolLimits.inputDepth + 1),
    ) as JsonObject;
    expect(await kept({ reasoning_details: [deep] })).toBeUndefined();
    expect(await kept({ tool_calls: [{ ...ask, extra_content: deep }] })).toBeUndefined();
  });

  test('are only shown without a server to keep them for', () => {
    const reader = new ChatStream({ secrets: [], now: 0 });
    for (const chunk of [delta({ reasoning_content: 'Hm' }), asks, finish('tool_calls')])
      reader.read({ event: '', data: JSON.stringify(chunk) });
    expect(reader.end()).toMatchObject({ stop: 'tool_use' });
    expect(reader.end()).not.toHaveProperty('thinking');
  });
});
