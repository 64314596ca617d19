import { say } from '../../../../core/keeping/backups/says.ts';
import { ofStarter, starterColumns } from './starter-columns.ts';
import type { StepBegun } from '../../../../core/conversation/background/changes.ts';
import type { WorkflowChange, WorkflowStore } from '../../../../core/automation/workflows/store.ts';
import type { Parameter, Step, Workflow, WorkflowRun } from '../../../../core/automation/workflows/model.ts';
import { sql } from 'kysely';
import { asJson, lesser, membersOf } from '../../sql/words.ts';
import { stepsOf } from '../../sql/step.ts';
import { priceKnownForm, storedPriceKnown } from './price-known.ts';
import { workflows as migration } from './migrations/workflows.ts';
import type { NewRow, Part } from './part.ts';
import { usageJson } from './token-sums.ts';
import { carriesOut, workflowReads } from './workflow-reads.ts';
import { cutOff, flag, kept, holding, ofPerson, type Becomes } from '../exported.ts';
import {
  amount,
  among,
  anything,
  either,
  flag as yesOrNo,
  list,
  members,
  number,
  orNull,
  text,
  whole,
} from '../shape.ts';
import { expectation, permissions, reason, usage, values } from './shapes.ts';
import type { WorkflowTables } from './schema.ts';
import { saysJson } from './worded.ts';

const steps = list(
  members<Step>({
    stepId: text,
    task: text,
    dependsOn: list(text),
    tier: among('same', 'fast'),
    profile: orNull(text),
    tools: orNull(list(text)),
    budgetUsd: amount,
    timeoutMs: orNull(whole),
    onFailure: among('stop', 'skip', 'continue'),
  }),
);
const parameters = list(
  members<Parameter>({
    name: text,
    description: orNull(text),
    type: among('string', 'number', 'boolean'),
    default: orNull(either(text, either(number, yesOrNo))),
  }),
);

const NO_PERMISSIONS = `'{"tools":[],"hosts":[],"folders":[]}'`;
const PERMISSIONS_CLEARED = say('arrived.workflows');

const errorOf = (then: string): string =>
  `json_object('code', 'restored', 'error', 'A backup was restored that was made while it was in progress. ${then}')`;
const cutRun = (column: string, becomes: string) =>
  cutOff(`CASE WHEN status = 'running' THEN ${becomes} ELSE ${column} END`);
const cutStep = (column: string, becomes: string) =>
  cutOff(`CASE WHEN status IN ('waiting', 'running') AND EXISTS (SELECT 1 FROM workflow_runs AS r
    WHERE r.workflow_run_id = workflow_steps.workflow_run_id AND r.status = 'running') THEN ${becomes} ELSE ${column} END`);

/** From elsewhere, what an error says as data need not be what its text says. */
const inTextAlone = ({ becomes, ...arrival }: Becomes): Becomes => ({
  ...arrival,
  becomes: `json_remove(${becomes}, '$.says')`,
});

export const workflows: Part<
  WorkflowTables,
  WorkflowChange | StepBegun,
  { readonly workflows: WorkflowStore }
> = {
  migration,
  exported: {
    workflows: {
      arriving: {
        columns: {
          ...kept(
            'workflow_no',
            'workflow_id',
            'name',
            'description',
            'of_agent',
            'created_by',
            'created_at',
          ),
          ...ofPerson,
          ...holding(steps, 'steps_json'),
          ...holding(parameters, 'parameters_json'),
          ...holding(expectation, 'expectation_json'),
          permissions_json: { becomes: NO_PERMISSIONS, told: PERMISSIONS_CLEARED, holds: permissions },
        },
      },
      section: 'workflows',
      says: 'definitions of work in steps',
      columns: { of_agent: flag },
    },
    workflow_runs: {
      arriving: {
        columns: {
          ...kept(
            'workflow_run_no',
            'workflow_run_id',
            'workflow_id',
            'name',
            'of_agent',
            'step_count',
            'cost_usd',
            'starter_id',
            'started_at',
            'stopped_at',
            'price_known',
          ),
          ...ofPerson,
          ...ofStarter,
          ...holding(steps, 'steps_json'),
          ...holding(values, 'parameters_json'),
          ...holding(expectation, 'expectation_json'),
          // Only compared with.
          ...holding(anything, 'baseline_json'),
          status: cutRun('status', "'interrupted'"),
          outcome: cutRun('outcome', "'failed'"),
          error_json: {
            ...inTextAlone(cutRun('error_json', errorOf('Retry does what is missing.'))),
            holds: reason,
          },
          ended_at: cutRun('ended_at', ':at'),
          steps_done: cutRun('steps_done', 'step_count'),
          idempotency_key: 'cleared',
        },
      },
      section: 'workflowRuns',
      says: 'runs of workflows',
      columns: { of_agent: flag, price_known: priceKnownForm },
    },
    workflow_steps: {
      arriving: {
        columns: {
          ...kept(
            'workflow_run_id',
            'step_no',
            'step_id',
            'attempt',
            'run_id',
            'thread_id',
            'session_id',
            'result',
            'truncated',
            'cost_usd',
            'started_at',
            'price_known',
          ),
          ...holding(usage, 'usage_json'),
          status: cutStep('status', "CASE status WHEN 'running' THEN 'failed' ELSE 'skipped' END"),
          error_json: {
            ...inTextAlone(cutStep('error_json', errorOf('It may have been done since.'))),
            holds: reason,
          },
          ended_at: cutStep('ended_at', ':at'),
        },
      },
      section: 'workflowSteps',
      says: 'their steps, with the results',
      columns: { truncated: flag, price_known: priceKnownForm },
    },
  },
  steps: (db) => ({
    'workflow.add': ({ workflow }) =>
      stepsOf([db.insertInto('workflows').values(rowOfWorkflow(workflow) as NewRow<'workflows'>)]),
    'workflow.delete': ({ workflowId, pause, at }) => [
      ...(pause === null
        ? []
        : stepsOf([
            db
              .updateTable('triggers')
              .set({
                enabled: 0,
                paused_reason: pause.text,
                paused_says_json: saysJson(pause),
                next_due_at: null,
                due_found_at: at,
              })
              .where(carriesOut(workflowId)),
          ])),
      {
        ...db
          .deleteFrom('workflows')
          .where('workflow_id', '=', workflowId)
          .$if(pause === null, (idle) =>
            idle.where(({ not, exists, selectFrom }) =>
              not(exists(selectFrom('triggers').select('trigger_id').where(carriesOut(workflowId)))),
            ),
          )
          .compile(),
        atLeast: 1,
      },
    ],
    'workflow-run.begin': ({ run, idempotencyKey, baseline }) => [
      // Refused if its workflow is gone.
      ...stepsOf([
        db.insertInto('workflow_runs').values({
          ...rowOfRun(run),
          idempotency_key: idempotencyKey,
          baseline_json: JSON.stringify(baseline),
        } as NewRow<'workflow_runs'>),
      ]),
      sql`INSERT INTO workflow_steps (workflow_run_id, step_no, step_id, status, attempt, truncated, cost_usd)
        SELECT ${run.workflowRunId}, key + 1, ${asJson(sql.ref('value'))} ->> 'stepId', 'waiting', 1, 0, 0
        FROM ${membersOf(JSON.stringify(run.steps))} AS each`.compile(db),
    ],
    'workflow-step.place': ({ workflowRunId, stepId, threadId, sessionId }) =>
      stepsOf([
        db
          .updateTable('workflow_steps')
          .set({ thread_id: threadId, session_id: sessionId })
          .where('workflow_run_id', '=', workflowRunId)
          .where('step_id', '=', stepId),
      ]),
    'workflow-step.begin': ({ workflowRunId, stepId, runId, at }) => [
      {
        ...db
          .updateTable('workflow_steps')
          .set({ status: 'running', run_id: runId, started_at: at, ended_at: null, error_json: null })
          .where('workflow_run_id', '=', workflowRunId)
          .where('step_id', '=', stepId)
          .where('status', '=', 'waiting')
          .compile(),
        atLeast: 1,
      },
    ],
    'workflow-step.end': ({ workflowRunId, stepId, runId, ...end }) => {
      // The sums are made from the row, so an end that is told twice counts once.
      const isOpen = sql<boolean>`workflow_run_id = ${workflowRunId} AND step_id = ${stepId}
        AND status IN ('waiting', 'running') AND run_id IS NOT DISTINCT FROM ${runId}`;
      const added = {
        cost_usd: sql<number>`cost_usd + ${end.costUsd}`,
        price_known: lesser(sql.ref('price_known'), sql`${storedPriceKnown(end.priceKnown)}`),
      };
      return stepsOf([
        db
          .updateTable('workflow_runs')
          .set({ steps_done: sql<number>`steps_done + 1`, ...added })
          .where('workflow_run_id', '=', workflowRunId)
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('workflow_steps').select('step_id').where(isOpen)),
          ),
        db
          .updateTable('workflow_steps')
          .set({
            status: end.status,
            result: end.result,
            truncated: Number(end.isTruncated),
            error_json: end.error && JSON.stringify(end.error),
            usage_json: end.usage && usageJson(end.usage),
            ...added,
            ended_at: end.at,
          })
          .where(isOpen),
      ]);
    },
    'workflow-run.stop': ({ workflowRunId, at }) =>
      stepsOf([
        db
          .updateTable('workflow_runs')
          .set({ stopped_at: at })
          .where('workflow_run_id', '=', workflowRunId)
          .where('status', '=', 'running')
          .where('stopped_at', 'is', null),
      ]),
    'workflow-run.end': ({ workflowRunId, status, outcome, error, at }) => [
      {
        ...db
          .updateTable('workflow_runs')
          .set({ status, outcome, error_json: error && JSON.stringify(error), ended_at: at })
          .where('workflow_run_id', '=', workflowRunId)
          .where('status', '=', 'running')
          .compile(),
        atLeast: 1,
      },
    ],
    'workflow-run.delete': ({ workflowRunId }) => [
      {
        ...db
          .deleteFrom('workflow_runs')
          .where('workflow_run_id', '=', workflowRunId)
          .where('status', '<>', 'running')
          .compile(),
        atLeast: 1,
      },
    ],
    'workflow-run.retry': ({ workflowRunId }) => [
      {
        ...sql`UPDATE workflow_runs SET status = 'running', outcome = NULL, error_json = NULL, ended_at = NULL, stopped_at = NULL,
            steps_done = (SELECT count(*) FROM workflow_steps WHERE workflow_run_id = ${workflowRunId} AND status = 'completed')
          WHERE workflow_run_id = ${workflowRunId} AND status <> 'running'`.compile(db),
        atLeast: 1,
      },
      sql`UPDATE workflow_steps SET attempt = CASE WHEN run_id IS NULL THEN attempt ELSE attempt + 1 END, status = 'waiting',
          run_id = NULL, result = NULL, truncated = 0, error_json = NULL, usage_json = NULL, started_at = NULL, ended_at = NULL
        WHERE workflow_run_id = ${workflowRunId} AND status <> 'completed'`.compile(db),
    ],
  }),
  reads: (db, makeRead) => ({ workflows: workflowReads(db, makeRead) }),
};

const rowOfWorkflow = (workflow: Workflow) => ({
  workflow_id: workflow.workflowId,
  name: workflow.name,
  description: workflow.description,
  steps_json: JSON.stringify(workflow.steps),
  parameters_json: JSON.stringify(workflow.parameters),
  permissions_json: JSON.stringify(workflow.permissions),
  expectation_json: workflow.expectation && JSON.stringify(workflow.expectation),
  of_agent: Number(workflow.isOfAgent),
  person_id: workflow.personId,
  created_by: workflow.createdBy,
  created_at: workflow.createdAt,
});

const rowOfRun = (run: WorkflowRun) => ({
  workflow_run_id: run.workflowRunId,
  workflow_id: run.workflowId,
  name: run.name,
  steps_json: JSON.stringify(run.steps),
  parameters_json: JSON.stringify(run.parameters),
  expectation_json: run.expectation && JSON.stringify(run.expectation),
  of_agent: Number(run.isOfAgent),
  status: run.status,
  outcome: run.outcome,
  error_json: run.error && JSON.stringify(run.error),
  step_count: run.stepCount,
  steps_done: run.stepsDone,
  cost_usd: run.costUsd,
  price_known: storedPriceKnown(run.priceKnown),
  ...starterColumns(run.startedBy),
  started_at: run.startedAt,
  ended_at: run.endedAt,
  stopped_at: run.stoppedAt,
});
