import type { AnswerOf, RequestTo } from '../client.ts';
import { tasks as taskRoutes } from '../http/tasks.ts';
import { workflows as routes } from '../http/workflows.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { PARAMETER, parametersFrom } from './parameters.ts';
import { seconds, usdOrNone } from './amounts.ts';
import { localMinute } from './local-time.ts';

export const words = {
  whenGone: 'svc workflow runs shows how far it has come; a run goes on when an engine runs again.',
  whenNothing: 'This is not the id of a workflow or of a run: svc workflow and svc workflow runs list them.',
};

type Workflow = AnswerOf<(typeof routes)['workflows.definition']>;
export type ShownRun = AnswerOf<(typeof routes)['workflows.list']>['workflows'][number];
export type ShownStep = AnswerOf<(typeof routes)['workflows.steps']>['steps'][number];
export type WorkflowToSave = RequestTo<(typeof routes)['workflows.save']>['body'];

export interface WorkflowVerbs {
  readonly workflow: {
    /** `file`: a path, or `-` for stdin. Shows what it may do, asks, and saves it. */
    add(asked: { readonly file: string; readonly yes: boolean; readonly json: boolean }): Promise<number>;
    /** Begins a run, and follows it to its end, unless `isLeft`. */
    run(asked: {
      readonly id: string;
      readonly parameters: Readonly<Record<string, string>>;
      readonly isLeft: boolean;
      readonly json: boolean;
    }): Promise<number>;
    follow(asked: { readonly id: string; readonly json: boolean }): Promise<number>;
    retry(asked: { readonly id: string; readonly isLeft: boolean; readonly json: boolean }): Promise<number>;
    /** A run with its steps. */
    status(asked: { readonly id: string; readonly json: boolean }): Promise<number>;
  };
}

/** As `svc workflow` prints it: how it went, in words. */
const stateOf = ({ status, outcome, stopping, paused, stepsDone, stepCount }: ShownRun): string =>
  status === 'running'
    ? `${paused ? (stopping ? 'paused while it stops' : 'paused') : stopping ? 'stopping' : 'running'}, ${stepsDone} of ${stepCount} steps`
    : status === 'completed'
      ? outcome === 'verified'
        ? 'completed, verified'
        : 'completed (not checked)'
      : status;

export const lineOfRun = (run: ShownRun): Line => [
  run.workflowRunId,
  run.name,
  stateOf(run),
  localMinute(run.startedAt),
  usdOrNone(run.costUsd, run.priceKnown),
  run.error === null ? '' : run.error.error,
];

/** @param isPaused no engine carries its run out */
export const lineOfStep = (
  { stepId, status, attempt, error, costUsd, priceKnown, durationMs }: ShownStep,
  isPaused = false,
): Line => [
  stepId,
  isPaused && status === 'running' ? 'paused' : status,
  attempt > 1 ? `attempt ${attempt}` : '',
  durationMs === null ? '' : seconds(durationMs),
  usdOrNone(costUsd, priceKnown),
  error === null ? '' : error.error,
];

const lineOf = ({ workflowId, name, steps, worstCaseUsd, parameters }: Workflow): Line => [
  workflowId,
  name,
  steps.length === 1 ? '1 step' : `${steps.length} steps`,
  `up to $${worstCaseUsd}`,
  parameters.length === 0 ? '' : `takes ${parameters.map((one) => one.name).join(', ')}`,
];

const inFull = (workflow: Workflow): readonly Line[] => [
  lineOf(workflow),
  ...(workflow.description === null ? [] : workflow.description.split('\n')),
  ...workflow.parameters.map(({ name, type, default: byDefault, description }): Line => [
    `--param ${name}=`,
    type,
    byDefault === null ? '' : `${String(byDefault)} if not given`,
    description ?? '',
  ]),
  ...workflow.steps.map(({ stepId, task, dependsOn, budgetUsd }): Line => [
    stepId,
    dependsOn.length === 0 ? '' : `after ${dependsOn.join(', ')}`,
    `up to $${budgetUsd}`,
    task,
  ]),
  ...workflow.mayDo,
  ...(workflow.expectation === null ? [] : [`Success is: ${JSON.stringify(workflow.expectation)}`]),
];

const command = commandsOf(routes, words);
const ofTasks = commandsOf(taskRoutes, words);
const ofWorkflow = { name: 'id', summary: 'the id of the workflow, or the beginning of it' } as const;
const ofRun = { name: 'run', summary: 'the id of the run, or the beginning of it' } as const;
const workflow = { id: { of: 'id', summary: ofWorkflow.summary } } as const;
const LEAVE = { name: 'leave', summary: 'start it and return at once; it goes on in the engine' } as const;

const list = {
  sends: { query: { limit: 200 } },
  lines: ({ workflowDefinitions }: { readonly workflowDefinitions: readonly Workflow[] }) =>
    workflowDefinitions.map(lineOf),
  none: 'There are no workflows. Ask the agent to save one, or add one from a file: svc workflow add FILE.',
};

const ABOUT_FILES = `
The file is JSON, as svc workflow show ID --json prints it, of which these parts count:
  {"name": "Weekly report",
   "parameters": [{"name": "week"}],
   "steps": [{"stepId": "gather", "task": "Gather what happened in the week."},
             {"stepId": "write", "task": "Write report.md.", "dependsOn": ["gather"]}],
   "permissions": {"folders": ["reports"]}}`;

export const workflows: readonly CommandRow<WorkflowVerbs>[] = [
  {
    ...command('workflow', 'workflows.definitions', {
      ...list,
      summary: 'Print saved work in steps; add, run, follow, retry, stop and delete it.',
    }),
    commands: [
      command('list', 'workflows.definitions', { ...list, summary: 'Print the saved workflows.' }),
      command('show', 'workflows.definition', {
        summary: 'Print a workflow in full: its steps, what a run may do and can cost.',
        args: workflow,
        lines: inFull,
      }),
      {
        kind: 'command',
        name: 'add',
        summary: 'Save a workflow from a file: shows what a run may do and can cost, then asks.',
        args: [{ name: 'file', summary: 'its path; - reads stdin' }],
        switches: [{ name: 'yes', summary: 'do not ask' }],
        json: true,
        help: ABOUT_FILES,
        handle: ({ workflow }, { args: [file = ''], switches, json }) =>
          workflow.add({ file, yes: switches.has('yes'), json }),
      },
      {
        kind: 'command',
        name: 'run',
        summary: 'Run a workflow, and follow it to its end.',
        args: [ofWorkflow],
        options: [PARAMETER],
        switches: [LEAVE],
        json: true,
        handle: ({ workflow }, input) =>
          workflow.run({
            id: input.args[0] ?? '',
            parameters: parametersFrom(input),
            isLeft: input.switches.has('leave'),
            json: input.json,
          }),
      },
      command('runs', 'workflows.list', {
        summary: 'Print the runs of workflows, the newest first.',
        options: { workflow: { of: 'workflowId', value: 'id' } },
        sends: { query: { limit: 200 } },
        lines: ({ workflows: all }) => all.map(lineOfRun),
        none: 'No workflow has run.',
      }),
      {
        kind: 'command',
        name: 'status',
        summary: 'Print how far each step of a run has come, and the results.',
        args: [ofRun],
        json: true,
        handle: ({ workflow }, { args: [id = ''], json }) => workflow.status({ id, json }),
      },
      {
        kind: 'command',
        name: 'follow',
        summary: 'Follow a run to its end.',
        args: [ofRun],
        json: true,
        handle: ({ workflow }, { args: [id = ''], json }) => workflow.follow({ id, json }),
      },
      {
        kind: 'command',
        name: 'retry',
        summary: 'Do the steps once more that did not succeed, and follow the run to its end.',
        args: [ofRun],
        switches: [LEAVE],
        json: true,
        handle: ({ workflow }, { args: [id = ''], switches, json }) =>
          workflow.retry({ id, isLeft: switches.has('leave'), json }),
      },
      ofTasks('stop', 'tasks.stop', {
        summary: 'Ask a run to stop.',
        args: { run: { of: 'id', summary: ofRun.summary } },
        lines: () => ['It is asked to stop. svc workflow status shows when it has.'],
      }),
      command('stats', 'workflows.stats.steps', {
        summary: 'Print how often each step ran and failed, how long it took and what it cost.',
        sends: { query: { limit: 200 } },
        lines: ({ stats }) =>
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
              runs === 1 ? '1 run' : `${runs} runs`,
              failures === 0 ? '' : `${failures} failed`,
              `${seconds(avgDurationMs)} on average, 95 % within ${seconds(p95DurationMs)}`,
              avgWaitMs === 0 ? '' : `waited ${seconds(avgWaitMs)} more for you`,
              usdOrNone(avgCostUsd, priceKnown),
            ],
          ),
        none: 'No step has ended in the last 30 days.',
      }),
      command('remove', 'workflows.delete', {
        summary: 'Delete a workflow and what it was allowed. Its runs stay.',
        args: workflow,
        options: {
          'pause-triggers': {
            of: 'pauseTriggers',
            summary: 'pause the triggers that carry it out, instead of refusing',
          },
        },
        done: 'Deleted.',
      }),
    ],
  },
];
