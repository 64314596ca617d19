// Runs of workflows that an engine left, in a terminal that is its own engine.
import { expect } from '@jest/globals';
import type { Model } from '../../../src/core/ports/model.ts';
import { StepModel } from '../../doubles/step-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { spawnEngine, spawnSvc } from '../../harness/spawned-engine.ts';
import { startRestartable } from '../../harness/restartable-engine.ts';
import { step } from '../../harness/workflows.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';

/** A model that answers the step `a`, and says nothing to `b` until it is left. */
function silentToB(): Model {
  const model = new StepModel(new Map(), () => false);
  return Object.assign(Object.create(model) as Model, {
    id: model.id,
    provider: model.provider,
    price: model.price,
    contextWindow: model.contextWindow,
    outputLimit: model.outputLimit,
    stream: (request: Parameters<Model['stream']>[0], signal: AbortSignal) =>
      JSON.stringify(request.messages[0]).includes('b: do it') ? silent(signal) : model.stream(request),
  });
}

async function* silent(signal: AbortSignal): AsyncGenerator<never> {
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  yield* [];
}

/** A run whose step `b` was at work when its engine stopped. */
async function left() {
  const engine = await startRestartable({ models: { open: async () => silentToB() } });
  const { dataDir, client } = engine;
  const { workflowId } = await client['workflows.save']({
    body: { name: 'W', steps: [step('a'), step('b', ['a']), step('c', ['b'])] as never },
  });
  const { workflowRunId: id, paused } = await client['workflows.start']({
    params: { id: workflowId },
    body: {},
  });
  expect(paused).toBe(false);
  await until('b is at work', async () => {
    const { steps } = await client['workflows.steps']({ params: { id } });
    return steps[1]?.status === 'running';
  });
  await engine.stop();
  return { id, dataDir, svc: (...args: readonly string[]) => svcHere(dataDir, ['workflow', ...args]) };
}

verifies('workflows.paused', 'it says that it is paused, and what to do', async () => {
  const { id, svc } = await left();
  expect((await svc('runs')).stdout).toContain('paused, 1 of 3 steps');
  const status = await svc('status', id);
  expect(status.stdout).toMatch(/a {2}completed[^]*b {2}paused\nc {2}waiting/u);
  expect(status.stdout).toContain(`svc workflow retry ${id}; svc workflow stop ${id} ends it.`);
  expect(await svc('follow', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('is paused') });
  expect(JSON.parse((await svc('status', id, '--json')).stdout)).toMatchObject({
    status: 'running',
    paused: true,
  });
});

verifies('workflows.paused', 'svc workflow stop ends it', async () => {
  const { id, svc } = await left();
  expect(await svc('stop', id)).toMatchObject({ code: 0 });
  expect((await svc('runs')).stdout).toContain('W  aborted');
  expect((await svc('status', id)).stdout).toMatch(/a {2}completed[^]*b {2}failed[^]*c {2}skipped/u);
  expect(await svc('stop', id)).toMatchObject({ code: 1 });
});

verifies('workflows.paused', 'svc workflow retry goes on with it where it was', async () => {
  const { id, dataDir, svc } = await left();
  const done = await svcHere(dataDir, ['--demo', 'workflow', 'retry', id]);
  expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining('W  completed') });
  // The step goes on: it is not done once more.
  expect((await svc('status', id)).stdout).not.toContain('attempt 2');
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  verifies('workflows.paused', `a terminal that follows ends with its engine (${signal})`, async () => {
    const dataDir = temporaryDir();
    const engine = await spawnEngine(dataDir, { SVC_DEMO: '1' });
    const steps = [{ stepId: 'a', task: 'count to 5000' }];
    const { workflowId } = await engine.client['workflows.save']({ body: { name: 'W', steps } });
    const started = await engine.client['workflows.start']({ params: { id: workflowId }, body: {} });
    const following = spawnSvc(['workflow', 'follow', started.workflowRunId], { SVC_DATA_DIR: dataDir });
    await until('it follows', async () => following.output.stderr.includes('a  running'));
    engine.process.kill(signal);
    await engine.finished;
    const { code, stderr } = await following.finished;
    expect(code).toBe(1);
    // An engine that stops ends the stream; one that is killed cuts it off.
    expect(stderr).toMatch(/svc: (?:the engine stopped|The run is paused)/u);
    const { stdout } = await svcHere(dataDir, ['workflow', 'runs']);
    expect(stdout).toContain('paused, 0 of 1 steps');
  });
