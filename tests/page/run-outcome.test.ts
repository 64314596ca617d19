import { expect, it } from '@jest/globals';
import { RunModel } from '../../src/page/conversation/run-model.ts';
import { outcomeOf } from '../../src/page/parts/run-outcome.ts';
import { howItEnded } from '../../src/page/timeline/in-words.ts';
import { countsOf } from '../../src/page/today/facts.ts';

const looped = { status: 'completed', stopReason: 'loop' } as const;

it('says of a run that the engine ended early that it was stopped, wherever it is told', () => {
  expect(howItEnded(looped)).toBe('Stopped, repeated itself');
  expect(countsOf([looped])).toEqual([['aborted', 1]]);
  expect(
    (['max_iterations', 'budget', 'output_limit', 'refused', 'end_turn', null] as const).map((stopReason) =>
      outcomeOf({ status: 'completed', stopReason }),
    ),
  ).toEqual(['aborted', 'aborted', 'interrupted', 'failed', 'completed', 'completed']);
  expect(outcomeOf({ status: 'failed', stopReason: null })).toBe('failed');
});

it('shows the sentence of the engine that ended a run as a note, not as the answer of the agent', () => {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const totals = { usage, costUsd: 0, priceKnown: true, durationMs: 1 };
  const runId = '01900000-0000-7000-8000-000000000001';
  const run = new RunModel(runId);
  run.take({
    type: 'done',
    id: 1,
    data: { runId, text: 'The run was ended.', stopReason: 'loop', ...totals },
  } as Parameters<RunModel['take']>[0]);
  expect(run.items.value).toMatchObject([{ kind: 'note', code: 'loop', detail: 'The run was ended.' }]);
});

it.each([
  [
    { question: 'Which?', options: ['a', 'b'] },
    'interrupted',
    false,
    { questions: ['Which?'], options: ['a', 'b'] },
  ],
  [
    { questions: [{ question: 'One?' }, { question: 'Two?' }, 3] },
    'interrupted',
    false,
    { questions: ['One?', 'Two?'], options: [] },
  ],
  [{ question: 'Which?' }, 'interrupted', true, null],
  [{ question: 'Which?' }, 'aborted', false, null],
])('after a stop of the engine offers what %j asked: %s, %s', (input, stopReason, success, expected) => {
  const run = new RunModel('01900000-0000-7000-8000-000000000001');
  const at = '2026-01-01T00:00:00.000Z';
  const toolCallId = '01900000-0000-7000-8000-000000000002';
  const content = (block: object) => ({ seq: 1, runId: run.runId.value, createdAt: at, content: [block] });
  const message = (role: string, block: object) =>
    run.message({ role, ...content(block) } as Parameters<RunModel['message']>[0]);
  message('user', { type: 'text', text: 'Ask' });
  message('assistant', { type: 'tool_call', toolCallId, name: 'ask_user', input });
  message('user', { type: 'tool_result', toolCallId, output: 'It ended.', success });
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  run.record({
    usage,
    costUsd: 0,
    priceKnown: true,
    durationMs: 1,
    stopReason,
    status: 'interrupted',
    error: null,
  } as Parameters<RunModel['record']>[0]);
  expect(run.leftQuestion).toEqual(expected);
});
