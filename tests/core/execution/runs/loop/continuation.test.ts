import { expect } from '@jest/globals';
import { runLimits } from '../../../../../src/core/execution/runs/limits.ts';
import { end, text, thinking, toolCalls, type Step } from '../../../../doubles/scripted-model.ts';
import { aTool, runOnce } from '../../../../harness/core.ts';
import { faultsIn } from '../../../../harness/well-formed.ts';
import { verifies } from '../../../../spec/verifies.ts';

const cutAt = (said: string): readonly Step[] => [text(said), end('output_limit')];

verifies(
  'runs.continuation',
  'an answer that hits the output limit is continued, and arrives complete',
  async () => {
    const { events, messages, model } = await runOnce({
      turns: [cutAt('One, '), cutAt('two, '), [text('three.')]],
    });
    expect(events.map(({ type }) => type)).toEqual([
      'text',
      'turn_end',
      'continuation',
      'text',
      'turn_end',
      'continuation',
      'text',
      'turn_end',
      'done',
    ]);
    expect(events.flatMap((event) => (event.type === 'continuation' ? [event.data] : []))).toEqual([
      { iteration: 1, max: runLimits.continuations },
      { iteration: 2, max: runLimits.continuations },
    ]);
    expect(events.at(-1)?.data).toMatchObject({ text: 'One, two, three.', stopReason: 'end_turn' });
    expect(messages.map(({ role, content }) => [role, ...content.map(({ type }) => type)])).toEqual([
      ['user', 'text'],
      ['assistant', 'text'],
      ['user', 'note'],
      ['assistant', 'text'],
      ['user', 'note'],
      ['assistant', 'text'],
    ]);
    for (const request of model.requests) expect(faultsIn(request.messages)).toEqual([]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('Go on exactly where it stopped');
  },
);

verifies(
  'runs.continuation',
  'it is continued a bounded number of times, and then says that it is incomplete',
  async () => {
    const turns = Array.from({ length: 20 }, (_, turn) => cutAt(`part ${turn} `));
    const { events, model } = await runOnce({ turns });
    expect(model.requests).toHaveLength(runLimits.continuations + 1);
    expect(events.at(-1)?.data).toMatchObject({
      stopReason: 'output_limit',
      text: Array.from({ length: runLimits.continuations + 1 }, (_, turn) => `part ${turn} `).join(''),
    });
  },
);

verifies('runs.continuation', 'a model that keeps restarting the same answer is stopped', async () => {
  const { events, model } = await runOnce({
    turns: Array.from({ length: 20 }, () => cutAt('Once upon a time')),
  });
  expect(model.requests).toHaveLength(runLimits.sameBeginnings + 1);
  expect(events.at(-1)?.data).toMatchObject({ stopReason: 'loop' });
});

verifies('runs.continuation', 'one without a word is asked for once more, with few thoughts', async () => {
  const silent: readonly Step[] = [thinking('hm'), end('output_limit')];
  const look = aTool('look', async () => ({ output: 'seen', success: true }));
  const call = [toolCalls({ name: 'look', input: {} })];
  const cases: readonly [string, readonly (readonly Step[])[], string][] = [
    ['-f', [silent, silent], 'twice'],
    ['-f', [silent, [text('Ada.')]], 'Ada.'],
    ['-f-f', [silent, call, silent, cutAt('Ada ')], 'Ada '],
    ['-f-f-f', [silent, call, silent, cutAt('Ada '), silent, [text('Lovelace')]], 'Ada Lovelace'],
  ];
  for (const [thoughts, turns, said] of cases) {
    const { events, model } = await runOnce({ turns: [...turns, silent, silent, silent], tools: [look] });
    expect(events.at(-1)?.data).toMatchObject({ text: expect.stringContaining(said) });
    const asked = model.requests.map((request) => (request.thoughts === 'few' ? 'f' : '-')).join('');
    expect(asked.slice(0, thoughts.length)).toBe(thoughts);
    expect(asked.length - turns.length).toBe(said === 'Ada ' ? 2 : 0);
  }
});

verifies('runs.continuation', 'an answer that stops after a continuation is an answer', async () => {
  const { events } = await runOnce({ turns: [cutAt('All of it.'), []] });
  expect(events.at(-1)?.data).toMatchObject({ stopReason: 'end_turn', text: 'All of it.' });
});

verifies('runs.continuation', 'a call between two truncated answers makes the second a new one', async () => {
  const look = aTool('look', async () => ({ output: 'seen', success: true }));
  const { events } = await runOnce({
    tools: [look],
    turns: [cutAt('First '), [toolCalls({ name: 'look', input: {} })], cutAt('Second '), [text('answer')]],
  });
  expect(events.at(-1)?.data).toMatchObject({ text: 'Second answer' });
});
