import { describe, expect, it } from '@jest/globals';
import { openCompat } from '../../../src/adapters/out/llm/providers/compat.ts';
import { Learnt } from '../../../src/adapters/out/llm/wire/learnt.ts';
import { TaggedThoughts } from '../../../src/adapters/out/llm/wire/tagged-thoughts.ts';
import { ThoughtHabit } from '../../../src/adapters/out/llm/wire/thought-habit.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import { verifies } from '../../spec/verifies.ts';
import { connectionTo } from './chat/compat-under-test.ts';
import { ask } from './messages/models.ts';
import { bench, WIRES } from './wires.ts';

/** Of a model of which so many answers in a row showed it. */
function habitAfter(answers: number): ThoughtHabit {
  const habit = new ThoughtHabit();
  for (let no = 0; no < answers; no += 1) habit.seen();
  return habit;
}

/** The thoughts and the text, as they are in the end, after so many answers that showed the habit. */
function apart(texts: readonly string[], { answers = 1, isCalling = false } = {}): readonly string[] {
  const tagged = new TaggedThoughts(habitAfter(answers));
  const said = { thinking: '', text: '' };
  for (const piece of [...texts.flatMap((text) => tagged.next(text)), ...tagged.rest(isCalling)]) {
    if (piece.type !== 'was_thinking') said[piece.type] += piece.text;
    else [said.thinking, said.text] = [said.thinking + said.text, ''];
  }
  return [said.thinking, said.text];
}

/** Whole, in characters, and cut in two anywhere. */
const cutsOf = (said: string): readonly (readonly string[])[] => [
  [said],
  [...said],
  ...Array.from(said, (_, at) => [said.slice(0, at), said.slice(at)]),
];

type Case = readonly [said: string, thoughts: string, text: string];
function expectApart(cases: readonly Case[], options: Parameters<typeof apart>[1] = {}): void {
  for (const [said, ...told] of cases)
    for (const texts of cutsOf(said)) expect([texts, ...apart(texts, options)]).toEqual([texts, ...told]);
}

describe('thoughts in the text of an answer', () => {
  verifies('models.tagged-thoughts', 'are split off at its beginning, and nowhere else', () => {
    expectApart([
      ['<think>\nA.\n</think>\n\nB', '\nA.\n', 'B'],
      [' \n<Thinking>A</THINKING>B', 'A', 'B'],
      ['<reasoning>A < B</reasoning> C', 'A < B', 'C'],
      ['[THINK]A[/THINK]B', 'A', 'B'],
      ['<think>İİİ</THINK>B', 'İİİ', 'B'],
      ['<|channel|>analysis<|message|>A<|end|><|start|>assistant<|channel|>final<|message|>B', 'A', 'B'],
      ['<think></think>', '', ''],
      ['<think>A</think><think>B', 'A', '<think>B'],
      ['<think>A without an end', 'A without an end', ''],
      ['Write <think>A</think> first.', '', 'Write <think>A</think> first.'],
      ['```\n<think>A</think>\n```', '', '```\n<think>A</think>\n```'],
      ['`<think>` is a mark', '', '`<think>` is a mark'],
      ['  <b>bold</b>', '', '  <b>bold</b>'],
      ['<thinker>A', '', '<thinker>A'],
      ['<thi', '', '<thi'],
      ['A</think>B', '', 'A</think>B'],
      [' ', '', ' '],
    ]);
  });

  verifies('models.tagged-thoughts', 'are known by their end alone where that stands by itself', () => {
    expectApart([
      ['A\nB\n</think>\n\nC', 'A\nB\n', 'C'],
      ['A\r\n</think>\r\n\r\nC', 'A\r\n', 'C'],
      ['A\n</THINK> \nC\n</think>\nD', 'A\n', 'C\n</think>\nD'],
      ['</think>\n\nC', '', 'C'],
      ['A\n[/THINK]\nC', 'A\n', 'C'],
      ['A\n```\nx\n```\n</think>\nC', 'A\n```\nx\n```\n', 'C'],
    ]);
  });

  verifies('models.tagged-thoughts', 'are none where an answer is about such a mark, or ends with it', () => {
    for (const said of [
      'It ends with </think> here.',
      'It ends with </think>\n\nThen comes the answer.',
      'The mark\n</think> ends the thoughts.\nSo it is.',
      'Like this:\n    </think>\nC',
      'Like this:\n- `</think>`\nC',
      'Like this:\n```\nA\n</think>\nB\n```\nC',
      'Like this:\n~~~xml\n</think>\n\nB',
      'After <think>A\n</think>\nB',
      'After\n<think>\nA\n</think>\n\nB',
      'A\n</think>\n\n',
      'A\n</think>',
      'A\n</thi',
      'A\n</thin\nB',
    ])
      expectApart([[said, '', said]]);
    // Calls follow: the text before them need not be an answer.
    expectApart([['A\n</think>\n\n', 'A\n', '']], { isCalling: true });
  });

  it('that are expected are told as thoughts as they come, and all as text where their end does not come', () => {
    const begins = { answers: 2 };
    expectApart(
      [
        ['A\n</think>\n\nC', 'A\n', 'C'],
        ['A </think> B\n</think>\nC', 'A </think> B\n', 'C'],
        ['A\n```\n</think>\n```\nB\n</think>\nC', 'A\n```\n</think>\n```\nB\n', 'C'],
        ['A < B [1] a</b>\n</think>\nC', 'A < B [1] a</b>\n', 'C'],
        ['<think>A</think>C', 'A', 'C'],
      ],
      begins,
    );
    for (const said of [
      'The answer.',
      'A </think> B',
      'A</think>\nC',
      'A\n</think>C',
      'A\n</thin',
      'A\n</think>',
      'Use\n```\n<p>a</think>\n</think>\n```\nand it works.',
      'Use\n- ~~~~html\n  ~~~\n</think>\n  ~~~~\nand it works.',
      ' '.repeat(2_000),
    ])
      for (const texts of cutsOf(said)) expect([texts, apart(texts, begins)[1]]).toEqual([texts, said]);
  });

  it('are expected once two answers in a row had them, and no more after one without', () => {
    const habit = new ThoughtHabit();
    const typesOf = (...texts: readonly string[]) => {
      const tagged = new TaggedThoughts(habit);
      return [...texts.flatMap((text) => tagged.next(text)), ...tagged.rest()].map(({ type }) => type);
    };
    const answer = ['Hm.\n', '</think>\n', 'B'];
    expect(new Set(typesOf(...answer))).toEqual(new Set(['text']));
    expect(new Set(typesOf('B'))).toEqual(new Set(['text']));
    expect(new Set(typesOf(...answer))).toEqual(new Set(['text']));
    expect(typesOf(...answer)).toEqual(['text', 'was_thinking', 'text']);
    expect(typesOf(...answer)).toEqual(['thinking', 'text']);
    expect(typesOf('B')).toEqual(['thinking', 'text']);
    expect(new Set(typesOf(...answer))).toEqual(new Set(['text']));
  });

  it('are told as they come, but for what may be the end', () => {
    const tagged = new TaggedThoughts(new ThoughtHabit());
    expect(tagged.next('<think>One, ')).toEqual([{ type: 'thinking', text: 'One, ' }]);
    expect(tagged.next('two</th')).toEqual([{ type: 'thinking', text: 'two' }]);
    expect(tagged.next('ree')).toEqual([{ type: 'thinking', text: '</three' }]);
  });
});

it('no more is held back of a text that comes in small pieces than a mark and the blanks about it', () => {
  for (const answers of [0, 1, 2])
    for (const [first, next] of [
      ['', ' '],
      ['', '\n'],
      ['', '<a '],
      ['', '[\n'],
      ['A\n</think>', ' '],
      ['A\n</think>', '\n'],
      ['', '</think>\n'],
      ['<think>', '</thin'],
      ['<think></think>A', ' '],
    ] as const) {
      const tagged = new TaggedThoughts(habitAfter(answers));
      let held = 0;
      for (let no = 0; no < 5_000; no += 1) {
        const text = no === 0 ? first : next;
        held += text.length;
        for (const piece of tagged.next(text)) held -= piece.type === 'was_thinking' ? 0 : piece.text.length;
      }
      expect([answers, first, next, held > 1_100]).toEqual([answers, first, next, false]);
    }
});

const at = bench();

verifies('models.tagged-thoughts', 'a template that begins them is known after two answers', async () => {
  const deps = { clock: at.clock, userAgent: 'a', fetch, learnt: new Learnt() };
  const asked = async (modelId: string, ...pieces: readonly string[]) => {
    at.server.reply(streams(...chat.textAnswer(...pieces)));
    const { events } = await ask(openCompat(connectionTo(`${at.server.url}/v1`, { modelId }), deps));
    return events.map((event) => [event.type, event.type === 'text' ? event.text : '']);
  };
  const pieces = ['Hm.', '\n</think>\n', '\nYes.'];
  const typesOf = (told: readonly (readonly string[])[]) => new Set(told.map(([type]) => type));
  // One answer may be about the mark: all of it is kept.
  expect(typesOf(await asked('a', ...pieces))).toEqual(new Set(['text', 'end']));
  expect((await asked('a', ...pieces)).slice(-3)).toEqual([
    ['was_thinking', ''],
    ['text', 'Yes.'],
    ['end', ''],
  ]);
  expect(typesOf((await asked('a', ...pieces)).slice(0, -2))).toEqual(new Set(['thinking']));
  // Another model there is not.
  expect(typesOf(await asked('b', ...pieces))).not.toContain('thinking');
  // An answer without thoughts is an answer, and the next is no thought any more.
  expect((await asked('a', 'No.')).at(-2)).toEqual(['text', 'No.']);
  expect(typesOf(await asked('a', 'No.'))).toEqual(new Set(['text', 'end']));
});

verifies('models.tagged-thoughts', 'they are understood where models of any kind are served', async () => {
  const told: unknown[] = [];
  const own = await startFakeProvider();
  for (const wire of WIRES)
    for (const endpoint of [own.url, null]) {
      for (const each of [own, at.server]) each.reply(streams(wire.answer('<think>A</think>B')));
      const url = endpoint === null ? at.server.url : `${own.url}/v1`;
      const over = wire.name === 'Messages' ? { endpoint } : {};
      const { text, thinking } = await ask(await wire.open({ ...at, url, over }));
      told.push([wire.name, endpoint !== null, thinking, text]);
    }
  const whole = '<think>A</think>B';
  expect(told).toEqual([
    ['Messages', true, 'A', 'B'],
    ['Messages', false, '', whole],
    ['Chat Completions', true, 'A', 'B'],
    ['Chat Completions', false, 'A', 'B'],
    ['Gemini', true, '', whole],
    ['Gemini', false, '', whole],
  ]);
});
