import { IDENTIFIER } from '../../core/kernel/patterns.ts';
import { StarterShape } from './people.ts';
import { Type } from 'typebox';
import type { StepResult, Workflow, WorkflowRunSummary } from '../../core/automation/workflows/model.ts';
import type { Why } from '../../core/kernel/worded.ts';
import type { Known } from '../../core/automation/workflows/service.ts';
import type { ShownPlan } from '../../core/automation/workflows/store.ts';
import { worstCaseUsd } from '../../core/automation/workflows/model.ts';
import { addUsage, noUsage } from '../../core/ports/model.ts';
import { workflowLimits } from '../../core/automation/workflows/limits.ts';
import {
  closed,
  Id,
  OrNull,
  PriceKnown,
  saysAs,
  SaysOfText,
  SaysShape,
  shownSays,
  Time,
  time,
  Usage,
} from '../shapes.ts';
import { inEnglish } from '../words/english.ts';
import { ExpectationShape } from './expectation.ts';
import { Permissions, PermissionsBody } from './permissions.ts';

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(description ? { description } : {}) });

const Tier = Type.Enum(['same', 'fast'], {
  description: 'fast: the provider’s fast model where one is known; same: the usual one',
});
const OnFailure = Type.Enum(['stop', 'skip', 'continue'], {
  description:
    'When it fails. stop: no other step begins; skip: the steps that need it are skipped; continue: they begin all the same, and are told',
});
const ParameterType = Type.Enum(['string', 'number', 'boolean']);
const ParameterValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
export const ParameterValues = Type.Record(Type.String(), ParameterValue);

const {
  nameChars,
  descriptionChars,
  taskChars,
  stepIdChars,
  tools: maxTools,
  maxBudgetUsd,
  budgetUsd,
  shortestStepMs,
  longestStepMs,
} = workflowLimits;
const StepId = Type.String({ minLength: 1, maxLength: stepIdChars, pattern: '^[A-Za-z0-9_-]+$' });

const StepBody = Type.Object(
  {
    stepId: StepId,
    task: text(taskChars, 'What the agent should do'),
    dependsOn: Type.Optional(
      Type.Array(StepId, {
        maxItems: workflowLimits.dependsOn,
        description: 'The steps whose results it needs; others run beside it',
      }),
    ),
    tier: Type.Optional(Tier),
    profile: Type.Optional(OrNull(Type.String({ minLength: 1, maxLength: nameChars }))),
    tools: Type.Optional(
      OrNull(
        Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
          maxItems: maxTools,
          description: 'The only tools that it is offered; left out: all but those that start other work',
        }),
      ),
    ),
    budgetUsd: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: maxBudgetUsd,
        default: budgetUsd,
        description: 'What it may cost; reserved before it begins',
      }),
    ),
    timeoutMs: Type.Optional(OrNull(Type.Integer({ minimum: shortestStepMs, maximum: longestStepMs }))),
    onFailure: Type.Optional(OnFailure),
  },
  closed,
);

const ParameterBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, pattern: IDENTIFIER }),
    description: Type.Optional(OrNull(Type.String({ maxLength: descriptionChars }))),
    type: Type.Optional(ParameterType),
    default: Type.Optional(OrNull(ParameterValue)),
  },
  closed,
);

export const WorkflowBody = Type.Object(
  {
    name: text(nameChars, 'What its owner finds it by'),
    description: Type.Optional(OrNull(Type.String({ maxLength: descriptionChars }))),
    steps: Type.Array(StepBody, { minItems: 1, maxItems: workflowLimits.steps }),
    parameters: Type.Optional(Type.Array(ParameterBody, { maxItems: workflowLimits.parameters })),
    permissions: Type.Optional(PermissionsBody),
    expectation: Type.Optional(OrNull(ExpectationShape)),
  },
  closed,
);

const StepShape = Type.Object({
  stepId: Type.String(),
  task: Type.String(),
  dependsOn: Type.Array(Type.String()),
  tier: Tier,
  profile: OrNull(Type.String()),
  tools: OrNull(Type.Array(Type.String())),
  budgetUsd: Type.Number({ minimum: 0 }),
  timeoutMs: OrNull(Type.Integer({ minimum: 0 })),
  onFailure: OnFailure,
});

export const WorkflowShape = Type.Object({
  workflowId: Type.String(),
  name: Type.String(),
  description: OrNull(Type.String()),
  steps: Type.Array(StepShape),
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      description: OrNull(Type.String()),
      type: ParameterType,
      default: OrNull(ParameterValue),
    }),
  ),
  permissions: Type.Object(Permissions),
  expectation: OrNull(ExpectationShape),
  mayDo: Type.Array(Type.String(), { description: 'What each run may do, in sentences' }),
  says: Type.Object({ mayDo: Type.Array(SaysShape) }),
  worstCaseUsd: Type.Number({ description: 'What a run costs if each step uses all of its budget' }),
  createdBy: Type.Enum(['owner', 'agent']),
  createdAt: Time,
});

const WhyShape = Type.Object({ code: Type.String(), error: Type.String(), says: SaysOfText });
const shownWhy = ({ code, error, says }: Why) => ({ code, error, ...saysAs('says', says) });
const Status = Type.Enum(['running', 'completed', 'partial', 'failed', 'aborted', 'interrupted'], {
  description: 'partial: some steps failed, and the others ended well',
});

const Summary = {
  workflowRunId: Type.String(),
  workflowId: OrNull(Type.String({ description: 'Null once the workflow was deleted' })),
  name: Type.String(),
  status: Status,
  outcome: OrNull(
    Type.Enum(['verified', 'unverified', 'failed'], {
      description:
        'verified: what was expected is there; unverified: it ended well, and nothing says what success is',
    }),
  ),
  stepCount: Type.Integer({ minimum: 1 }),
  stepsDone: Type.Integer({ minimum: 0 }),
  costUsd: Type.Number(),
  priceKnown: PriceKnown,
  durationMs: OrNull(Type.Integer({ minimum: 0, description: 'Null while it is in progress' })),
  startedAt: Time,
  endedAt: OrNull(Time),
  startedBy: StarterShape,
  paused: Type.Boolean({
    description:
      'It is unfinished, and no engine carries it out: it goes on once an engine stays, or with a retry',
  }),
  stopping: Type.Boolean({ description: 'It was asked to stop, and its steps end' }),
  error: OrNull(WhyShape),
};
export const WorkflowRunSummaryShape = Type.Object(Summary);
export const WorkflowRunShape = Type.Object({
  ...Summary,
  steps: Type.Array(StepShape, { description: 'As they were planned when it began' }),
  parameters: ParameterValues,
  expectation: OrNull(ExpectationShape),
  usage: Usage,
});

export const StepResultShape = Type.Object({
  stepId: Type.String(),
  status: Type.Enum(['waiting', 'running', 'completed', 'failed', 'skipped'], {
    description: 'waiting: for other steps, or for a place',
  }),
  attempt: Type.Integer({ minimum: 1 }),
  runId: OrNull(Id),
  threadId: OrNull(Id),
  result: OrNull(Type.String()),
  truncated: Type.Boolean({ description: 'result is its beginning; the conversation has all of it' }),
  error: OrNull(WhyShape),
  usage: Usage,
  costUsd: Type.Number({ description: 'Of all attempts' }),
  priceKnown: PriceKnown,
  durationMs: OrNull(Type.Integer({ minimum: 0 })),
  startedAt: OrNull(Time),
  endedAt: OrNull(Time),
});

const timeOrNull = (at: number | null) => (at === null ? null : time(at));
const tookMs = (from: number | null, to: number | null) =>
  from === null || to === null ? null : Math.max(0, to - from);

const shownStep = (step: Workflow['steps'][number]) => ({
  ...step,
  dependsOn: [...step.dependsOn],
  tools: step.tools === null ? null : [...step.tools],
});

export const shownWorkflow = (workflow: ShownPlan) => ({
  workflowId: workflow.workflowId,
  name: workflow.name,
  description: workflow.description,
  steps: workflow.steps.map(shownStep),
  parameters: workflow.parameters.map((one) => ({ ...one })),
  permissions: {
    tools: [...workflow.permissions.tools],
    hosts: [...workflow.permissions.hosts],
    folders: [...workflow.permissions.folders],
  },
  expectation: workflow.expectation,
  mayDo: workflow.mayDo.map(inEnglish),
  says: { mayDo: workflow.mayDo.map(shownSays) },
  worstCaseUsd: worstCaseUsd(workflow),
  createdBy: workflow.createdBy === 'agent' ? ('agent' as const) : ('owner' as const),
  createdAt: time(workflow.createdAt),
});

export const shownSummary = (run: Known<WorkflowRunSummary>) => ({
  workflowRunId: run.workflowRunId,
  workflowId: run.workflowId,
  name: run.name,
  status: run.status,
  outcome: run.outcome,
  stepCount: run.stepCount,
  stepsDone: run.stepsDone,
  costUsd: run.costUsd,
  priceKnown: run.priceKnown,
  durationMs: tookMs(run.startedAt, run.endedAt),
  startedAt: time(run.startedAt),
  endedAt: timeOrNull(run.endedAt),
  startedBy: run.startedBy,
  paused: run.isPaused,
  stopping: run.status === 'running' && run.stoppedAt !== null,
  error: run.error && shownWhy(run.error),
});

export const shownRun = (run: Known, results: readonly StepResult[]) => ({
  ...shownSummary(run),
  steps: run.steps.map(shownStep),
  parameters: { ...run.parameters },
  expectation: run.expectation,
  usage: usageOf(results),
});

export const shownResult = (step: StepResult) => ({
  stepId: step.stepId,
  status: step.status,
  attempt: step.attempt,
  runId: step.runId,
  threadId: step.threadId,
  result: step.result,
  truncated: step.isTruncated,
  error: step.error && shownWhy(step.error),
  usage: step.usage,
  costUsd: step.costUsd,
  priceKnown: step.priceKnown,
  durationMs: tookMs(step.startedAt, step.endedAt),
  startedAt: timeOrNull(step.startedAt),
  endedAt: timeOrNull(step.endedAt),
});

const usageOf = (results: readonly StepResult[]) =>
  results.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
