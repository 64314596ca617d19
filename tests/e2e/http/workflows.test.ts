import { beforeAll, expect, test } from '@jest/globals';
import { refuse as refuseModel } from '../../../src/core/instance/models/errors.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { StepModel, type StepPlay } from '../../doubles/step-model.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { step } from '../../harness/workflows.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import { ask, until } from './wire.ts';

const PLAYS: readonly (readonly [string, StepPlay])[] = [['bad', 'fails']];
const models = {
  open: async (profile: string | null) => {
    if (profile === 'nope') throw refuseModel.profile_unknown({ profile });
    return new StepModel(new Map(PLAYS), () => false);
  },
};

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable({ models });
});

type Draft = Parameters<RestartableEngine['client']['workflows.save']>[0]['body'];
const of = (id: string) => ({ params: { id } });
const save = async (body: Partial<Draft> = {}) =>
  await engine.client['workflows.save']({
    body: { name: 'Report', steps: [step('fetch'), step('write', ['fetch'])] as never, ...body },
  });
async function ended(id: string) {
  await until(
    'it has ended',
    async () => (await engine.client['workflows.get'](of(id))).status !== 'running',
  );
  return await engine.client['workflows.get'](of(id));
}
const post = (target: string, body: object, headers: readonly (readonly [string, string])[] = []) =>
  ask(engine.running.port ?? 0, {
    method: 'POST',
    target,
    body: JSON.stringify(body),
    headers,
  });

verifies(
  ['workflows.list', 'workflows.get', 'workflows.steps'],
  'a run is listed, and tells its plan, its steps and their results',
  async () => {
    const { workflowId } = await save({ parameters: [{ name: 'day' }] });
    const begun = await engine.client['workflows.start']({
      ...of(workflowId),
      body: { parameters: { day: 'monday' } },
    });
    expect(begun).toMatchObject({ workflowId, name: 'Report', stepCount: 2 });
    const run = await ended(begun.workflowRunId);
    expect(run).toMatchObject({
      status: 'completed',
      outcome: 'unverified',
      stepsDone: 2,
      parameters: { day: 'monday' },
      startedBy: { kind: 'person', id: null },
      error: null,
      usage: { inputTokens: 200, outputTokens: 20 },
    });
    expect(run.steps.map(({ stepId, dependsOn }) => [stepId, dependsOn])).toEqual([
      ['fetch', []],
      ['write', ['fetch']],
    ]);
    const { steps } = await engine.client['workflows.steps'](of(run.workflowRunId.slice(0, 6)));
    expect(steps).toMatchObject([
      { stepId: 'fetch', status: 'completed', attempt: 1, result: 'done fetch', truncated: false },
      { stepId: 'write', status: 'completed', result: 'done write' },
    ]);
    const { workflows } = await engine.client['workflows.list']({ query: { workflowId } });
    expect(workflows).toMatchObject([{ workflowRunId: run.workflowRunId, status: 'completed' }]);
    // Its conversations are found with it, not among the others.
    const { threads } = await engine.client['threads.list']({});
    expect(threads).toEqual([]);
    const thread = await engine.client['threads.get'](of(steps[0]?.threadId ?? ''));
    expect(thread).toMatchObject({ title: 'Report: fetch', archived: true });
  },
);

verifies('workflows.events', 'a reader is told of every change, until the run has ended', async () => {
  const { workflowId } = await save({ name: 'Followed' });
  const { workflowRunId } = await engine.client['workflows.start']({ ...of(workflowId), body: {} });
  const reader = await engine.client['workflows.events'](of(workflowRunId));
  const told: string[] = [];
  for await (const event of reader.events)
    told.push(event.type === 'step' ? `${event.data.stepId} ${event.data.status}` : `${event.type}`);
  expect(told.at(-1)).toBe('workflow');
  expect(told).toEqual(expect.arrayContaining(['fetch completed', 'write completed']));
  expect(told.indexOf('fetch completed')).toBeLessThan(told.lastIndexOf('write completed'));
});

verifies(
  ['workflows.stats.steps', 'workflows.stats.cost'],
  'statistics count runs and their steps',
  async () => {
    const { workflowId } = await save({ name: 'Counted', steps: [step('fetch'), step('bad')] as never });
    for (let nth = 0; nth < 2; nth++) {
      const { workflowRunId } = await engine.client['workflows.start']({ ...of(workflowId), body: {} });
      await ended(workflowRunId);
    }
    const steps = await engine.client['workflows.stats.steps']({ query: { days: 1 } });
    expect(steps.stats.filter(({ name }) => name === 'Counted')).toMatchObject([
      { stepId: 'bad', runs: 2, failures: 2 },
      {
        stepId: 'fetch',
        runs: 2,
        failures: 0,
        avgDurationMs: expect.any(Number),
        p95DurationMs: expect.any(Number),
      },
    ]);
    const cost = await engine.client['workflows.stats.cost']({ query: { days: 1 } });
    expect(cost.stats.filter(({ name }) => name === 'Counted')).toMatchObject([
      { runs: 2, totalCostUsd: 0, avgCostUsd: 0, avgDurationMs: expect.any(Number) },
    ]);
  },
);

verifies(
  'workflows.definitions',
  'a workflow shows what a run may do and can cost, and is deleted',
  async () => {
    const made = await save({
      permissions: { folders: ['reports'], hosts: ['api.example.org'] },
      expectation: { kind: 'answer', contains: 'done' },
    });
    expect(made).toMatchObject({
      worstCaseUsd: 2,
      createdBy: 'owner',
      permissions: { folders: ['reports'] },
    });
    expect(made.mayDo.join(' ')).toContain('"api.example.org"');
    const consents = async () => (await engine.client['consents.list']({})).consents;
    expect(await consents()).toMatchObject([
      { workflowId: made.workflowId },
      { workflowId: made.workflowId },
    ]);
    const { workflowRunId } = await engine.client['workflows.start']({ ...of(made.workflowId), body: {} });
    expect(await ended(workflowRunId)).toMatchObject({ status: 'completed', outcome: 'verified' });
    const { workflowDefinitions } = await engine.client['workflows.definitions']({ query: { limit: 1 } });
    expect(workflowDefinitions).toMatchObject([{ workflowId: made.workflowId }]);
    await engine.client['workflows.delete'](of(made.workflowId));
    expect(await consents()).toEqual([]);
    await expectRefusal(
      engine.running.port ?? 0,
      { target: `/api/workflow-definitions/${made.workflowId}` },
      404,
      'workflow_not_found',
    );
    expect(await engine.client['workflows.get'](of(workflowRunId))).toMatchObject({ workflowId: null });
  },
);

verifies(
  'workflows.in_use',
  'a workflow that triggers carry out is deleted only if they may be paused',
  async () => {
    const { workflowId } = await save();
    const trigger = async (title: string, when: object) => {
      const body = { title, workflowId, timeZone: 'UTC', ...when };
      return (await engine.client['triggers.create']({ body })).triggerId;
    };
    const triggerId = await trigger('Weekly', { schedule: '@weekly' });
    const target = `/api/workflow-definitions/${workflowId}`;
    const refused = await ask(engine.running.port ?? 0, { method: 'DELETE', target });
    expect(expectProblem(refused, 409, 'workflow_in_use')).toMatchObject({
      triggers: [{ triggerId, title: 'Weekly' }],
    });
    const other = await trigger('Daily', { schedule: '@daily' });
    await engine.client['workflows.delete']({ ...of(workflowId), query: { pauseTriggers: true } });
    expect(await engine.client['triggers.get'](of(triggerId))).toMatchObject({
      enabled: false,
      nextRunAt: null,
      pausedReason: expect.any(String),
    });
    expect((await engine.client['engine.status']()).reminders).toContainEqual(expect.stringMatching(/^2 /u));
    const resumed = await ask(engine.running.port ?? 0, {
      method: 'PATCH',
      target: `/api/triggers/${triggerId}`,
      body: '{"enabled":true}',
    });
    expectProblem(resumed, 404, 'workflow_not_found');
    for (const id of [triggerId, other]) await engine.client['triggers.delete'](of(id));
  },
);

const bad: readonly (readonly [string, object, string, number?])[] = [
  ['no steps', { steps: [] }, 'invalid_request'],
  ['a circle', { steps: [step('a', ['c']), step('b', ['a']), step('c', ['b'])] }, 'invalid_workflow'],
  ['a step that needs itself', { steps: [step('a', ['a'])] }, 'invalid_workflow'],
  ['an unknown step', { steps: [step('fetch'), step('b', ['fetsh'])] }, 'invalid_workflow'],
  ['two steps of one name', { steps: [step('a'), step('a')] }, 'invalid_workflow'],
  ['too many steps', { steps: Array.from({ length: 101 }, (_, at) => step(`s${at}`)) }, 'invalid_request'],
  ['an unknown tool', { steps: [step('a', [], { tools: ['read_fil'] })] }, 'invalid_permission'],
  [
    'a permission that asks each time all the same',
    {
      steps: [step('a', [], { tools: ['run_workflow'] })],
      permissions: { tools: ['run_workflow'] },
    },
    'invalid_permission',
  ],
  [
    'a permission for a tool that is allowed by its host',
    { steps: [step('a')], permissions: { tools: ['http_request'] } },
    'invalid_permission',
  ],
  [
    'a permission for a tool that no step is offered',
    {
      steps: [step('a', [], { tools: ['read_file'] }), step('b', [], { tools: [] })],
      permissions: { tools: ['write_file'] },
    },
    'invalid_permission',
  ],
  [
    'a default of another type',
    { steps: [step('a')], parameters: [{ name: 'n', type: 'number', default: 'x' }] },
    'invalid_workflow',
  ],
  ['a profile that does not exist', { steps: [step('a', [], { profile: 'nope' })] }, 'profile_unknown', 422],
  [
    'a wrong pattern',
    { steps: [step('a')], expectation: { kind: 'answer', matches: '(' } },
    'invalid_pattern',
  ],
];

verifies('workflows.definitions', 'what makes no sense is refused with a code of its own', async () => {
  for (const [what, body, code, status = 400] of bad) {
    const reply = await post('/api/workflow-definitions', { name: 'W', ...body });
    expect([what, reply.status, (reply.json() as { code?: string }).code]).toEqual([what, status, code]);
    expectProblem(reply, status, code);
  }
});

test('wrong parameters are refused by name', async () => {
  const { workflowId } = await save({
    parameters: [{ name: 'day' }, { name: 'count', type: 'number', default: 3 }],
  });
  const run = (parameters: object) => post(`/api/workflow-definitions/${workflowId}/run`, { parameters });
  await expectProblem(await run({}), 400, 'invalid_parameters');
  await expectProblem(await run({ day: 'x', dya: 'y' }), 400, 'invalid_parameters');
  await expectProblem(await run({ day: 'x', count: 'many' }), 400, 'invalid_parameters');
  const begun = await run({ day: 'x' });
  expect(begun.status).toBe(202);
});

test('a repeated request with its key is the same run', async () => {
  const { workflowId } = await save({ parameters: [{ name: 'day' }] });
  const run = (day: string) =>
    post(`/api/workflow-definitions/${workflowId}/run`, { parameters: { day } }, [
      ['idempotency-key', 'one'],
    ]);
  const [first, second] = [await run('x'), await run('x')];
  expect(JSON.parse(second.body)).toMatchObject({ workflowRunId: JSON.parse(first.body).workflowRunId });
  await expectProblem(await run('y'), 409, 'idempotency_mismatch');
});

verifies(
  'workflows.changes',
  'files that a step has changed wait for review, like those of any run',
  async () => {
    const own = await startRestartable({
      models: {
        open: async () =>
          new ScriptedModel([
            [toolCalls({ name: 'write_file', input: { path: 'out.txt', content: 'made by a step' } })],
            [text('Written.')],
          ]),
      },
    });
    try {
      const { client } = own;
      await client['config.set']({ body: { memory_extraction: false } });
      const { workflowId } = await client['workflows.save']({
        body: {
          name: 'Writing',
          steps: [step('write')] as never,
          permissions: { tools: ['write_file'] },
        },
      });
      const { workflowRunId } = await client['workflows.start']({ ...of(workflowId), body: {} });
      await until(
        'it has ended',
        async () => (await client['workflows.get'](of(workflowRunId))).status === 'completed',
      );
      const [done] = (await client['workflows.steps'](of(workflowRunId))).steps;
      const { changesets } = await client['changesets.list']({ query: {} });
      expect(changesets).toMatchObject([{ threadId: done?.threadId, fileCount: 1 }]);
      const thread = await client['threads.get'](of(done?.threadId ?? ''));
      expect(thread.pendingChangeset).toMatchObject({ fileCount: 1 });
      const { files, runId } = await client['threads.changeset'](of(thread.threadId));
      expect(files.map(({ path }) => path)).toEqual(['out.txt']);
      await client['threads.review']({
        ...of(thread.threadId),
        body: { action: 'rollback', runId: runId ?? '' },
      });
      expect((await client['changesets.list']({ query: {} })).changesets).toEqual([]);
    } finally {
      await own.stop();
    }
  },
);
