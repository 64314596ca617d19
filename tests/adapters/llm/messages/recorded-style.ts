// Hand-written answers in the style of the vendor and of the servers that imitate it, one for each known difference. Each
// has its expected result.
import { unreadInput } from '../../../../src/core/ports/model.ts';
import {
  answered,
  answerOf,
  blockStart,
  blockStop,
  citationsDelta,
  errorEvent,
  jsonDelta,
  messageDelta,
  messageStart,
  messageStop,
  ping,
  signatureDelta,
  textBlock,
  textDelta,
  textStart,
  thinkingBlock,
  thinkingDelta,
  thinkingStart,
  toolBlock,
  toolStart,
  written,
  type MessagesEvent,
} from '../../../servers/messages.ts';
import { sse } from '../../../servers/fake-provider.ts';
import { MODEL } from './models.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Sample {
  readonly name: string;
  readonly body: string;
  readonly text?: string;
  readonly thinking?: string;
  /** What its end contains, among other things. */
  readonly end: Fields;
}

const usage = (inputTokens: number, outputTokens: number, cacheReadTokens = 0, cacheWriteTokens = 0) => ({
  usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens },
});
const call = (toolCallId: string, name: string, input: Fields) => ({
  type: 'tool_call',
  toolCallId,
  name,
  input,
});
const refusedCall = (toolCallId: string, name: string, sent = '') => ({
  ...call(toolCallId, name, unreadInput(sent)),
  problem: expectedProblem,
});
const expectedProblem =
  'The arguments of this call were not one complete JSON object, so it was not carried out. Call again with valid JSON.';
const calls = (...toolCalls: readonly Fields[]) => ({ stop: 'tool_use', toolCalls });
const thought = (text: string, sealed: Fields) => ({ type: 'thinking', text, model: MODEL, sealed });
const failed = (retryable: boolean, error: string, more: Fields = {}) => ({
  stop: 'failed',
  code: 'provider_error',
  retryable,
  error,
  ...more,
});

const without = (event: MessagesEvent, ...fields: readonly string[]): MessagesEvent =>
  Object.fromEntries(Object.entries(event).filter(([field]) => !fields.includes(field))) as MessagesEvent;

const PATH = '{"path": "a.txt", "content": "hé😀"}';
const WRITE = { path: 'a.txt', content: 'hé😀' };

const START = toolStart(0, 't1', 'write_file');
const ALL = jsonDelta(0, PATH);
const STOP = blockStop(0);
const object = { type: 'input_json_delta', partial_json: WRITE };

/** Blocks that all call `write_file` with `WRITE`. */
const WAYS_TO_CALL: readonly (readonly [name: string, ...events: readonly MessagesEvent[]])[] = [
  [
    'the arguments whole in the start and again in the deltas (Ollama)',
    toolStart(0, 't1', 'write_file', WRITE),
    ALL,
    STOP,
  ],
  ['the arguments whole in the start as a text', toolStart(0, 't1', 'write_file', PATH), STOP],
  [
    'the arguments begun in the start as a text',
    toolStart(0, 't1', 'write_file', PATH.slice(0, 9)),
    jsonDelta(0, PATH.slice(9)),
    STOP,
  ],
  ['an empty text for the input in the start (vLLM)', toolStart(0, 't1', 'write_file', ''), ALL, STOP],
  [
    'a piece of the arguments that is the object itself',
    START,
    { type: 'content_block_delta', index: 0, delta: object },
    STOP,
  ],
  ['arguments written as a string of JSON', START, jsonDelta(0, JSON.stringify(PATH)), STOP],
  ['a call that was never ended, with whole arguments', START, ALL],
  ['the start of a call said twice', START, START, ALL, STOP],
];

/** An answer that begins like this. */
const begun = (...events: readonly MessagesEvent[]): string => written([messageStart(), ...events]);
const half = (...after: readonly MessagesEvent[]): string => begun(...textBlock(0, 'a'), ...after);

/** Answers that end in an error after this text. */
const FAILURES: readonly (readonly [
  name: string,
  body: string,
  retryable: boolean,
  said: string,
  text?: string,
])[] = [
  [
    'an error that was not streamed',
    JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    true,
    'Overloaded',
  ],
  [
    'an error with a status in the body (OpenRouter, vLLM)',
    sse(messageStart(), { error: { message: 'down', type: 'InternalServerError', code: 502 } }),
    true,
    'down',
  ],
  [
    'an error with a status that no retry mends',
    sse({ type: 'error', error: { message: 'no credit', code: '402' } }),
    false,
    'no credit',
  ],
  ['an error that is a text (Ollama)', sse(messageStart(), { error: 'it stopped' }), false, 'it stopped'],
  [
    'an error event that is no JSON',
    `${written([messageStart()])}event: error\ndata: upstream\n\n`,
    false,
    'upstream',
  ],
  [
    'an error event whose type is the kind of the error (vLLM)',
    `${half()}event: error\n${sse({ type: 'InternalServerError', message: 'engine died', code: 500 })}`,
    true,
    'engine died',
    'a',
  ],
  [
    'a line that is an error (llama.cpp)',
    `${half()}error: {"code":500,"message":"slot gone","type":"server_error"}\n\n`,
    true,
    'slot gone',
    'a',
  ],
  [
    'a body that is a code and a msg (z.ai)',
    '{"code":401,"msg":"expired","success":false}',
    false,
    'expired',
  ],
  [
    'a body that is the outcome and no answer (MiniMax)',
    '{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}',
    false,
    'insufficient balance',
  ],
  ['a body that is a detail (FastAPI)', '{"detail":"Not allowed here"}', false, 'Not allowed here'],
  [
    'a limit of requests that is one of spending',
    written([errorEvent('rate_limit_error', 'You have reached your monthly spend limit.')]),
    false,
    'spend limit',
  ],
  ['nothing at all', '', true, ''],
  ['pings only', `: hello\n\n${written([ping, ping])}`, true, ''],
  ['only [DONE]', 'data: [DONE]\n\n', true, ''],
  [
    'an answer of another wire',
    sse({ id: 'x', object: 'chat.completion.chunk', choices: [{ delta: { content: 'a' } }] }),
    true,
    '',
  ],
  ['a web page', '<!doctype html><html><body>Sign in</body></html>', false, ''],
  [
    'damaged JSON in the middle',
    `${half()}data: {"type":"content_block_de\n\n${written([messageDelta('end_turn'), messageStop])}`,
    true,
    '',
    'a',
  ],
];

type Ended = Omit<Sample, 'end'> & Partial<Pick<Sample, 'end'>>;
const all: readonly Ended[] = [
  {
    name: 'the vendor: text',
    body: written([
      messageStart({
        input_tokens: 472,
        cache_creation_input_tokens: 10,
        cache_read_input_tokens: 200,
        output_tokens: 2,
      }),
      textStart(0),
      ping,
      textDelta(0, 'Okay'),
      textDelta(0, ', let’s 😀 '),
      textDelta(0, 'see.'),
      blockStop(0),
      messageDelta('end_turn', { output_tokens: 89 }),
      messageStop,
    ]),
    text: 'Okay, let’s 😀 see.',
    end: { stop: 'end_turn', ...usage(472, 89, 200, 10) },
  },
  {
    name: 'the vendor: thinking, text and two calls',
    body: answered(
      'tool_use',
      thinkingBlock(0, 'EqQBCgIYAhIM', 'First ', 'this.'),
      textBlock(1, 'I write.'),
      toolBlock(2, 'toolu_01A', 'write_file', '', '{"path": "a.', 'txt", "content": "hé', '😀"}'),
      toolBlock(3, 'toolu_01B', 'list_files', ''),
    ),
    text: 'I write.',
    thinking: 'First this.',
    end: {
      ...calls(call('toolu_01A', 'write_file', WRITE), call('toolu_01B', 'list_files', {})),
      thinking: [thought('First this.', { signature: 'EqQBCgIYAhIM' })],
      ...usage(12, 9),
    },
  },
  {
    name: 'the vendor: redacted thoughts among others, and one after the text',
    body: answered(
      'end_turn',
      [blockStart(0, { type: 'redacted_thinking', data: 'EmwKAhgB' }), blockStop(0)],
      thinkingBlock(1, 'sig', 'Hm.'),
      [thinkingStart(2), signatureDelta(2, 'sig-of-nothing'), blockStop(2)],
      textBlock(3, 'Yes.'),
      thinkingBlock(4, 'later', 'More.'),
    ),
    text: 'Yes.',
    thinking: 'Hm.More.',
    end: {
      stop: 'end_turn',
      parts: [
        thought('', { data: 'EmwKAhgB' }),
        thought('Hm.', { signature: 'sig' }),
        thought('', { signature: 'sig-of-nothing' }),
        { type: 'text', chars: 4 },
        thought('More.', { signature: 'later' }),
      ],
    },
  },
  {
    name: 'the vendor: thoughts between text and calls',
    body: answered(
      'tool_use',
      thinkingBlock(0, 's1', 'One.'),
      textBlock(1, 'I 😀 ', 'look.'),
      thinkingBlock(2, 's2', 'Two.'),
      toolBlock(3, 'a', 'list', '{}'),
      [blockStart(4, { type: 'redacted_thinking', data: 'EmwK' }), blockStop(4)],
      toolBlock(5, 'b', 'list', '{"of":"b"}'),
    ),
    text: 'I 😀 look.',
    thinking: 'One.Two.',
    end: {
      ...calls(call('a', 'list', {}), call('b', 'list', { of: 'b' })),
      parts: [
        thought('One.', { signature: 's1' }),
        { type: 'text', chars: 10 },
        thought('Two.', { signature: 's2' }),
        { type: 'call' },
        thought('', { data: 'EmwK' }),
        { type: 'call' },
      ],
    },
  },
  {
    name: 'the vendor: thoughts behind a call that the output limit made void',
    body: answered(
      'max_tokens',
      thinkingBlock(0, 's1', 'One.'),
      textBlock(1, 'a'),
      thinkingBlock(2, 's2', 'Two.'),
      toolBlock(3, 'b', 'list', '{}'),
      thinkingBlock(4, 's3', 'Three.'),
    ),
    text: 'a',
    thinking: 'One.Two.Three.',
    end: {
      stop: 'output_limit',
      parts: [
        thought('One.', { signature: 's1' }),
        { type: 'text', chars: 1 },
        thought('Two.', { signature: 's2' }),
      ],
    },
  },
  {
    name: 'the vendor: a web search of its own with citations',
    body: answered(
      'end_turn',
      [
        blockStart(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
        jsonDelta(0, '{"query":"x"}'),
        blockStop(0),
      ],
      [
        blockStart(1, {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [{ type: 'web_search_result' }],
        }),
        blockStop(1),
      ],
      [
        textStart(2),
        citationsDelta(2, { type: 'web_search_result_location', url: 'https://x' }),
        textDelta(2, 'Found.'),
        blockStop(2),
      ],
    ),
    text: 'Found.',
  },
  {
    name: 'the vendor: a tool of a tool server is not ours to carry out',
    body: answered('end_turn', [
      blockStart(0, { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 's', input: {} }),
      jsonDelta(0, '{"a":1}'),
      blockStop(0),
      blockStart(1, { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: [] }),
      blockStop(1),
      ...textBlock(2, 'Done.'),
    ]),
    text: 'Done.',
  },
  ...(['max_tokens', 'model_context_window_exceeded', 'length'] as const).map((reason): Sample => ({
    name: `${reason} never yields calls`,
    body: answered(reason, textBlock(0, 'Long'), toolBlock(1, 't1', 'write_file', PATH)),
    text: 'Long',
    end: { stop: 'output_limit' },
  })),
  {
    name: 'a refusal carries nothing out',
    body: answered('refusal', textBlock(0, 'No'), toolBlock(1, 't1', 'write_file', PATH)),
    text: 'No',
    end: { stop: 'refused' },
  },
  ...([null, 'something_new', 'end_turn', 'stop', 'tool_calls'] as const).map((reason): Sample => ({
    name: `calls count for more than the reason ${reason}`,
    body: answered(reason, toolBlock(0, 't1', 'write_file', PATH)),
    end: calls(call('t1', 'write_file', WRITE)),
  })),
  ...([null, 'something_new', 'tool_use', ''] as const).map((reason): Ended => ({
    name: `without calls, ${JSON.stringify(reason)} is the end of the turn`,
    body: answered(reason, textBlock(0, 'a')),
    text: 'a',
  })),
  {
    name: 'the type in the event name only',
    body: answerOf('end_turn', textBlock(0, 'a'))
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(without(event, 'type'))}\n\n`)
      .join(''),
    text: 'a',
    end: { stop: 'end_turn', ...usage(12, 9) },
  },
  {
    name: 'the type in the data counts when the name is another',
    body: answerOf('end_turn', textBlock(0, 'a'))
      .map((event) => `event: message\ndata: ${JSON.stringify(event)}\n\n`)
      .join(''),
    text: 'a',
  },
  {
    name: 'message_start twice, the second in the middle (LiteLLM)',
    body: written([
      messageStart({ input_tokens: 0, output_tokens: 0 }),
      textStart(0),
      textDelta(0, 'a'),
      messageStart({ input_tokens: 40, output_tokens: 0 }),
      textDelta(0, 'b'),
      blockStop(0),
      messageDelta('end_turn', { output_tokens: 2 }),
      messageStop,
    ]),
    text: 'ab',
    end: { stop: 'end_turn', ...usage(40, 2) },
  },
  {
    name: 'no message_start at all',
    body: written([...textBlock(0, 'a'), messageDelta('end_turn'), messageStop]),
    text: 'a',
    end: { stop: 'end_turn', ...usage(0, 9) },
  },
  {
    name: 'blocks that begin with something already',
    body: answered(
      'tool_use',
      [
        blockStart(0, { type: 'thinking', thinking: 'So ', signature: 'early' }),
        thinkingDelta(0, 'be it.'),
        blockStop(0),
      ],
      [blockStart(1, { type: 'text', text: 'He' }), textDelta(1, 'llo'), blockStop(1)],
      [toolStart(2, 't1', 'write_file', WRITE), blockStop(2)],
    ),
    text: 'Hello',
    thinking: 'So be it.',
    end: {
      ...calls(call('t1', 'write_file', WRITE)),
      thinking: [thought('So be it.', { signature: 'early' })],
    },
  },
  {
    name: 'no input in the start, null, and a list',
    body: answered(
      'tool_use',
      [blockStart(0, { type: 'tool_use', id: 'a', name: 'list' }), blockStop(0)],
      [toolStart(1, 'b', 'list', null), blockStop(1)],
      [toolStart(2, 'c', 'list', []), blockStop(2)],
    ),
    end: calls(call('a', 'list', {}), call('b', 'list', {}), call('c', 'list', {})),
  },
  ...WAYS_TO_CALL.map(([name, ...events]): Sample => ({
    name,
    body: answered('tool_use', events),
    end: calls(call('t1', 'write_file', WRITE)),
  })),
  ...['{"path": "a.txt", "con', '[1]', '"a"', 'null', '12', '{"a":1}{"b":2}', '{"a":1}}', '{a:1}'].map(
    (json): Sample => ({
      name: `arguments ${json} are not carried out`,
      body: answered('tool_use', toolBlock(0, 't1', 'write_file', json), toolBlock(1, 't2', 'list', '{}')),
      end: calls(refusedCall('t1', 'write_file', json), call('t2', 'list', {})),
    }),
  ),
  {
    name: 'arguments that contradict what the call was announced with, cut short',
    body: answered('tool_use', [
      toolStart(0, 't1', 'write_file', WRITE),
      jsonDelta(0, '{"path": "b'),
      blockStop(0),
    ]),
    end: calls(refusedCall('t1', 'write_file', '{"path": "b')),
  },
  {
    name: 'a call that was never ended, whose arguments may be missing',
    body: answered('tool_use', [toolStart(0, 't1', 'write_file')]),
    end: calls(refusedCall('t1', 'write_file')),
  },
  {
    name: 'a call without arguments that was never ended, but another block begun',
    body: answered('tool_use', [toolStart(0, 't1', 'list')], toolBlock(1, 't2', 'write_file', PATH)),
    end: calls(call('t1', 'list', {}), call('t2', 'write_file', WRITE)),
  },
  {
    name: 'index 0 for every block, and none of them ended (proxies in front of chat completions)',
    body: answered('tool_use', [
      textStart(0),
      textDelta(0, 'a'),
      toolStart(0, 't1', 'write_file'),
      jsonDelta(0, PATH),
      toolStart(0, 't2', 'list'),
      jsonDelta(0, '{"of":'),
      jsonDelta(0, '"b"}'),
    ]),
    text: 'a',
    end: calls(call('t1', 'write_file', WRITE), call('t2', 'list', { of: 'b' })),
  },
  {
    name: 'no index anywhere (llama.cpp)',
    body: written(
      answerOf(
        'tool_use',
        thinkingBlock(0, 's', 'Hm'),
        textBlock(1, 'a', 'b'),
        toolBlock(2, 't1', 'write_file', PATH.slice(0, 5), PATH.slice(5)),
        toolBlock(3, 't2', 'list'),
      ).map((event) => without(event, 'index')),
    ),
    text: 'ab',
    thinking: 'Hm',
    end: {
      ...calls(call('t1', 'write_file', WRITE), call('t2', 'list', {})),
      thinking: [thought('Hm', { signature: 's' })],
    },
  },
  {
    name: 'the deltas count their blocks differently from the starts',
    body: answered('tool_use', textBlock(0, 'a'), [
      toolStart(1, 't1', 'write_file'),
      jsonDelta(0, PATH),
      blockStop(0),
    ]),
    text: 'a',
    end: calls(call('t1', 'write_file', WRITE)),
  },
  {
    name: 'the start of a call said twice, with its arguments the second time, or only the first',
    body: answered('tool_use', [
      toolStart(0, 't1', 'write_file'),
      toolStart(0, 't1', 'write_file', WRITE),
      blockStop(0),
      toolStart(1, 't2', 'write_file', PATH),
      toolStart(1, 't2', 'write_file'),
      blockStop(1),
    ]),
    end: calls(call('t1', 'write_file', WRITE), call('t2', 'write_file', WRITE)),
  },
  {
    name: 'two calls with one id at the same time',
    body: answered('tool_use', [
      toolStart(0, 'x', 'write_file'),
      toolStart(1, 'x', 'list'),
      jsonDelta(0, PATH),
      jsonDelta(1, '{"of":"b"}'),
      blockStop(0),
      blockStop(1),
    ]),
    end: calls(call('x', 'write_file', WRITE), call('call_1', 'list', { of: 'b' })),
  },
  {
    name: 'deltas of blocks that never began',
    body: begun(
      thinkingDelta(0, 'Hm. '),
      thinkingDelta(0, 'So.'),
      textDelta(1, 'a'),
      textDelta(1, 'b'),
      jsonDelta(2, '{"x":1}'),
      messageDelta('end_turn'),
      messageStop,
    ),
    text: 'ab',
    thinking: 'Hm. So.',
    end: { stop: 'end_turn', thinking: [thought('Hm. So.', {})] },
  },
  {
    name: 'text in a block of thoughts (reasoning models behind a proxy)',
    body: answered('end_turn', [
      thinkingStart(0),
      thinkingDelta(0, 'Hm'),
      textDelta(0, 'a'),
      textDelta(0, 'b'),
      blockStop(0),
    ]),
    text: 'ab',
    thinking: 'Hm',
    end: { stop: 'end_turn', thinking: [thought('Hm', {})] },
  },
  {
    name: 'an empty text before the thoughts (MiniMax)',
    body: answered('end_turn', textBlock(0), thinkingBlock(1, 's', 'Hm'), textBlock(2, 'a')),
    text: 'a',
    thinking: 'Hm',
    end: { stop: 'end_turn', thinking: [thought('Hm', { signature: 's' })] },
  },
  {
    name: 'ids that are missing, empty, or used twice (small servers)',
    body: answered(
      'tool_use',
      [blockStart(0, { type: 'tool_use', name: 'list', input: {} }), blockStop(0)],
      toolBlock(1, 'call_1', 'list'),
      toolBlock(2, 'call_1', 'list'),
      toolBlock(3, '', 'list'),
      [blockStart(4, { type: 'tool_use', id: 7, name: 'list', input: {} }), blockStop(4)],
    ),
    end: calls(
      call('call_2', 'list', {}),
      call('call_1', 'list', {}),
      call('call_3', 'list', {}),
      call('call_4', 'list', {}),
      call('call_5', 'list', {}),
    ),
  },
  {
    name: 'a call without a name',
    body: answered('tool_use', [
      blockStart(0, { type: 'tool_use', id: 't1', input: {} }),
      jsonDelta(0, PATH),
      blockStop(0),
    ]),
    end: calls({
      ...call('t1', 'unnamed', WRITE),
      problem: 'This call named no tool, so it was not carried out. Call again by the name of a tool.',
    }),
  },
  {
    name: 'neither a reason nor message_stop: cut',
    body: begun(...textBlock(0, 'a'), ...toolBlock(1, 't1', 'write_file', PATH)),
    text: 'a',
    end: failed(true, '', usage(12, 1)),
  },
  {
    name: 'message_delta without a reason, and nothing more: cut',
    body: begun(...textBlock(0, 'a'), messageDelta(null, { output_tokens: 5 })),
    text: 'a',
    end: failed(true, '', usage(12, 5)),
  },
  {
    name: 'a reason in the start is none: cut',
    body: written([
      { type: 'message_start', message: { stop_reason: 'end_turn', usage: { input_tokens: 3 } } },
      ...textBlock(0, 'a'),
    ]),
    text: 'a',
    end: failed(true, ''),
  },
  {
    name: 'the reason beside the delta instead of in it',
    body: begun(...textBlock(0, 'a'), {
      type: 'message_delta',
      stop_reason: 'max_tokens',
      usage: { output_tokens: 3 },
    }),
    text: 'a',
    end: { stop: 'output_limit', ...usage(12, 3) },
  },
  {
    name: 'the reason first, the counts in a second message_delta (OpenRouter)',
    body: written([
      messageStart({ input_tokens: 0, output_tokens: 0 }),
      ...textBlock(0, 'a'),
      messageDelta('end_turn', {}),
      messageDelta(null, { input_tokens: 31, output_tokens: 4, cache_read_input_tokens: 20 }),
      messageStop,
    ]),
    text: 'a',
    end: { stop: 'end_turn', ...usage(31, 4, 20) },
  },
  {
    name: 'all counts at the end (DeepSeek)',
    body: written([
      messageStart({ input_tokens: 0, output_tokens: 0 }),
      ...textBlock(0, 'a'),
      messageDelta('end_turn', {
        input_tokens: 5,
        output_tokens: 7,
        cache_creation_input_tokens: 2,
        cache_read_input_tokens: 64,
      }),
      messageStop,
    ]),
    text: 'a',
    end: { stop: 'end_turn', ...usage(5, 7, 64, 2) },
  },
  {
    name: 'counts at the start, zeros at the end',
    body: written([
      messageStart({
        input_tokens: 50,
        cache_read_input_tokens: 9,
        cache_creation_input_tokens: 8,
        output_tokens: 1,
      }),
      ...textBlock(0, 'a'),
      messageDelta('end_turn', {
        input_tokens: 0,
        output_tokens: 7,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      }),
      messageStop,
    ]),
    text: 'a',
    end: usage(50, 7, 9, 8),
  },
  {
    name: 'the whole prompt at the start, at the end without what was cached',
    body: written([
      messageStart({ input_tokens: 100, output_tokens: 1 }),
      ...textBlock(0, 'a'),
      messageDelta('end_turn', { input_tokens: 0, output_tokens: 7, cache_read_input_tokens: 100 }),
      messageStop,
    ]),
    text: 'a',
    end: usage(0, 7, 100),
  },
  {
    name: 'counts that are none, and no usage at all',
    body: written([
      {
        type: 'message_start',
        message: { usage: { input_tokens: -4, output_tokens: null, cache_read_input_tokens: 'x' } },
      },
      ...textBlock(0, 'a'),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      messageStop,
    ]),
    text: 'a',
    end: { stop: 'end_turn', ...usage(0, 0) },
  },
  {
    name: 'null where objects are expected',
    body: sse(
      { type: 'message_start', message: null },
      { type: 'content_block_start', index: 0, content_block: null },
      { type: 'content_block_delta', index: 0, delta: null },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: null } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } },
      { type: 'message_delta', delta: null, usage: null },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: null },
      { type: 'message_stop' },
    ),
    text: 'a',
    end: { stop: 'end_turn', ...usage(0, 0) },
  },
  {
    name: 'message_stop twice, [DONE] and an error after the end',
    body: `${written([...answerOf('end_turn', textBlock(0, 'a')), messageStop, errorEvent('api_error', 'late')])}data: [DONE]\n\n`,
    text: 'a',
  },
  {
    name: 'deltas without a type, or with half of it',
    body: sse(
      messageStart(),
      { type: 'content_block_delta', index: 0, delta: { thinking: 'Hm' } },
      { type: 'content_block_delta', index: 0, delta: { signature: 's' } },
      { type: 'content_block_delta', index: 1, delta: { text: 'a' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text', text: 'b' } },
      toolStart(2, 't1', 'write_file'),
      { type: 'content_block_delta', index: 2, delta: { partial_json: PATH } },
      blockStop(2),
      messageDelta('tool_use'),
    ),
    text: 'ab',
    thinking: 'Hm',
    end: {
      ...calls(call('t1', 'write_file', WRITE)),
      thinking: [thought('Hm', { signature: 's' })],
    },
  },
  {
    name: 'a message that was not streamed, written over several lines, without its type',
    body: JSON.stringify(
      { role: 'assistant', content: [{ type: 'text', text: 'a\nb' }], stop_reason: 'max_tokens' },
      null,
      2,
    ),
    text: 'a\nb',
    end: { stop: 'output_limit' },
  },
  ...(
    [
      ['overloaded_error', true],
      ['rate_limit_error', true],
      ['api_error', true],
      ['timeout_error', true],
      ['invalid_request_error', false],
      ['authentication_error', false],
      ['billing_error', false],
      ['not_found_error', false],
      ['never_heard_of', false],
    ] as const
  ).map(([type, retryable]): Sample => ({
    name: `the error event ${type} in the middle of a call`,
    body: begun(
      ...textBlock(0, 'a'),
      toolStart(1, 't1', 'write_file'),
      jsonDelta(1, PATH),
      errorEvent(type, 'because'),
    ),
    text: 'a',
    end: failed(retryable, 'because', usage(12, 1)),
  })),
  {
    name: 'words of a complaint after the answer has begun are news',
    body: sse(
      messageStart(),
      { detail: 'still here', message: 'fine' },
      ...textBlock(0, 'a'),
      messageDelta('end_turn'),
    ),
    text: 'a',
  },
  {
    name: 'a relay that frames twice',
    body: begun(...textBlock(0, 'Twice'), messageDelta('end_turn'), messageStop).replaceAll(
      'data: ',
      'data: data: ',
    ),
    text: 'Twice',
  },
  {
    name: 'the vendor: code that it runs, and what it summed up, are not ours',
    body: begun(
      blockStart(0, { type: 'compaction' }),
      { type: 'content_block_delta', index: 0, delta: { type: 'compaction_delta', content: 'Summary' } },
      blockStop(0),
      blockStart(1, { type: 'server_tool_use', id: 's', name: 'bash_code_execution', input: {} }),
      jsonDelta(1, '{"command":"echo 4"}'),
      blockStop(1),
      blockStart(2, {
        type: 'bash_code_execution_tool_result',
        tool_use_id: 's',
        content: { type: 'bash_code_execution_result', stdout: '4\n', return_code: 0 },
      }),
      blockStop(2),
      ...textBlock(3, 'Ran: 4'),
      messageDelta('end_turn'),
      messageStop,
    ),
    text: 'Ran: 4',
  },
  {
    name: 'the cloud platform and Bedrock: an event of its own first, metrics in the last one',
    body: `event: vertex_event\ndata: {}\n\n${begun(...textBlock(0, 'Rock'), messageDelta('end_turn'))}${written(
      [{ type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 8 } }],
    )}`,
    text: 'Rock',
  },
  {
    name: 'damaged JSON after the reason',
    body: `${begun(...toolBlock(0, 't1', 'write_file', PATH), messageDelta('tool_use'))}data: {"type":"mess`,
    end: calls(call('t1', 'write_file', WRITE)),
  },
  ...FAILURES.map(([name, body, retryable, said, text = '']): Sample => ({
    name,
    body,
    text,
    end: failed(retryable, said),
  })),
];

export const samples: readonly Sample[] = all.map((sample) => ({ end: { stop: 'end_turn' }, ...sample }));
