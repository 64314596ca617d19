import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { replayLimits, pairsOf } from '../../../../src/core/execution/replays/model.ts';
import { choose } from '../../../../src/core/instance/models/choice.ts';
import { toolCallId } from '../../../../src/core/kernel/ids.ts';
import { processTokens } from '../../../../src/main/tokens.ts';
import { fail, gate, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { coreOver, runOnce } from '../../../harness/core.ts';
import { an, DOLLAR, played, spawn } from '../runs/agents/stage.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies('runs.timeline', 'sub-agents with their model calls and tools, and what each cost', async () => {
  const reads = toolCalls({ name: 'read_file', input: { path: 'a' } });
  const { runId, get } = await played({
    svc: [[spawn(an('Ada'))], [text('Done.')]],
    Ada: [[reads], [text('Found.')]],
  });
  const { timelines } = get(processTokens.services);
  const { spans, status } = await timelines.of(EVERYONE, runId);
  expect(status).toBe('completed');
  const of = (kind: string, ofAgent: boolean) =>
    spans.filter((span) => span.kind === kind && (span.agentId !== null) === ofAgent);
  expect(of('model', false).map(({ costUsd }) => costUsd)).toEqual([1, 1]);
  // Where to read on: at the results of the calls that it asked for, then at the answer.
  expect(of('model', false).map(({ seq }) => seq)).toEqual([3, 4]);
  expect(of('model', true).map(({ costUsd }) => costUsd)).toEqual([1, 1]);
  expect(of('agent', true).map(({ name, costUsd, success }) => [name, costUsd, success])).toEqual([
    ['Ada', 2, true],
  ]);
  expect(of('tool', true).map(({ name }) => name)).toEqual(['read_file']);
  expect(of('tool', false).map(({ name }) => name)).toEqual(['spawn_agent']);
  // The replay has the result of the call, and starts no sub-agent.
  expect(new Set(spans.flatMap(({ agentId }) => agentId ?? [])).size).toBe(1);
});

verifies('runs.timeline', 'the call that failed has what is left of the cost', async () => {
  const { runId, ...core } = await runOnce({ turns: [[text('x'), fail('provider_error')]], price: DOLLAR });
  const { spans } = await core.get(processTokens.services).timelines.of(EVERYONE, runId);
  expect(spans.map(({ kind, costUsd, success }) => [kind, costUsd, success])).toEqual([['model', 1, false]]);
});

verifies('runs.timeline', 'what still lasts has no end', async () => {
  const pause = gate();
  const core = coreOver({ turns: [[text('x'), pause.step]] });
  const runId = await core.start(await core.newSession());
  await pause.reached;
  const { spans } = await core.get(processTokens.services).timelines.of(EVERYONE, runId);
  expect(spans.map(({ kind, durationMs }) => [kind, durationMs])).toEqual([['model', null]]);
  pause.open();
  await core.eventsOf(runId);
});

test('pairs of many calls are found at once', () => {
  const calls = Array.from({ length: replayLimits.calls }, (_, nth) => ({
    toolCallId: toolCallId(String(nth)),
    name: `tool ${nth % 7}`,
    input: { nth },
    success: true,
    durationMs: 1,
  }));
  const pairs = pairsOf(calls, [...calls].reverse());
  expect(pairs.every(({ relation }) => relation === 'same')).toBe(true);
  expect(pairs).toHaveLength(calls.length);
});

test('the demo model does not answer in the place of a model that was named', () => {
  const settings = { demo: true, profiles: {} } as Parameters<typeof choose>[0];
  const known = {} as Parameters<typeof choose>[2];
  expect(choose(settings, null, known).kind).toBe('demo');
  expect(choose(settings, null, known, 'm-2')).toMatchObject({
    kind: 'refusal',
    refusal: { code: 'provider_incomplete' },
  });
});
