import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
// Triggers that carry out workflows.
import { BY_OWNER, startedBy } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { processTokens, triggerTokens } from '../../../../src/main/tokens.ts';
import type { TriggerId } from '../../../../src/core/kernel/ids.ts';
import { OWNER } from '../../../harness/triggers.ts';
import { step, World, workflowsOver } from '../../../harness/workflows.ts';
import { DOLLAR } from '../../execution/runs/agents/stage.ts';
import { verifies } from '../../../spec/verifies.ts';

type Core = ReturnType<typeof workflowsOver>;
const triggersOf = (core: Core) => core.get(processTokens.services).triggers;

async function made(core: Core, steps = [step('a')], ceilings?: { readonly monthUsd: number }) {
  const { workflowId } = await core.workflowDefinitions.save(
    { name: 'W', steps, parameters: [{ name: 'day' }] },
    BY_OWNER,
  );
  const asked = {
    title: 'Daily',
    schedule: '0 8 * * *',
    timeZone: 'UTC',
    workflowId: workflowId.slice(0, 6),
    parameters: { day: 'x' },
    ...(ceilings ? { ceilings } : {}),
  };
  return { workflowId, triggerId: (await triggersOf(core).create(asked, BY_OWNER, true)).trigger.triggerId };
}

/** Asks for it now, and waits for its end. */
async function ran(core: Core, triggerId: TriggerId, cause: 'asked' | 'test' = 'asked') {
  await triggersOf(core).run(EVERYONE, triggerId, cause);
  await core.get(triggerTokens.firing).ended(triggerId);
  return await lastOf(core, triggerId);
}

const lastOf = async (core: Core, triggerId: string) =>
  (await triggersOf(core).fires(EVERYONE, triggerId, { limit: 1, after: null })).items[0];

verifies(
  'triggers.workflow',
  'a trigger carries out a workflow, and its outcome is that of the workflow',
  async () => {
    const core = workflowsOver();
    const { workflowId, triggerId } = await made(core);
    const shown = await triggersOf(core).get(triggerId, OWNER);
    expect(shown.trigger).toMatchObject({
      effect: 'run_workflow',
      workflow: { workflowId, parameters: { day: 'x' } },
    });
    expect(await triggersOf(core).run(EVERYONE, triggerId, 'asked')).toBe(null);
    await core.get(triggerTokens.firing).ended(triggerId);
    const fire = await lastOf(core, triggerId);
    expect(fire).toMatchObject({ outcome: 'unverified', runId: null });
    expect(await core.workflows.run(EVERYONE, fire?.workflowRunId ?? '')).toMatchObject({
      status: 'completed',
      startedBy: startedBy('trigger', triggerId),
      parameters: { day: 'x' },
    });
  },
);

verifies('triggers.workflow', 'the cost of a fire says whether it is estimated', async () => {
  const limits = { run: 1_000, day: 1_000, month: 1_000 };
  for (const price of [DOLLAR, { ...DOLLAR, isAssumed: true as const }]) {
    const core = workflowsOver({ price, spendingLimits: limits });
    const { triggerId } = await made(core, [step('a', [], { budgetUsd: 150 })]);
    expect(await ran(core, triggerId)).toMatchObject({ costUsd: 1, priceKnown: price === DOLLAR || null });
  }
});

verifies('triggers.workflow', 'a failed workflow is a failed fire, with its reason', async () => {
  const core = workflowsOver({ plays: { a: 'fails' } });
  const { triggerId } = await made(core);
  expect(await ran(core, triggerId)).toMatchObject({
    outcome: 'failed',
    reason: { code: 'refused_by_test' },
  });
});

verifies('triggers.workflow', 'a stop of the trigger stops its workflow', async () => {
  const core = workflowsOver({ plays: { a: 'acts' }, holds: { a: new Promise(() => undefined) } });
  const { triggerId } = await made(core, [step('a'), step('b', ['a'])]);
  await triggersOf(core).run(EVERYONE, triggerId, 'asked');
  await core.asked();
  await core.get(processTokens.services).stops.stop(triggerId, OWNER);
  await core.get(triggerTokens.firing).ended(triggerId);
  expect(await lastOf(core, triggerId)).toMatchObject({ outcome: 'failed', reason: { code: 'stopped' } });
});

verifies(
  'triggers.workflow',
  'after a restart the workflow goes on, and the fire gets its outcome once',
  async () => {
    const world = new World();
    const first = workflowsOver({
      world,
      plays: { a: 'acts', b: 'acts' },
      holds: { a: new Promise(() => undefined) },
      effect: 'idempotent',
    });
    const { triggerId } = await made(first, [step('a'), step('b', ['a'])]);
    await triggersOf(first).run(EVERYONE, triggerId, 'asked');
    await first.asked();
    await first.clock.advance(100);
    const next = workflowsOver({
      world,
      history: first.history,
      firstId: 10_000,
      plays: { a: 'acts', b: 'acts' },
      effect: 'idempotent',
    });
    const settling = next.get(triggerTokens.settling);
    await next.runs.recover();
    await settling.recover();
    next.runs.goOn();
    const going = next.workflows.goOn();
    const firing = next.get(triggerTokens.firing);
    for (const fire of settling.goingOn()) {
      const trigger = await next.history.triggers.get(EVERYONE, fire.triggerId);
      if (trigger && fire.workflowRunId !== null)
        firing.goOn(trigger, { ...fire, workflowRunId: fire.workflowRunId });
    }
    await going;
    await firing.ended(triggerId);
    expect(await lastOf(next, triggerId)).toMatchObject({ outcome: 'unverified' });
    expect(world.effects).toEqual(['a', 'b']);
  },
);

test('the ceiling of a month counts all runs of its workflow, and one that may not fit does not begin', async () => {
  const core = workflowsOver({ price: DOLLAR, spendingLimits: { run: 1_000, day: 1_000, month: 1_000 } });
  // Each step costs 1.
  const { triggerId } = await made(core, [step('a', [], { budgetUsd: 150 })], { monthUsd: 151.5 });
  const fired = () => ran(core, triggerId);
  const first = await fired();
  expect(first).toMatchObject({ outcome: 'unverified' });
  // What it has cost stays when its run is deleted.
  await core.workflows.remove(EVERYONE, first?.workflowRunId ?? '');
  expect(await fired()).toMatchObject({ outcome: 'unverified' });
  expect(await fired()).toMatchObject({
    outcome: 'failed',
    reason: {
      code: 'ceiling_reached',
      text: expect.stringMatching(/\$2\.00.*\$151\.5.*\$150/u),
    },
  });
  const asked = triggersOf(core).set(triggerId, { ceilings: { monthUsd: 149 } }, OWNER);
  await expect(asked).rejects.toMatchObject({ code: 'invalid_trigger' });
  await triggersOf(core).set(triggerId, { ceilings: { monthUsd: 200 } }, OWNER);
  expect(await fired()).toMatchObject({ outcome: 'unverified' });
});

test('a workflow is not deleted where a trigger was made meanwhile', async () => {
  const core = workflowsOver();
  const { workflowId, triggerId } = await made(core);
  const { journal } = core.history;
  const deleted = { change: 'workflow.delete', workflowId, pause: null, at: 1 } as const;
  await expect(journal.commit([deleted])).rejects.toMatchObject({ name: 'JournalConflict' });
  expect(await core.history.workflows.get(EVERYONE, workflowId)).not.toBeNull();
  // One that is paused may be resumed; one whose time is over does not count.
  await triggersOf(core).set(triggerId, { enabled: false }, OWNER);
  await expect(journal.commit([deleted])).rejects.toMatchObject({ name: 'JournalConflict' });
  await triggersOf(core).set(triggerId, { enabled: true }, OWNER);
  await journal.commit([{ change: 'trigger.due', triggerId, nextDueAt: null, at: 1 }]);
  await core.workflowDefinitions.remove(EVERYONE, workflowId, false);
  await expect(triggersOf(core).set(triggerId, { enabled: true }, OWNER)).rejects.toMatchObject({
    code: 'workflow_not_found',
  });
  for (const cause of ['asked', 'test'] as const) {
    expect(await ran(core, triggerId, cause)).toMatchObject({
      outcome: 'failed',
      reason: { code: 'workflow_not_found' },
    });
  }
});

verifies('triggers.workflow', 'a trial carries nothing out', async () => {
  const core = workflowsOver({ plays: { a: 'acts' } });
  const { triggerId } = await made(core);
  await triggersOf(core).run(EVERYONE, triggerId, 'test');
  await core.get(triggerTokens.firing).ended(triggerId);
  expect(core.world.effects).toEqual([]);
  expect(await lastOf(core, triggerId)).toMatchObject({
    outcome: 'skipped',
    notCarriedOut: [{ tool: 'run_workflow' }],
  });
});

test.each([
  ['no workflow', { effect: 'run_workflow' as const }, 'invalid_trigger'],
  ['an unknown workflow', { workflowId: 'abcdef123456' }, 'workflow_not_found'],
  ['a task beside it', { workflowId: '', task: 'do it' }, 'invalid_trigger'],
  ['a ceiling beside it', { workflowId: '', ceilings: { runUsd: 1 } }, 'invalid_trigger'],
  ['a month in which no run fits', { workflowId: '', ceilings: { monthUsd: 0.5 } }, 'invalid_trigger'],
  ['a folder beside it', { workflowId: '', permissions: { folders: ['a'] } }, 'invalid_permission'],
  [
    'a page',
    { workflowId: '', schedule: undefined, watch: { url: 'https://example.org/' } },
    'invalid_trigger',
  ],
  ['wrong parameters', { workflowId: '', parameters: { dya: 'x' } }, 'invalid_parameters'],
])('%s is refused', async (_what, asked, code) => {
  const core = workflowsOver();
  const { workflowId } = await made(core);
  const { schedule, ...more } = {
    schedule: '0 8 * * *' as string | undefined,
    parameters: { day: 'x' },
    ...asked,
  };
  const all = {
    title: 'T',
    ...more,
    ...(schedule === undefined ? {} : { schedule }),
    ...('workflowId' in asked ? { workflowId: asked.workflowId === '' ? workflowId : asked.workflowId } : {}),
  };
  await expect(triggersOf(core).create(all as never, BY_OWNER, true)).rejects.toMatchObject({ code });
});
