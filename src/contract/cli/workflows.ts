import type { AnswerOf, RequestTo } from '../client.ts';
import { tasks as taskRoutes } from '../http/tasks.ts';
import { workflows as routes } from '../http/workflows.ts';
import type { Line } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { PARAMETER } from './parameters.ts';
import { seconds, usdOrNone } from './amounts.ts';
import { localMinute } from './local-time.ts';
import { say, type Tell } from './says.ts';

export const words = { whenGone: say('gone.workflows'), whenNothing: say('nothing.workflow') };

type Workflow = AnswerOf<(typeof routes)['workflows.definition']>;
export type ShownRun = AnswerOf<(typeof routes)['workflows.list']>['workflows'][number];
export type ShownStep = AnswerOf<(typeof routes)['workflows.steps']>['steps'][number];
export type WorkflowToSave = RequestTo<(typeof routes)['workflows.save']>['body'];

const runningAs = (paused: boolean, stopping: boolean) =>
  paused
    ? stopping
      ? 'terminal.paused_stopping'
      : 'terminal.trigger_paused'
    : stopping
      ? 'terminal.stopping'
      : 'terminal.trigger_running';

/** As `svc workflow` prints it: how it went, in words. */
const stateOf = ({ status, outcome, stopping, paused, stepsDone, stepCount }: ShownRun, tell: Tell): string =>
  status === 'running'
    ? tell('terminal.steps_done', {
        state: tell(runningAs(paused, stopping)),
        done: stepsDone,
        of: stepCount,
      })
    : status === 'completed'
      ? outcome === 'verified'
        ? tell('terminal.completed_verified')
        : tell('terminal.completed_unchecked')
      : status;

export const lineOfRun = (run: ShownRun, tell: Tell): Line => [
  run.workflowRunId,
  run.name,
  stateOf(run, tell),
  localMinute(run.startedAt),
  usdOrNone(run.costUsd, run.priceKnown, tell),
  run.error === null ? '' : run.error.error,
];

/** @param isPaused no engine carries its run out */
export const lineOfStep = (
  { stepId, status, attempt, error, costUsd, priceKnown, durationMs }: ShownStep,
  tell: Tell,
  isPaused = false,
): Line => [
  stepId,
  isPaused && status === 'running' ? tell('terminal.trigger_paused') : status,
  attempt > 1 ? tell('terminal.attempt', { n: attempt }) : '',
  durationMs === null ? '' : seconds(durationMs),
  usdOrNone(costUsd, priceKnown, tell),
  error === null ? '' : error.error,
];

const lineOf = ({ workflowId, name, steps, worstCaseUsd, parameters }: Workflow, tell: Tell): Line => [
  workflowId,
  name,
  tell('terminal.steps_count', { count: steps.length }),
  tell('terminal.up_to_usd', { usd: worstCaseUsd }),
  parameters.length === 0
    ? ''
    : tell('terminal.takes_parameters', { names: parameters.map((one) => one.name).join(', ') }),
];

const inFull = (workflow: Workflow, tell: Tell): readonly Line[] => [
  lineOf(workflow, tell),
  ...(workflow.description === null ? [] : workflow.description.split('\n')),
  ...workflow.parameters.map(({ name, type, default: byDefault, description }): Line => [
    `--param ${name}=`,
    type,
    byDefault === null ? '' : tell('terminal.if_not_given', { value: String(byDefault) }),
    description ?? '',
  ]),
  ...workflow.steps.map(({ stepId, task, dependsOn, budgetUsd }): Line => [
    stepId,
    dependsOn.length === 0 ? '' : tell('terminal.after_steps', { steps: dependsOn.join(', ') }),
    tell('terminal.up_to_usd', { usd: budgetUsd }),
    task,
  ]),
  ...workflow.mayDo,
  ...(workflow.expectation === null
    ? []
    : [tell('terminal.success_is', { what: JSON.stringify(workflow.expectation) })]),
];

const command = commandsOf(routes, words);
const ofTasks = commandsOf(taskRoutes, words);
const ofWorkflow = { name: 'id' } as const;
const ofRun = { name: 'run' } as const;
const workflow = { id: 'id' } as const;
const LEAVE = { name: 'leave' } as const;

const list = {
  sends: { query: { limit: 200 } },
  lines: ({ workflowDefinitions }: { readonly workflowDefinitions: readonly Workflow[] }, tell: Tell) =>
    workflowDefinitions.map((one) => lineOf(one, tell)),
  none: say('none.workflows'),
};

export const workflows = listing('workflow', command('list', 'workflows.definitions', list), [
  command('show', 'workflows.definition', { args: workflow, lines: inFull }),
  {
    name: 'add',
    args: [{ name: 'file' }],
    switches: [{ name: 'yes' }],
    json: true,
    own: 'workflow add',
  },
  {
    name: 'run',
    args: [ofWorkflow],
    options: [PARAMETER],
    switches: [LEAVE],
    json: true,
    own: 'workflow run',
  },
  command('runs', 'workflows.list', {
    options: { workflow: { of: 'workflowId', value: 'id' } },
    sends: { query: { limit: 200 } },
    lines: ({ workflows: all }, tell: Tell) => all.map((one) => lineOfRun(one, tell)),
    none: say('none.workflow_runs'),
  }),
  {
    name: 'status',
    args: [ofRun],
    json: true,
    own: 'workflow status',
  },
  {
    name: 'follow',
    args: [ofRun],
    json: true,
    own: 'workflow follow',
  },
  {
    name: 'retry',
    args: [ofRun],
    switches: [LEAVE],
    json: true,
    own: 'workflow retry',
  },
  ofTasks('stop', 'tasks.stop', {
    args: { run: 'id' },
    lines: (_, tell: Tell) => [tell('terminal.asked_to_stop_workflow')],
  }),
  command('stats', 'workflows.stats.steps', {
    sends: { query: { limit: 200 } },
    lines: ({ stats }, tell: Tell) =>
      stats.map(
        ({
          name,
          stepId,
          runs,
          failures,
          avgDurationMs,
          p95DurationMs,
          avgWaitMs,
          avgCostUsd,
          priceKnown,
        }): Line => [
          name,
          stepId,
          tell('terminal.runs_count', { count: runs }),
          failures === 0 ? '' : tell('terminal.failed_count', { n: failures }),
          tell('terminal.step_times', { average: seconds(avgDurationMs), most: seconds(p95DurationMs) }),
          avgWaitMs === 0 ? '' : tell('terminal.step_waited', { waited: seconds(avgWaitMs) }),
          usdOrNone(avgCostUsd, priceKnown, tell),
        ],
      ),
    none: say('none.workflow_steps'),
  }),
  command('remove', 'workflows.delete', {
    args: workflow,
    options: { 'pause-triggers': 'pauseTriggers' },
    done: say('done.deleted'),
  }),
]);
