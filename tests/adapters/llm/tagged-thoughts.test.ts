import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TaggedThoughts } from '../../../src/adapters/out/llm/wire/tagged-thoughts.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startFakeProvider, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import { startFakeCloud, writeServiceAccount, type FakeCloud } from '../../servers/vertex.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask } from './messages/models.ts';
import { WIRES } from './wires.ts';

const apart = (...texts: readonly string[]) => {
  const tagged = new TaggedThoughts();
  const pieces = [...texts.flatMap((text) => tagged.next(text)), ...tagged.rest()];
  const all = (of: 'text' | 'thinking') => pieces.map(({ type, text }) => (type === of ? text : '')).join('');
  return [all('thinking'), all('text')];
};

describe('thoughts in the text of an answer', () => {
  verifies('models.tagged-thoughts', 'are split off at its beginning, and nowhere else', () => {
    const cases: readonly [said: string, thoughts: string, text: string][] = [
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
    ];
    for (const [said, ...told] of cases) {
      expect([said, ...apart(said)]).toEqual([said, ...told]);
      expect([said, ...apart(...said)]).toEqual([said, ...told]);
    }
  });

  it('are told as they come, but for what may be the end', () => {
    const tagged = new TaggedThoughts();
    expect(tagged.next('<think>One, ')).toEqual([{ type: 'thinking', text: 'One, ' }]);
    expect(tagged.next('two</th')).toEqual([{ type: 'thinking', text: 'two' }]);
    expect(tagged.next('ree')).toEqual([{ type: 'thinking', text: '</three' }]);
  });
});

describe('a model that tags its thoughts', () => {
  let cloud: FakeCloud;
  let server: FakeProvider;
  beforeAll(async () => {
    [cloud, server] = await Promise.all([startFakeCloud(), startFakeProvider()]);
  });
  afterAll(async () => {
    await Promise.all([cloud.close(), server.close()]);
  });

  verifies('models.tagged-thoughts', 'is understood where models of any kind are served', async () => {
    const told: unknown[] = [];
    for (const wire of WIRES)
      for (const endpoint of [server.url, null]) {
        for (const each of [server, cloud.service]) each.reply(streams(wire.answer('<think>A</think>B')));
        const url = endpoint === null ? cloud.service.url : `${server.url}/v1`;
        const over = wire.name === 'Messages' ? { endpoint } : {};
        const account = await writeServiceAccount(temporaryDir());
        const { text, thinking } = await ask(
          await wire.open({ cloud, url, clock: new ManualClock(), account, over }),
        );
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
});
