// What became of work, as the routes give it: in English, and as facts that have words in each language.
import { beforeAll, expect, test } from '@jest/globals';
import { triggerLimits } from '../../../src/core/automation/triggers/limits.ts';
import { StepModel, type StepPlay } from '../../doubles/step-model.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { step } from '../../harness/workflows.ts';
import { saidIn } from './said-in.ts';
import { until } from './wire.ts';

const PLAYS: readonly (readonly [string, StepPlay])[] = [['bad', 'fails']];

let engine: RestartableEngine;
beforeAll(async () => {
  engine = await startRestartable({
    models: { open: async () => new StepModel(new Map(PLAYS), () => false) },
  });
});

const of = (id: string) => ({ params: { id } });

async function ran(id: string) {
  await engine.client['triggers.run'](of(id));
  const now = async () => await engine.client['triggers.get'](of(id));
  await until('it has ended', async () => (await now()).lastRun?.outcome !== null);
  return await now();
}

test('what was expected of a trigger and is not there', async () => {
  const body = {
    title: 'Daily',
    schedule: '@daily',
    task: 'Look',
    expectation: { kind: 'file', path: 'a.md' },
  };
  const { triggerId } = await engine.client['triggers.create']({ body: body as never });
  const { lastRun } = await ran(triggerId);
  expect(saidIn(lastRun?.reason?.text, lastRun?.reason?.says)).toEqual(['expected.no-file']);

  const { notices } = await engine.client['notices.list']({ query: {} });
  const notice = notices.find((one) => one.triggerId === triggerId);
  expect(saidIn(notice?.title, notice?.says.title)).toEqual(['notice.failed']);
  expect(saidIn(notice?.text, notice?.says.text)).toEqual(['expected.no-file']);
});

test('a step that failed, in its workflow and in the trigger that was paused by it', async () => {
  const steps = [step('bad'), step('after', ['bad'])] as never;
  const { workflowId } = await engine.client['workflows.save']({ body: { name: 'Report', steps } });
  const body = { title: 'Weekly', schedule: '@weekly', workflowId };
  const { triggerId } = await engine.client['triggers.create']({ body });
  for (let nth = 1; nth < triggerLimits.failuresInRow; nth += 1) await ran(triggerId);
  const { lastRun, pausedReason, says } = await ran(triggerId);
  expect(saidIn(lastRun?.reason?.text, lastRun?.reason?.says)).toEqual(['workflow.step-failed']);
  expect(saidIn(pausedReason, says.pausedReason)).toEqual(['outcome.too-often']);

  const id = lastRun?.workflowRunId ?? '';
  const { error } = await engine.client['workflows.get'](of(id));
  expect(saidIn(error?.error, error?.says)).toEqual(['workflow.step-failed']);
  const { steps: states } = await engine.client['workflows.steps'](of(id));
  expect(saidIn(states[1]?.error?.error, states[1]?.error?.says)).toEqual(['workflow.step-not-begun']);
});
