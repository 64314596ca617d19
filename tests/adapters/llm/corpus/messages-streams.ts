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
  end_turn: ['end_turn', 'stop_sequence'],
  tool_use: ['tool_use', 'tool_use', 'end_turn'],
  output_limit: ['max_tokens', 'model_context_window_exceeded'],
  refused: ['refusal'],
} as const;

interface Block {
  readonly start: JsonObject;
  readonly deltas: readonly JsonObject[];
}

/** An answer over the Messages wire: every field early, late, repeated, in pieces, or absent. */
export function messagesStream(choose: Chooser): Stream {
  const said = aSaid(choose);
  const fault = aFault(choose);
  const reason = choose.random.pick<string>(REASONS[said.stop]);
  if (fault === 'none' && choose.chance(0.06)) return wholeOf(choose, said, wholeBody(said, reason));

  const { counts } = said;
  const usage = choose.of('usage', 'start', 'start', 'late', 'twice');
  const blocks = blocksOf(said, choose);
  const stops = choose.of('stops', 'each', 'each', 'none');
  const indexes = choose.of('indexes', 'from zero', 'from zero', 'from one', 'gaps', 'backwards');
  const indexOf = (at: number): number =>
    ({ 'from zero': at, 'from one': at + 1, gaps: 3 * at, backwards: 50 - at })[indexes];
  const event = (type: string, more: JsonObject = {}): Frame => ({ event: type, data: { type, ...more } });
  const nothing = (): readonly Frame[] =>
    choose.chance(0.9)
      ? []
      : [
          choose.random.pick([
            event('ping'),
            event('brand_new', { x: 1 }),
            event('content_block_delta', { index: 0, delta: { type: 'new_delta', x: 1 } }),
          ]),
        ];
  const framesOf = ({ start, deltas }: Block, at: number): readonly Frame[] => [
    event('content_block_start', { index: indexOf(at), content_block: start }),
    ...deltas.flatMap((delta) => [...nothing(), event('content_block_delta', { index: indexOf(at), delta })]),
    ...(stops === 'none' ? [] : [event('content_block_stop', { index: indexOf(at) })]),
  ];
  const prompt = counts === null || usage === 'late' ? {} : { input_tokens: counts.prompt };
  const opening = event('message_start', {
    message: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: null,
      ...(counts === null
        ? choose.chance(0.5)
          ? { usage: null }
          : {}
        : { usage: { ...prompt, output_tokens: 1 } }),
    },
  });
  const answer: JsonObject =
    counts === null
      ? {}
      : {
          usage: {
            output_tokens: counts.answer,
            ...(usage === 'late' ? { input_tokens: counts.prompt } : {}),
          },
        };
  const ending = choose.of('ending', 'stop', 'stop', 'absent', 'twice');
  const finish = event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, ...answer });
  const closing = Array.from({ length: { stop: 1, absent: 0, twice: 2 }[ending] }, () =>
    event('message_stop'),
  );
  const isTwice = usage === 'twice';
  return streamOf(choose, {
    said,
    fault,
    open: [
      opening,
      ...inTurns(blocks.map(framesOf), said, choose),
      ...(isTwice
        ? [event('message_delta', { delta: { stop_reason: null }, usage: { output_tokens: 1 } })]
        : []),
    ],
    rest: [finish, ...nothing(), ...closing],
    error: event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  });
}

/** One block after the other, or the calls side by side. */
function inTurns(blocks: readonly (readonly Frame[])[], { calls }: Said, choose: Chooser): readonly Frame[] {
  if (calls.length < 2 || choose.of('order', 'in turn', 'in turn', 'together') === 'in turn')
    return blocks.flat();
  const together = blocks.slice(-calls.length);
  const most = Math.max(...together.map(({ length }) => length));
  const mixed = Array.from({ length: most }, (_, nth) => together.flatMap((each) => each[nth] ?? []));
  return [...blocks.slice(0, -calls.length), ...mixed].flat();
}

function blocksOf({ thoughts, text, calls }: Said, choose: Chooser): readonly Block[] {
  const blocks: Block[] = [];
  const isTagged = thoughts !== '' && choose.chance(0.2);
  if (thoughts !== '' && !isTagged)
    blocks.push({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...choose.cut(thoughts).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: 'c2ln' },
      ],
    });
  if (choose.chance(0.1)) blocks.push({ start: { type: 'redacted_thinking', data: 'ZGF0YQ==' }, deltas: [] });
  if (choose.chance(0.1))
    blocks.push({ start: { type: 'future_block', data: 1 }, deltas: [{ type: 'future_delta', x: 'y' }] });
  const spoken = isTagged ? `<think>${thoughts}</think>\n${text}` : text;
  if (spoken !== '') {
    const [first = '', ...others] = choose.cut(spoken);
    const isInStart = choose.chance(0.2);
    const parts = isInStart ? others : [first, ...others];
    const half = choose.chance(0.2) ? Math.floor(parts.length / 2) : parts.length;
    const deltas = parts.map((piece) => ({ type: 'text_delta', text: piece }));
    blocks.push({ start: { type: 'text', text: isInStart ? first : '' }, deltas: deltas.slice(0, half) });
    if (half < parts.length) blocks.push({ start: { type: 'text', text: '' }, deltas: deltas.slice(half) });
  }
  const given = choose.of('arguments', 'pieces', 'pieces', 'empty pieces', 'whole', 'start');
  for (const [at, { name, input }] of calls.entries()) {
    const json = JSON.stringify(input);
    const pieces = {
      pieces: choose.cut(json),
      'empty pieces': ['', ...choose.cut(json).flatMap((piece) => [piece, '']), ''],
      whole: [json],
      // Nothing would be told from what is missing.
      start: json === '{}' ? [json] : [],
    }[given];
    blocks.push({
      start: { type: 'tool_use', id: `toolu_${at}`, name, input: given === 'start' ? input : {} },
      deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    });
  }
  return blocks;
}

const wholeBody = ({ thoughts, text, calls, counts }: Said, reason: string): JsonObject => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  content: [
    ...(thoughts === '' ? [] : [{ type: 'thinking', thinking: thoughts, signature: 'c2ln' }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, input }, at) => ({ type: 'tool_use', id: `t${at}`, name, input })),
  ],
  stop_reason: reason,
  ...(counts === null ? {} : { usage: { input_tokens: counts.prompt, output_tokens: counts.answer } }),
});
