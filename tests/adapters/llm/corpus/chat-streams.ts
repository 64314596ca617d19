import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import {
  aFault,
  aSaid,
  streamOf,
  wholeOf,
  type Chooser,
  type Frame,
  type Said,
  type Stream,
} from './streams.ts';

const REASONS = {
  end_turn: ['stop', 'STOP', 'eos', 'end_turn'],
  tool_use: ['tool_calls', 'tool_calls', 'stop', 'function_call'],
  output_limit: ['length', 'max_tokens'],
  refused: ['content_filter', 'safety'],
} as const;

/** An answer of a Chat Completions server: every field early, late, repeated, in pieces, of another type, or absent. */
export function chatStream(choose: Chooser): Stream {
  const said = aSaid(choose);
  const fault = aFault(choose);
  const reason = choose.random.pick<string>(REASONS[said.stop]);
  if (fault === 'none' && choose.chance(0.06)) return wholeOf(choose, said, wholeBody(said, reason));

  const usage =
    said.counts === null ? 'absent' : choose.of('usage', 'own', 'own', 'finish', 'each', 'choice');
  const counted = said.counts === null ? null : usageOf(said.counts);
  const envelope = {
    id: 'c1',
    object: 'chat.completion.chunk',
    model: 'm1',
    ...(choose.chance(0.3) ? { usage: null } : {}),
  };
  const chunk = (delta: JsonObject | null, finish: string | null = null, more: JsonObject = {}): Frame => ({
    data: {
      ...envelope,
      choices: [
        ...(choose.chance(0.05) ? [{ index: 1, delta: { content: 'another' }, finish_reason: null }] : []),
        {
          index: 0,
          delta,
          ...(choose.chance(0.5) || finish !== null ? { finish_reason: finish } : {}),
          logprobs: null,
        },
      ],
      ...(usage === 'each' && counted
        ? { usage: { ...counted, completion_tokens: 1, total_tokens: 0 } }
        : {}),
      ...more,
    },
  });
  const role = choose.of('role', 'first', 'each', 'absent');
  const pieces = [...spoken(said, choose), ...callDeltas(said, choose)];
  const deltas = pieces.map((delta): JsonObject =>
    role === 'each' ? { role: 'assistant', ...delta } : delta,
  );
  const opening =
    role === 'first' ? [chunk({ role: 'assistant', content: choose.chance(0.5) ? '' : null })] : [];

  const finish = fault === 'none' ? choose.of('finish', 'own', 'own', 'last', 'early', 'absent') : 'own';
  const isLeft = finish === 'absent' && (said.stop === 'end_turn' || said.stop === 'tool_use');
  const withCounts: JsonObject = usage === 'finish' && counted ? { usage: counted } : {};
  const finishing = (delta: JsonObject | null): Frame => {
    const frame = chunk(delta, reason, withCounts);
    if (usage !== 'choice' || !counted) return frame;
    const { choices } = frame.data as { choices: JsonObject[] };
    return {
      data: { ...(frame.data as JsonObject), choices: choices.map((one) => ({ ...one, usage: counted })) },
    };
  };
  const last = deltas.at(-1) ?? {};
  const isJoined = finish === 'last' || finish === 'early';
  const open = [
    ...opening,
    ...(isJoined ? deltas.slice(0, -1) : deltas).flatMap((delta) => [
      ...nothing(choose, chunk),
      chunk(delta),
    ]),
  ];
  const ends: readonly Frame[] = isLeft
    ? []
    : {
        own: [finishing(choose.random.pick<JsonObject | null>([{}, null, { content: '' }]))],
        absent: [finishing({})],
        last: [finishing(last)],
        early: [finishing({}), chunk(last)],
      }[finish];
  // What has no finish reason is not counted with it.
  const isCountedLast = usage === 'own' || usage === 'each' || (isLeft && usage !== 'absent');
  const counts: readonly Frame[] =
    isCountedLast && counted
      ? [{ data: { ...envelope, choices: choose.chance(0.8) ? [] : null, usage: counted } }]
      : [];
  const done = isLeft ? 'once' : choose.of('done', 'once', 'once', 'absent', 'twice');
  const marks = Array.from({ length: { once: 1, absent: 0, twice: 2 }[done] }, () => ({ data: '[DONE]' }));
  return streamOf(choose, {
    said,
    fault,
    open,
    rest: [...ends, ...counts, ...marks],
    error: {
      data: {
        error: choose.random.pick<JsonObject | string>([
          { message: 'overloaded', code: 502 },
          { message: 'no', type: 'server_error' },
          'out of memory',
        ]),
      },
    },
  });
}

const usageOf = ({ prompt, answer }: NonNullable<Said['counts']>): JsonObject => ({
  prompt_tokens: prompt,
  completion_tokens: answer,
  total_tokens: prompt + answer,
});

/** Chunks that say nothing. */
const nothing = (choose: Chooser, chunk: (delta: JsonObject | null) => Frame): readonly Frame[] => {
  if (choose.chance(0.9)) return [];
  const empty: Frame = { data: { object: 'chat.completion.chunk', choices: [], prompt_filter_results: [] } };
  return [
    choose.random.pick([
      empty,
      chunk(null),
      chunk({}),
      chunk({ content: '' }),
      chunk({ content: null, tool_calls: [] }),
    ]),
  ];
};

function spoken({ thoughts, text }: Said, choose: Chooser): readonly JsonObject[] {
  if (thoughts === '') return choose.cut(text).map((content) => ({ content }));
  const form = choose.of('thoughts', 'reasoning_content', 'reasoning', 'tags', 'parts', 'both');
  if (form === 'tags') {
    const [opening, closing] = choose.random.pick<readonly [string, string]>([
      ['<think>', '</think>'],
      ['<thinking>', '</thinking>'],
      ['\n<Think>', '</think>'],
      ['[THINK]', '[/THINK]'],
    ]);
    return choose.cut(`${opening}${thoughts}${closing}\n\n${text}`).map((content) => ({ content }));
  }
  if (form === 'parts')
    return [
      ...choose
        .cut(thoughts)
        .map((piece) => ({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: piece }] }] })),
      ...choose.cut(text).map((piece) => ({ content: [{ type: 'text', text: piece }] })),
    ];
  return [
    ...choose
      .cut(thoughts)
      .map((piece): JsonObject =>
        form === 'both' ? { reasoning: piece, reasoning_content: piece, content: null } : { [form]: piece },
      ),
    ...choose.cut(text).map((content) => ({ content })),
  ];
}

function callDeltas({ calls }: Said, choose: Chooser): readonly JsonObject[] {
  if (calls.length === 0) return [];
  const marks = choose.of('marks', 'both', 'from one', 'index', 'ids', 'first');
  const name = choose.of('name', 'first', 'first', 'each', 'late', 'pieces');
  const given = choose.of('arguments', 'pieces', 'pieces', 'whole', 'object', 'encoded');
  const isIndexed = marks === 'both' || marks === 'from one' || marks === 'index';
  const fragments = calls.map((call, at) => {
    const index = isIndexed ? { index: marks === 'from one' ? at + 1 : at } : {};
    const id = marks === 'index' ? {} : { id: `call_${at}` };
    const isEmpty = Object.keys(call.input).length === 0 && choose.chance(0.5);
    const text = JSON.stringify(call.input);
    const pieces: readonly (string | JsonObject | null)[] = isEmpty
      ? [choose.random.pick(['', '{}', null])]
      : given === 'object'
        ? [call.input]
        : given === 'encoded'
          ? choose.cut(JSON.stringify(text))
          : given === 'whole'
            ? [text]
            : ['', ...choose.cut(text)];
    const said = pieces.map((piece, nth): JsonObject => {
      const isFirst = nth === 0;
      // A name that is not complete is told by the index alone.
      const isNamed = isFirst || (name === 'each' && isIndexed);
      return {
        ...index,
        ...(isFirst || marks === 'ids' || choose.chance(0.1) ? id : {}),
        ...(isFirst ? { type: 'function' } : {}),
        function: { ...(isNamed ? { name: call.name } : {}), arguments: piece },
      };
    });
    const [first, ...others] = said as [JsonObject, ...JsonObject[]];
    const { name: _name, ...unnamed } = first['function'] as JsonObject;
    if (name === 'late' && isIndexed && others.length > 0)
      return [
        { ...first, function: unnamed },
        ...others.slice(0, -1),
        { ...others.at(-1), function: { name: call.name, ...(others.at(-1)?.['function'] as JsonObject) } },
      ];
    if (name !== 'pieces' || !isIndexed || marks === 'index') return said;
    return [
      { ...first, function: { name: call.name.slice(0, 3), arguments: '' } },
      { ...index, function: { name: call.name.slice(3), arguments: '' } },
      { ...index, function: { arguments: unnamed['arguments'] } },
      ...others,
    ];
  });
  const isTogether = isIndexed && choose.chance(0.3);
  if (!isTogether) return fragments.flat().map((fragment) => ({ tool_calls: [fragment as JsonObject] }));
  const most = Math.max(...fragments.map(({ length }) => length));
  return Array.from({ length: most }, (_, nth) => ({
    tool_calls: fragments.flatMap((each) => (each[nth] === undefined ? [] : [each[nth] as JsonObject])),
  }));
}

const wholeBody = ({ thoughts, text, calls, counts }: Said, reason: string): JsonObject => ({
  id: 'c1',
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: text === '' ? null : text,
        ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map(({ name, input }, at) => ({
                id: `c${at}`,
                type: 'function',
                function: { name, arguments: JSON.stringify(input) },
              })),
            }),
      },
      finish_reason: reason,
    },
  ],
  ...(counts === null ? {} : { usage: usageOf(counts) }),
});
