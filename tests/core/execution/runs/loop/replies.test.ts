import { sayFailure } from '../../../../../src/core/instance/models/says.ts';
import { inEnglish } from '../../../../../src/contract/words/english.ts';
import { EVERYONE } from '../../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import type { ModelRetry, ThinkingBlock } from '../../../../../src/core/ports/model.ts';
import { asksFor, SCRIPTED_USAGE, text, toolCalls } from '../../../../doubles/scripted-model.ts';
import { aTool, runOnce } from '../../../../harness/core.ts';
import { verifies } from '../../../../spec/verifies.ts';

verifies(
  'runs.tools-after-clean-end',
  'a call whose arguments are not a JSON object is reported to the model and not run',
  async () => {
    let carriedOut = 0;
    const tool = aTool('write', async () => ({ output: String(++carriedOut), success: true }));
    const { events, model, messages } = await runOnce({
      tools: [tool],
      turns: [
        [asksFor([{ name: 'write', input: {}, problem: 'The arguments were cut off.' }])],
        [text('I see.')],
      ],
    });
    expect(carriedOut).toBe(0);
    const told = events.flatMap((event) => (event.type === 'tool_result' ? [event.data] : []));
    expect(told).toMatchObject([{ name: 'write', output: 'The arguments were cut off.', success: false }]);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatchObject([
      { type: 'tool_result', output: 'The arguments were cut off.', success: false },
    ]);
    expect(JSON.stringify(messages)).not.toContain('problem');
    expect(events.at(-1)?.type).toBe('done');
  },
);

const THOUGHT: ThinkingBlock = {
  type: 'thinking',
  text: 'hm',
  model: 'scripted',
  sealed: { signature: 's1' },
};

test('thoughts come first in the reply, go back to the model unchanged, and stay in the thread', async () => {
  const { model, messages } = await runOnce({
    tools: [aTool('look', async () => ({ output: 'seen', success: true }))],
    turns: [[text('I look.'), asksFor([{ name: 'look', input: {} }], [THOUGHT])], [text('Seen.')]],
  });
  expect(messages[1]?.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_call']);
  expect(messages[1]?.content[0]).toEqual(THOUGHT);
  expect(model.requests[1]?.messages[1]?.content[0]).toEqual(THOUGHT);
});

test('the requests of a run begin with the same bytes, and name the same cache', async () => {
  const look = aTool('look', async () => ({ output: 'seen', success: true }));
  const { model, session } = await runOnce({
    tools: [look],
    turns: [
      [asksFor([{ name: 'look', input: { at: 1 } }], [THOUGHT])],
      [toolCalls({ name: 'look', input: { at: 2 } })],
      [text('Done.')],
    ],
  });
  const [first, second, third] = model.requests.map(({ messages }) => JSON.stringify(messages).slice(0, -1));
  expect(second?.startsWith(first ?? '-')).toBe(true);
  expect(third?.startsWith(second ?? '-')).toBe(true);
  for (const { system, tools, cacheKey } of model.requests) {
    expect({ system, tools }).toEqual({
      system: model.requests[0]?.system,
      tools: model.requests[0]?.tools,
    });
    expect(cacheKey).toBe(session.threadId);
  }
});

verifies(
  'models.retry.event',
  'a failed attempt is an event of the run, before everything that follows it',
  async () => {
    const retry: ModelRetry = {
      type: 'retry',
      attempt: 1,
      maxAttempts: 4,
      delayMs: 2_000,
      code: 'provider_error',
      says: [sayFailure('model.busy', { status: 529 })],
    };
    const { events } = await runOnce({ turns: [[{ step: 'emit', event: retry }, text('here')]] });
    const { type: _, ...more } = retry;
    const data = { ...more, reason: inEnglish(retry.says) };
    expect(events.slice(0, 2)).toEqual([
      { id: 1, type: 'retry', data },
      { id: 2, type: 'text', data: { text: 'here' } },
    ]);
  },
);

verifies(
  'models.cost',
  'a turn reports its cost, and the run, its row and its thread the cost of all turns',
  async () => {
    const price = { input: 10_000, output: 100_000, cacheRead: 0, cacheWrite: 0 };
    const each =
      (SCRIPTED_USAGE.inputTokens * price.input + SCRIPTED_USAGE.outputTokens * price.output) / 1e6;
    const { events, history, runId, session } = await runOnce({
      price,
      tools: [aTool('look', async () => ({ output: 'seen', success: true }))],
      turns: [[toolCalls({ name: 'look', input: {} })], [text('Done.')]],
    });
    const turns = events.flatMap((event) => (event.type === 'turn_end' ? [event.data.costUsd] : []));
    expect(turns).toEqual([each, each]);
    expect(events.at(-1)?.data).toMatchObject({ costUsd: 2 * each });
    expect(await history.runs.get(EVERYONE, runId)).toMatchObject({ costUsd: 2 * each });
    expect(await history.threads.get(EVERYONE, session.threadId)).toMatchObject({ costUsd: 2 * each });
  },
);
