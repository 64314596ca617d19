// Runs of workflows: order, failures, retries, stops, restarts.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER, OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { aPrompt } from '../../../ports/history-builders.ts';
import { databaseTokens, processTokens } from '../../../../src/main/tokens.ts';
import { workflowLimits } from '../../../../src/core/automation/workflows/limits.ts';
import { step, World, workflowsOver } from '../../../harness/workflows.ts';
import { DOLLAR } from '../../execution/runs/agents/stage.ts';
import { verifies } from '../../../spec/verifies.ts';

const states = (steps: readonly { readonly stepId: string; readonly status: string }[]) =>
  Object.fromEntries(steps.map(({ stepId, status }) => [stepId, status]));

verifies(
  'workflows.steps.order',
  'a step begins when those that it needs have ended, and is given their results',
  async () => {
    const core = workflowsOver({ plays: { a: 'acts', b: 'acts', c: 'acts' } });
    const { run, steps } = await core.toEnd({
      name: 'W',
      steps: [step('c', ['a', 'b']), step('a'), step('b')],
    });
    expect(run).toMatchObject({ status: 'completed', outcome: 'unverified', stepsDone: 3, stepCount: 3 });
    expect(steps.map(({ stepId, result }) => [stepId, result])).toEqual([
      ['c', 'done c'],
      ['a', 'done a'],
      ['b', 'done b'],
    ]);
    expect(core.world.effects.at(-1)).toBe('c');
    const asked = core.model.requests.find(({ messages }) =>
      JSON.stringify(messages[0]).includes('c: do it'),
    );
    expect(JSON.stringify(asked?.messages)).toContain('done a');
    expect(JSON.stringify(asked?.messages)).toContain('the result of the step b');
  },
);

verifies('workflows.steps.parallel', 'at most five steps are at work at once', async () => {
  const gate = Promise.withResolvers<void>();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const core = workflowsOver({
    plays: Object.fromEntries(names.map((name) => [name, 'acts'])),
    holds: Object.fromEntries(names.map((name) => [name, gate.promise])),
  });
  const ended = core.toEnd({ name: 'W', steps: names.map((name) => step(name)) });
  await core.asked(5);
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  expect(core.model.requests).toHaveLength(5);
  gate.resolve();
  expect((await ended).run.status).toBe('completed');
});

const graph = (onFailure: 'stop' | 'skip' | 'continue') => ({
  name: 'W',
  steps: [step('bad', [], { onFailure }), step('needs', ['bad']), step('after', ['needs']), step('other')],
});

verifies('workflows.failure', 'stop: nothing else begins after a failure', async () => {
  const core = workflowsOver({ plays: { bad: 'fails' } });
  const { run, steps } = await core.toEnd({
    name: 'W',
    steps: [step('bad'), step('needs', ['bad']), step('last', ['needs'])],
  });
  expect(run).toMatchObject({ status: 'failed', outcome: 'failed', error: { code: 'refused_by_test' } });
  expect(run.error?.error).toContain('bad');
  const { items } = await core.history.notices.list(EVERYONE, { limit: 5, after: null });
  expect(items).toMatchObject([
    { kind: 'failed', text: { text: run.error?.error }, workflowRunId: run.workflowRunId },
  ]);
  expect(states(steps)).toEqual({ bad: 'failed', needs: 'skipped', last: 'skipped' });
});

verifies('workflows.failure', 'skip: what needs it is skipped, and the others go on', async () => {
  const core = workflowsOver({ plays: { bad: 'fails' } });
  const { run, steps } = await core.toEnd(graph('skip'));
  expect(run.status).toBe('partial');
  expect(states(steps)).toEqual({ bad: 'failed', needs: 'skipped', after: 'skipped', other: 'completed' });
});

verifies('workflows.failure', 'continue: what needs it begins, and is told that it failed', async () => {
  const core = workflowsOver({ plays: { bad: 'fails' } });
  const { run, steps } = await core.toEnd(graph('continue'));
  expect(run.status).toBe('partial');
  expect(states(steps)).toEqual({
    bad: 'failed',
    needs: 'completed',
    after: 'completed',
    other: 'completed',
  });
  expect(JSON.stringify(core.model.requests)).toContain('the step bad, which failed');
});

verifies('workflows.retry', 'a retry keeps the steps that succeeded', async () => {
  const world = new World();
  const first = workflowsOver({ world, plays: { a: 'acts', b: 'acts, then fails', c: 'acts' } });
  const draft = { name: 'W', steps: [step('a'), step('b', ['a']), step('c', ['b'])] };
  const { run } = await first.toEnd(draft);
  expect(run.status).toBe('failed');
  expect(world.effects).toEqual(['a', 'b']);
  const next = workflowsOver({
    world,
    history: first.history,
    firstId: 10_000,
    plays: { a: 'acts', b: 'acts', c: 'acts' },
  });
  await next.workflows.retry(EVERYONE, run.workflowRunId);
  await next.workflows.ended(run.workflowRunId);
  expect(await next.workflows.run(EVERYONE, run.workflowRunId)).toMatchObject({
    status: 'completed',
    stepsDone: 3,
  });
  expect(world.effects).toEqual(['a', 'b', 'b', 'c']);
  const steps = await next.workflows.steps(EVERYONE, run.workflowRunId);
  expect(steps.map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
  const stats = await next.workflows.stepStats(EVERYONE, 1, 5);
  expect(stats.map(({ runs, failures }) => [runs, failures])).toEqual([
    [1, 0],
    [2, 1],
    [1, 0],
  ]);
  await expect(next.workflows.retry(EVERYONE, run.workflowRunId)).rejects.toMatchObject({
    code: 'nothing_to_retry',
  });
});

verifies('workflows.stop', 'a stop ends the steps at work, and begins no other', async () => {
  const gate = Promise.withResolvers<void>();
  const core = workflowsOver({ plays: { a: 'acts' }, holds: { a: gate.promise } });
  const workflowRunId = await core.begun([step('a'), step('b', ['a'])]);
  await core.asked();
  await expect(core.workflows.retry(EVERYONE, workflowRunId)).rejects.toMatchObject({
    code: 'workflow_in_progress',
  });
  await core.executor.stop(workflowRunId);
  await core.workflows.ended(workflowRunId);
  expect(await core.workflows.run(EVERYONE, workflowRunId)).toMatchObject({
    status: 'aborted',
    error: { code: 'stopped' },
  });
  expect(states(await core.workflows.steps(EVERYONE, workflowRunId))).toEqual({ a: 'failed', b: 'skipped' });
});

verifies('workflows.budget', 'the budget of a step is reserved before it begins', async () => {
  const gate = Promise.withResolvers<void>();
  const core = workflowsOver({
    price: DOLLAR,
    plays: { a: 'acts' },
    holds: { a: gate.promise },
    spendingLimits: { run: 1_000, day: 250, month: 1_000 },
  });
  const draft = {
    name: 'W',
    steps: [step('a', [], { budgetUsd: 150 }), step('b', [], { budgetUsd: 150, onFailure: 'skip' as const })],
  };
  const ended = core.toEnd(draft);
  await core.asked();
  gate.resolve();
  const { run, steps } = await ended;
  expect(run.status).toBe('partial');
  expect(steps[1]).toMatchObject({ status: 'failed', error: { code: 'budget' }, runId: null });
});

test('a step that a full disk cut short says so, once there is room', async () => {
  const gate = Promise.withResolvers<void>();
  let isFull = false;
  const core = workflowsOver({ plays: { a: 'acts' }, holds: { a: gate.promise }, isFull: () => isFull });
  const ended = core.toEnd({ name: 'W', steps: [step('a')] });
  await core.asked();
  isFull = true;
  gate.resolve();
  while (!core.log.lines.some(({ event }) => event === 'a workflow could not go on'))
    await new Promise(setImmediate);
  isFull = false;
  await core.clock.advance(workflowLimits.againMs);
  const { run, steps } = await ended;
  expect(steps[0]).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
  expect(run).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
});

test('a step that took too long has failed, and its conversation counts as that of its workflow', async () => {
  const core = workflowsOver({ plays: { a: 'acts' }, holds: { a: new Promise(() => undefined) } });
  const ended = core.toEnd({ name: 'W', steps: [step('a', [], { timeoutMs: 5_000 }), step('b', ['a'])] });
  await core.asked();
  await core.clock.advance(5_000);
  const { run, steps } = await ended;
  expect(run).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  expect(steps[0]).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  const [attempt] = steps.flatMap(({ runId }) => (runId === null ? [] : [runId]));
  expect(await core.runs.get(EVERYONE, attempt as never)).toMatchObject({ status: 'failed' });
  const { insights } = core.get(processTokens.services);
  insights.begin();
  await core.clock.advance(0);
  const { items } = await insights.threads(OWNER_ID, {
    days: null,
    sort: { by: 'lastRunAt', descending: true },
    limit: 5,
    after: null,
  });
  expect(items).toMatchObject([{ title: 'W: a', runs: 1, failedRuns: 1, workflowRunId: run.workflowRunId }]);
});

test('the time that a step waits for its owner is told apart', async () => {
  const gate = Promise.withResolvers<void>();
  const core = workflowsOver({ plays: { a: 'acts' }, holds: { a: gate.promise }, waitedMs: 9_000 });
  const ended = core.toEnd({ name: 'W', steps: [step('a')] });
  await core.asked();
  await core.clock.advance(10_000);
  gate.resolve();
  await ended;
  const [ofStep] = await core.workflows.stepStats(EVERYONE, 1, 5);
  expect(ofStep).toMatchObject({ avgWaitMs: 9_000 });
  expect(ofStep?.avgDurationMs).toBeLessThan(2_000);
  expect(ofStep?.p95DurationMs).toBe(ofStep?.avgDurationMs);
  const [ofAll] = await core.workflows.costStats(EVERYONE, 1, 5);
  expect(ofAll?.avgDurationMs).toBeGreaterThanOrEqual(10_000);
});

test('steps that wait at once make their run wait once', async () => {
  const core = workflowsOver();
  const { steps } = await core.toEnd({ name: 'W', steps: [step('a'), step('b'), step('c')] });
  const journal = core.get(databaseTokens.journal);
  const asked = async (nth: number, from: number, until: number) => {
    const run = await core.runs.get(EVERYONE, steps[nth]?.runId as never);
    if (run === null) throw new Error('the step has no run');
    const prompt = aPrompt(run, { createdAt: from });
    await journal.commit([{ change: 'prompt.ask', prompt }]);
    await journal.commit([{ change: 'prompt.answer', promptId: prompt.promptId, answer: 'yes', at: until }]);
  };
  await asked(0, 1_000, 5_000);
  await asked(1, 2_000, 3_000);
  await asked(2, 4_000, 9_000);
  await asked(0, 20_000, 21_000);
  expect(await core.workflows.costStats(EVERYONE, 1, 5)).toMatchObject([{ avgWaitMs: 9_000 }]);
});

verifies('runs.cost.unknown', 'that of a workflow and its steps is told so', async () => {
  const price = { ...DOLLAR, isAssumed: true as const };
  const limits = { run: 1_000, day: 1_000, month: 1_000 };
  const budget = { budgetUsd: 150 };
  const draft = { name: 'W', steps: [step('a', [], budget)] };
  const unknown = workflowsOver({ price, spendingLimits: limits });
  const { run, steps } = await unknown.toEnd(draft);
  expect(run).toMatchObject({ costUsd: 1, priceKnown: null });
  expect(steps[0]).toMatchObject({ costUsd: 1, priceKnown: null });
  expect(await unknown.workflows.costStats(EVERYONE, 1, 5)).toMatchObject([{ priceKnown: null }]);
  expect(await unknown.workflows.stepStats(EVERYONE, 1, 5)).toMatchObject([{ priceKnown: null }]);
  const known = workflowsOver({ price: DOLLAR, spendingLimits: limits });
  expect(await known.toEnd(draft)).toMatchObject({
    run: { costUsd: 1, priceKnown: true },
    steps: [{ priceKnown: true }],
  });
  expect(await known.workflows.costStats(EVERYONE, 1, 5)).toMatchObject([{ priceKnown: true }]);
});

test('a run with the same key is the same run', async () => {
  const core = workflowsOver();
  const parameters = [{ name: 'who' }];
  const { workflowId } = await core.workflowDefinitions.save(
    { name: 'W', steps: [step('a')], parameters },
    BY_OWNER,
  );
  const start = (who: string) =>
    core.workflows.start(workflowId, { parameters: { who }, startedBy: BY_OWNER, idempotencyKey: 'k' });
  const [one, two] = await Promise.all([start('x'), start('x')]);
  expect(one.workflowRunId).toBe(two.workflowRunId);
  await expect(start('y')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  await core.workflows.ended(one.workflowRunId);
});

verifies('workflows.shutdown', 'a stop of the engine leaves the run to the next one', async () => {
  const gate = Promise.withResolvers<void>();
  const first = workflowsOver({
    plays: { a: 'acts', b: 'acts' },
    holds: { a: gate.promise },
    effect: 'idempotent',
  });
  const workflowRunId = await first.begun([step('a'), step('b', ['a'])]);
  await first.asked();
  first.executor.beginNoMore();
  const drained = first.runs.drain(1_000);
  await first.clock.advance(5_000);
  await drained;
  await first.executor.close();
  expect(await first.workflows.run(EVERYONE, workflowRunId)).toMatchObject({ status: 'running' });
  const next = workflowsOver({
    history: first.history,
    firstId: 10_000,
    plays: { a: 'acts', b: 'acts' },
    effect: 'idempotent',
  });
  await next.goOn();
  await next.workflows.ended(workflowRunId);
  expect(await next.workflows.run(EVERYONE, workflowRunId)).toMatchObject({ status: 'completed' });
  expect(next.world.effects).toEqual(['a', 'b']);
});

verifies(
  'security.consent.provenance',
  'results of steps stand in the task as words of a model',
  async () => {
    const core = workflowsOver();
    const { steps } = await core.toEnd({ name: 'W', steps: [step('a'), step('b', ['a'])] });
    const threadId = steps[1]?.threadId;
    const [task] = threadId ? await core.history.threads.messages(threadId, { after: 0, limit: 1 }) : [];
    const kinds = task?.content.map((block) => (block.type === 'note' ? block.code : block.type));
    expect(kinds).toEqual(['text', 'models_material', 'text']);
    expect(JSON.stringify(task?.content[2])).toContain('done a');
  },
);

verifies(
  'workflows.stop',
  'a stop that is on disk holds after a restart, and reaches steps that just begin',
  async () => {
    const first = workflowsOver({
      plays: { a: 'acts' },
      holds: { a: new Promise(() => undefined) },
      effect: 'idempotent',
    });
    const workflowRunId = await first.begun([step('a'), step('b', ['a'])]);
    await first.asked();
    await first.clock.advance(100);
    await first.history.journal.commit([{ change: 'workflow-run.stop', workflowRunId, at: 1 }]);
    const next = workflowsOver({
      history: first.history,
      firstId: 10_000,
      plays: { a: 'acts' },
      effect: 'idempotent',
    });
    await next.goOn();
    await next.workflows.ended(workflowRunId);
    expect(await next.workflows.run(EVERYONE, workflowRunId)).toMatchObject({ status: 'aborted' });
    expect(next.world.effects).toEqual([]);

    const quick = workflowsOver({ plays: { a: 'acts' } });
    const run = await quick.begun([step('a')]);
    await quick.workflows.stop(run);
    await quick.workflows.ended(run);
    expect(await quick.workflows.run(EVERYONE, run)).toMatchObject({ status: 'aborted' });
    expect(quick.world.effects).toEqual([]);
  },
);

verifies(
  'workflows.erasure',
  'a run is deleted with its results, and a result goes with its conversation',
  async () => {
    const core = workflowsOver();
    const { run, steps } = await core.toEnd({ name: 'W', steps: [step('a'), step('b')] });
    const [first] = steps;
    if (first?.threadId) await core.threads.delete(EVERYONE, first.threadId, null);
    expect((await core.workflows.steps(EVERYONE, run.workflowRunId)).map(({ result }) => result)).toEqual([
      null,
      'done b',
    ]);
    await core.workflows.remove(EVERYONE, run.workflowRunId);
    await expect(core.workflows.run(EVERYONE, run.workflowRunId)).rejects.toMatchObject({
      code: 'workflow_run_not_found',
    });
    expect(await core.workflows.steps(EVERYONE, run.workflowRunId).catch(() => [])).toEqual([]);
  },
);
