import { told } from '../told.ts';
import { describe, expect, it } from '@jest/globals';
import { unreadInput, type ModelEnd, type RequestedToolCall } from '../../../../src/core/ports/model.ts';
import { callPart, chunk, textAnswer, USED, vertexSse } from '../../../servers/vertex.ts';
import { bytesOf, exchanged, geminiReader } from '../reading.ts';
import { MODEL } from './talk.ts';

const read = (body: string) => exchanged(geminiReader(), bytesOf(body));
const readChunks = (...chunks: readonly object[]) => read(vertexSse(...chunks));

const callsIn = (end: ModelEnd): readonly RequestedToolCall[] =>
  end.stop === 'tool_use' ? end.toolCalls : [];
const namesOf = (end: ModelEnd) => callsIn(end).map(({ name }) => name);
const idsOf = (end: ModelEnd) => callsIn(end).map(({ toolCallId }) => toolCallId);
const noticed = { inputTokens: 100, outputTokens: 37, cacheReadTokens: 20, cacheWriteTokens: 0 };

const TEXT = textAnswer('Grüße, ', 'Zoë 👋 ', 'aus der Wolke.').join('');
const WHOLE = 'Grüße, Zoë 👋 aus der Wolke.';

describe('an answer', () => {
  const chunks = TEXT.trim()
    .split('\r\n\r\n')
    .map((event) => event.slice('data: '.length));
  it.each([
    ['events', TEXT],
    ['events and a closing word', `${TEXT}data: [DONE]\r\n\r\n`],
    ['a list that is not a stream', `[${chunks.join(',\n')}]`],
    [
      'a list on many lines',
      JSON.stringify(
        chunks.map((each) => JSON.parse(each) as unknown),
        null,
        2,
      ),
    ],
    ['one response', JSON.stringify(chunk({ parts: [{ text: WHOLE }], finish: 'STOP', usage: USED }))],
  ])('is read from %s, with its usage', async (_what, body) => {
    expect(await read(body)).toEqual({
      text: WHOLE,
      thinking: '',
      end: { type: 'end', stop: 'end_turn', usage: noticed },
    });
  });

  it('continues after a finish reason, which some servers put into every chunk', async () => {
    const { text, end } = await readChunks(
      chunk({ parts: [{ text: 'a' }], finish: 'STOP' }),
      chunk({ parts: [{ text: 'b' }], finish: 'STOP' }),
      chunk({ parts: [{ text: 'c' }], finish: 'STOP', usage: USED }),
    );
    expect({ text, end }).toEqual({ text: 'abc', end: { type: 'end', stop: 'end_turn', usage: noticed } });
  });

  it('is split only between characters, even where its chunks split one', async () => {
    const [high = '', low = ''] = '👋'.split('');
    const reader = geminiReader();
    const given = [`a${high}`, `${low}b`].flatMap((text) =>
      reader.read({ data: JSON.stringify(chunk({ parts: [{ text }] })) }),
    );
    expect(given.map(({ text }) => text)).toEqual(['a', '👋b']);
  });

  it('comes only from the first candidate', async () => {
    const both = {
      candidates: [
        { index: 1, content: { parts: [{ text: 'other' }] } },
        { index: 0, content: { parts: [{ text: 'mine' }] }, finishReason: 'STOP' },
      ],
    };
    expect((await readChunks(both)).text).toBe('mine');
  });

  it('tolerates missing, null and mistyped fields', async () => {
    const { text, end } = await readChunks(
      { candidates: null },
      { candidates: [] },
      { candidates: [null, 'x', {}] },
      { candidates: [{ content: null }] },
      { candidates: [{ content: {} }] },
      { candidates: [{ content: { role: 'model', parts: null }, finishReason: null }] },
      { candidates: [{ content: { parts: [null, 7, {}, { text: null }, { text: { a: 1 } }] } }] },
      { usageMetadata: null, promptFeedback: {} },
      chunk({
        parts: [
          { executableCode: { language: 'PYTHON', code: 'print(1)' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { text: 'Here.' },
        ],
        finish: 'STOP',
      }),
    );
    expect(text).toBe('Here.');
    // No count was readable, so the answer is estimated.
    expect(end).toMatchObject({
      stop: 'end_turn',
      isEstimated: true,
      usage: { inputTokens: 0, outputTokens: 3 },
    });
  });
});

describe('usage', () => {
  it('is the last reported value of each count', async () => {
    const { end } = await readChunks(
      chunk({ parts: [{ text: 'a' }], usage: { promptTokenCount: 120, candidatesTokenCount: 1 } }),
      chunk({ parts: [{ text: 'b' }], usage: { candidatesTokenCount: 9, thoughtsTokenCount: 4 } }),
      chunk({ finish: 'STOP', usage: { trafficType: 'ON_DEMAND' } }),
      { usageMetadata: { candidatesTokenCount: 10, toolUsePromptTokenCount: 3 } },
    );
    expect(end.usage).toEqual({
      inputTokens: 123,
      outputTokens: 14,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });
  });

  it('is never negative, fractional or invented', async () => {
    const { end } = await readChunks(
      chunk({
        finish: 'STOP',
        usage: {
          promptTokenCount: 5,
          cachedContentTokenCount: 9,
          candidatesTokenCount: -3,
          thoughtsTokenCount: 1.6,
        },
      }),
    );
    expect(end.usage).toEqual({ inputTokens: 0, outputTokens: 2, cacheReadTokens: 9, cacheWriteTokens: 0 });
  });
});

describe('tool calls', () => {
  it('all arrive, in one chunk or in several, with distinct ids', async () => {
    const { end } = await readChunks(
      chunk({ parts: [{ text: 'I write.' }, callPart('write_file', { path: 'a' })] }),
      chunk({ parts: [callPart('write_file', { path: 'b' }), callPart('list_files')] }),
      chunk({ finish: 'STOP', usage: USED }),
    );
    expect(callsIn(end).map(({ name, input }) => ({ name, input }))).toEqual([
      { name: 'write_file', input: { path: 'a' } },
      { name: 'write_file', input: { path: 'b' } },
      { name: 'list_files', input: {} },
    ]);
    expect(idsOf(end)).toEqual(['call_1', 'call_2', 'call_3']);
  });

  it('keep their own ids, if these are distinct', async () => {
    const withId = (id: unknown) => ({ functionCall: { id, name: 'f', args: {} } });
    const { end } = await readChunks(
      chunk({ parts: ['call_2', 'x', 'x', '', null].map(withId), finish: 'STOP' }),
    );
    const ids = idsOf(end);
    expect(ids.slice(0, 2)).toEqual(['call_2', 'x']);
    expect(new Set(ids).size).toBe(5);
    expect(ids.every((id) => id !== '')).toBe(true);
    const second = await readChunks(chunk({ parts: ['call_2', null].map(withId), finish: 'STOP' }));
    expect(new Set(idsOf(second.end)).size).toBe(2);
  });

  it.each([
    ['missing', { name: 'f' }],
    ['null', { name: 'f', args: null }],
    ['a text with an object', { name: 'f', args: '{}' }],
  ])('may come with arguments that are %s', async (_what, functionCall) => {
    const { end } = await readChunks(chunk({ parts: [{ functionCall }], finish: 'STOP' }));
    expect(callsIn(end)).toEqual([{ type: 'tool_call', toolCallId: 'call_1', name: 'f', input: {} }]);
  });

  it.each([
    ['a cut text', { name: 'f', args: '{"path": "a' }, unreadInput('{"path": "a')],
    ['a list', { name: 'f', args: [1] }, unreadInput('[1]')],
    ['a number', { name: 'f', args: 7 }, unreadInput('7')],
    ['a text with a list', { name: 'f', args: '[1]' }, unreadInput('[1]')],
    [
      'a part of more',
      { name: 'f', partialArgs: [{ jsonPath: '$.path', stringValue: 'a' }], willContinue: true },
      unreadInput('[{"jsonPath":"$.path","stringValue":"a"}]'),
    ],
    ['not all there', { name: 'f', args: { path: 'a' }, willContinue: true }, unreadInput('{"path":"a"}')],
    ['without an owner', { args: { a: 1 } }, { a: 1 }],
  ])('never run with arguments that are %s', async (_what, functionCall, input) => {
    const { end } = await readChunks(
      chunk({ parts: [callPart('good', { a: 1 }), { functionCall }], finish: 'STOP' }),
    );
    expect(callsIn(end)).toMatchObject([
      { name: 'good', input: { a: 1 } },
      { problem: expect.stringMatching(/was not carried out/u) },
    ]);
    // `toMatchObject` takes any object for an empty one.
    expect(callsIn(end)[1]?.input).toEqual(input);
    expect(callsIn(end)[0]).not.toHaveProperty('problem');
    expect(namesOf(end).every((name) => name !== '')).toBe(true);
  });

  it.each(['MAX_TOKENS', 'SAFETY', 'MALFORMED_FUNCTION_CALL', 'OTHER', 'FINISH_REASON_UNSPECIFIED', 'NEW'])(
    'are dropped in an answer that ended with %s',
    async (finish) => {
      const { end } = await readChunks(chunk({ parts: [{ text: 'x' }, callPart('f')], finish }));
      expect(end).not.toHaveProperty('toolCalls');
      expect(end.stop).not.toBe('end_turn');
    },
  );
});

describe('the end', () => {
  it.each([
    ['STOP', { stop: 'end_turn' }],
    ['stop', { stop: 'end_turn' }],
    ['MAX_TOKENS', { stop: 'output_limit' }],
    ['max_tokens', { stop: 'output_limit' }],
    ['SAFETY', { stop: 'refused' }],
    ['RECITATION', { stop: 'refused' }],
    ['LANGUAGE', { stop: 'refused' }],
    ['BLOCKLIST', { stop: 'refused' }],
    ['PROHIBITED_CONTENT', { stop: 'refused' }],
    ['SPII', { stop: 'refused' }],
    ['MODEL_ARMOR', { stop: 'refused' }],
    ['MALFORMED_FUNCTION_CALL', { stop: 'failed', retryable: true }],
    ['UNEXPECTED_TOOL_CALL', { stop: 'failed', retryable: true }],
    ['MISSING_THOUGHT_SIGNATURE', { stop: 'failed', retryable: false }],
    ['OTHER', { stop: 'end_turn' }],
    ['FINISH_REASON_UNSPECIFIED', { stop: 'end_turn' }],
    ['NEW', { stop: 'end_turn' }],
    ['', { stop: 'failed', retryable: true }],
  ])('after text with finish reason %j is %j', async (finish, end) => {
    expect(await readChunks(chunk({ parts: [{ text: 'x' }], finish }))).toMatchObject({ text: 'x', end });
  });

  it.each(['OTHER', 'NEW'])('of an empty answer with finish reason %s is a failure', async (finish) => {
    expect((await readChunks(chunk({ finish }))).end).toMatchObject({ stop: 'failed', retryable: true });
  });

  it("quotes the service's message about a malformed call", async () => {
    const malformed = {
      candidates: [
        {
          content: {},
          finishReason: 'MALFORMED_FUNCTION_CALL',
          finishMessage: 'Malformed function call: print(f(',
        },
      ],
    };
    expect(told((await readChunks(malformed)).end)).toMatchObject({
      error: expect.stringContaining('Malformed function call: print(f('),
    });
  });

  it('is a refusal when the prompt is blocked', async () => {
    const blocked = {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 9 },
    };
    expect((await readChunks(blocked)).end).toMatchObject({ stop: 'refused', usage: { inputTokens: 9 } });
  });

  it.each([
    ['comments only', ': ping\n\n'],
    ['chunks that say nothing', vertexSse({}, { candidates: [] })],
    ['a damaged chunk', TEXT.replace('"Zoë', '"Z"oë')],
  ])('of %s is a failure', async (_what, body) => {
    const failed = { stop: 'failed', code: 'provider_error', retryable: true };
    expect((await read(body)).end).toMatchObject(failed);
  });

  it.each([
    ['an overload', { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' }, true],
    ['a spent quota', { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' }, true],
    ['a bad request', { code: 400, message: 'Bad', status: 'INVALID_ARGUMENT' }, false],
    ['a word without a code', { message: 'No', status: 'PERMISSION_DENIED' }, false],
    ['nothing that is known', { message: 'Oh' }, true],
  ])('after an error in the stream (%s) is that error', async (_what, error, retryable) => {
    const given = chunk({ parts: [{ text: 'a' }, callPart('f')] });
    const { text, end } = await readChunks(given, { error });
    expect(text).toBe('a');
    expect(told(end)).toMatchObject({
      stop: 'failed',
      retryable,
      error: expect.stringContaining(error.message),
    });
    expect((await read(JSON.stringify([{ error }]))).end).toMatchObject({ stop: 'failed', retryable });
    expect((await read(JSON.stringify({ error }))).end).toMatchObject({ stop: 'failed', retryable });
  });
});

describe('thoughts', () => {
  it('are shown as they come, and end with the seals of the reply', async () => {
    const { text, thinking, end } = await readChunks(
      chunk({ parts: [{ text: 'First ', thought: true }] }),
      chunk({ parts: [{ text: 'I look.', thought: true, thoughtSignature: 'c0' }, { text: 'Good ' }] }),
      chunk({ parts: [{ text: 'day.', thoughtSignature: 'c1' }] }),
      chunk({ parts: [{ text: '', thoughtSignature: 'c2' }] }),
      chunk({ parts: [{ ...callPart('f'), thoughtSignature: 'c3' }, callPart('g')], finish: 'STOP' }),
    );
    expect({ text, thinking, stop: end.stop }).toEqual({
      text: 'Good day.',
      thinking: 'First I look.',
      stop: 'tool_use',
    });
    expect(end).toHaveProperty('thinking', [
      {
        type: 'thinking',
        text: 'First I look.',
        model: MODEL,
        sealed: {
          signatures: [
            { of: 'thought', from: 6, to: 13, signature: 'c0' },
            { of: 'text', from: 5, to: 9, signature: 'c1' },
            { of: 'text', from: 9, to: 9, signature: 'c2' },
            { of: 'call', index: 0, signature: 'c3' },
          ],
        },
      },
    ]);
  });

  it('are a block without text when only a call is sealed', async () => {
    const { end } = await readChunks(
      chunk({ parts: [{ ...callPart('f'), thoughtSignature: 's' }], finish: 'STOP' }),
    );
    expect(end).toMatchObject({ thinking: [{ text: '', model: MODEL }] });
  });

  it('are kept in an answer that reached its limit while thinking', async () => {
    const { text, end } = await readChunks(
      chunk({
        parts: [{ text: 'Hm', thought: true }],
        finish: 'MAX_TOKENS',
        usage: { thoughtsTokenCount: 5 },
      }),
    );
    expect(text).toBe('');
    expect(end).toMatchObject({ stop: 'output_limit', usage: { outputTokens: 5 } });
  });
});
