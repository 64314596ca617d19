import { BY_PERSON, byPerson } from '../../core/trust/people/model.ts';
import { Type } from 'typebox';
import type { refuse as refuseBackground } from '../../core/conversation/background/errors.ts';
import type { refuse as refuseExpectations } from '../../core/automation/expectations/errors.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refusePermissions } from '../../core/automation/permissions/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import type { refuse as refuseWorkflows } from '../../core/automation/workflows/errors.ts';
import { workflowLimits } from '../../core/automation/workflows/limits.ts';
import type { WorkflowEvent } from '../../core/automation/workflows/service.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { rowsRefusing, type StreamEvent } from '../row.ts';
import {
  closed,
  cursorQuery,
  isRowNumber,
  limitQuery,
  NextCursor,
  PriceKnown,
  SaysOfText,
} from '../shapes.ts';
import {
  ParameterValues,
  shownResult,
  shownRun,
  shownSummary,
  shownWorkflow,
  StepResultShape,
  WorkflowBody,
  WorkflowRunShape,
  WorkflowRunSummaryShape,
  WorkflowShape,
} from './workflow-shapes.ts';

const { json, events } = rowsRefusing<
  typeof refuseBackground &
    typeof refuseExpectations &
    typeof refuseModels &
    typeof refusePermissions &
    typeof refuseRuns &
    typeof refuseWorkflows
>();

const byDays = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: workflowLimits.maxStatsDays,
      default: workflowLimits.statsDays,
      description: 'Of runs that began in the last days',
    }),
  ),
  limit: limitQuery,
});

const ofRun = ['workflow_run_not_found', 'ambiguous_id', 'id_too_short'] as const;
const ofWorkflow = ['workflow_not_found', 'ambiguous_id', 'id_too_short'] as const;

const followed = {
  step: StepResultShape,
  workflow: WorkflowRunSummaryShape,
  error: Type.Object(
    { code: Type.String(), error: Type.String(), says: SaysOfText, retryable: Type.Boolean() },
    { description: 'The run cannot be read; the stream ends here.' },
  ),
} as const;

export const workflows = {
  'workflows.list': json({
    route: 'GET /api/workflows',
    who: 'starter',
    summary: 'List runs of workflows, the newest first.',
    status: 200,
    refuses: ofWorkflow,
    query: Type.Object({
      workflowId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Only runs of this workflow' }),
      ),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ workflows: Type.Array(WorkflowRunSummaryShape), nextCursor: NextCursor }),
    handle: async ({ workflows }, { query: { workflowId: of, limit, cursor }, asker }) => {
      const { items, next } = await workflows.runs(asker.person, {
        workflow: of ?? null,
        limit: limit ?? listLimits.byDefault,
        after: positionFrom(cursor, isRowNumber),
      });
      return { workflows: items.map(shownSummary), nextCursor: cursorFrom(next) };
    },
  }),
  'workflows.stats.steps': json({
    route: 'GET /api/workflows/stats/steps',
    who: 'starter',
    summary: 'How often each step ran and failed, how long it took and what it cost.',
    status: 200,
    refuses: [],
    query: byDays,
    returns: Type.Object({
      stats: Type.Array(
        Type.Object({
          name: Type.String(),
          stepId: Type.String(),
          runs: Type.Integer({ minimum: 0 }),
          failures: Type.Integer({ minimum: 0 }),
          avgDurationMs: Type.Integer({
            minimum: 0,
            description: 'Without the time that it waited for a person',
          }),
          p95DurationMs: Type.Integer({ minimum: 0 }),
          avgWaitMs: Type.Integer({ minimum: 0, description: 'Spent waiting for a person' }),
          avgCostUsd: Type.Number(),
          priceKnown: PriceKnown,
        }),
      ),
    }),
    handle: async ({ workflows }, { query: { days, limit }, asker }) => {
      const stats = await workflows.stepStats(
        asker.person,
        days ?? workflowLimits.statsDays,
        limit ?? listLimits.byDefault,
      );
      return { stats: [...stats] };
    },
  }),
  'workflows.stats.cost': json({
    route: 'GET /api/workflows/stats/cost',
    who: 'starter',
    summary: 'What runs of each workflow cost and how long they took.',
    status: 200,
    refuses: [],
    query: byDays,
    returns: Type.Object({
      stats: Type.Array(
        Type.Object({
          name: Type.String(),
          runs: Type.Integer({ minimum: 0 }),
          totalCostUsd: Type.Number(),
          avgCostUsd: Type.Number(),
          priceKnown: PriceKnown,
          avgDurationMs: Type.Integer({ minimum: 0, description: 'From start to end' }),
          avgWaitMs: Type.Integer({
            minimum: 0,
            description:
              'Spent waiting for a person; time in which several steps waited together counts once',
          }),
        }),
      ),
    }),
    handle: async ({ workflows }, { query: { days, limit }, asker }) => {
      const stats = await workflows.costStats(
        asker.person,
        days ?? workflowLimits.statsDays,
        limit ?? listLimits.byDefault,
      );
      return { stats: [...stats] };
    },
  }),
  'workflows.get': json({
    route: 'GET /api/workflows/:id',
    who: 'starter',
    summary: 'One run of a workflow, as it was planned, by its id or the beginning of it.',
    status: 200,
    refuses: ofRun,
    returns: WorkflowRunShape,
    handle: async ({ workflows }, { params, asker: { person } }) =>
      shownRun(await workflows.run(person, params.id), await workflows.steps(person, params.id)),
  }),
  'workflows.steps': json({
    route: 'GET /api/workflows/:id/steps',
    who: 'starter',
    summary: 'How far each step of a run has come, and its result.',
    status: 200,
    refuses: ofRun,
    returns: Type.Object({ steps: Type.Array(StepResultShape) }),
    handle: async ({ workflows }, { params, asker }) => ({
      steps: (await workflows.steps(asker.person, params.id)).map(shownResult),
    }),
  }),
  'workflows.events': events({
    route: 'GET /api/workflows/:id/events',
    who: 'starter',
    summary:
      'Follows a run: each step and the run as they are, then again whenever they change, until the run has ended. The events have no ids: after a lost connection, follow it again.',
    refuses: ofRun,
    ours: true,
    events: followed,
    handle: async ({ workflows }, { params, signal, asker }) => ({
      headers: {},
      events: shownEvents(await workflows.follow(asker.person, params.id, signal)),
    }),
  }),
  'workflows.remove': json({
    route: 'DELETE /api/workflows/:id',
    who: 'starter',
    summary: 'Delete a run that has ended, with its results. The conversations of its steps stay.',
    status: 204,
    refuses: [...ofRun, 'workflow_in_progress'],
    ours: true,
    handle: async ({ workflows }, { params, asker }) => {
      await workflows.remove(asker.person, params.id);
      return undefined;
    },
  }),
  'workflows.retry': json({
    route: 'POST /api/workflows/:id/retry',
    who: 'starter',
    needs: 'run',
    summary:
      'Do the steps of a run once more that did not succeed. The others keep their results. A paused run goes on where it was.',
    status: 202,
    refuses: [...ofRun, 'workflow_in_progress', 'nothing_to_retry', 'draining'],
    ours: true,
    returns: WorkflowRunSummaryShape,
    handle: async ({ workflows }, { params, asker }) =>
      shownSummary(await workflows.retry(asker.person, params.id)),
  }),
  'workflows.definitions': json({
    route: 'GET /api/workflow-definitions',
    who: 'starter',
    summary: 'List saved workflows, the newest first.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ workflowDefinitions: Type.Array(WorkflowShape), nextCursor: NextCursor }),
    handle: async ({ workflowDefinitions }, { query: { limit, cursor }, asker }) => {
      const { items, next } = await workflowDefinitions.list(asker.person, {
        limit: limit ?? listLimits.byDefault,
        after: positionFrom(cursor, isRowNumber),
      });
      return { workflowDefinitions: items.map(shownWorkflow), nextCursor: cursorFrom(next) };
    },
  }),
  'workflows.save': json({
    route: 'POST /api/workflow-definitions',
    who: 'starter',
    summary: 'Save a workflow. Who saves it over HTTP has seen what it may do.',
    status: 201,
    refuses: [
      'invalid_workflow',
      'invalid_permission',
      'invalid_expectation',
      'invalid_pattern',
      'profile_unknown',
      'provider_incomplete',
    ],
    ours: true,
    body: WorkflowBody,
    returns: WorkflowShape,
    handle: async ({ workflowDefinitions }, { body, asker }) =>
      shownWorkflow(await workflowDefinitions.save(body, byPerson(asker.person))),
  }),
  'workflows.draft': json({
    route: 'POST /api/workflow-definitions/draft',
    who: 'person',
    needs: 'run',
    summary: 'What a workflow would be and may do, and what a run can cost. Saves nothing.',
    status: 200,
    refuses: ['invalid_workflow', 'invalid_permission', 'invalid_expectation', 'invalid_pattern'],
    ours: true,
    body: WorkflowBody,
    returns: WorkflowShape,
    handle: async ({ workflowDefinitions }, { body, asker }) =>
      shownWorkflow(workflowDefinitions.draft(asker.person, body, BY_PERSON)),
  }),
  'workflows.definition': json({
    route: 'GET /api/workflow-definitions/:id',
    who: 'starter',
    summary: 'One saved workflow, by its id or the beginning of it.',
    status: 200,
    refuses: ofWorkflow,
    ours: true,
    returns: WorkflowShape,
    handle: async ({ workflowDefinitions }, { params, asker }) =>
      shownWorkflow(await workflowDefinitions.get(asker.person, params.id)),
  }),
  'workflows.delete': json({
    route: 'DELETE /api/workflow-definitions/:id',
    who: 'starter',
    summary:
      'Delete a workflow and all that it was allowed. Its runs stay. Refused while triggers carry it out, unless they may be paused.',
    status: 204,
    refuses: [...ofWorkflow, 'workflow_in_use'],
    ours: true,
    query: Type.Object({
      pauseTriggers: Type.Optional(
        Type.Boolean({ default: false, description: 'Pause the triggers that carry it out' }),
      ),
    }),
    handle: async ({ workflowDefinitions }, { params, query: { pauseTriggers = false }, asker }) => {
      await workflowDefinitions.remove(asker.person, params.id, pauseTriggers);
      return undefined;
    },
  }),
  'workflows.start': json({
    route: 'POST /api/workflow-definitions/:id/run',
    who: 'starter',
    needs: 'run',
    summary: 'Carry a workflow out. It goes on whatever becomes of the connection, and after a restart.',
    status: 202,
    refuses: [...ofWorkflow, 'invalid_parameters', 'idempotency_mismatch', 'draining'],
    ours: true,
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: workflowLimits.keyChars,
          description: 'The same key with the same parameters is the same run',
        }),
      ),
    }),
    body: Type.Object({ parameters: Type.Optional(ParameterValues) }, closed),
    returns: WorkflowRunSummaryShape,
    handle: async ({ workflows }, { params, body, headers, asker }) =>
      shownSummary(
        await workflows.start(params.id, {
          parameters: body.parameters ?? {},
          startedBy: byPerson(asker.person),
          idempotencyKey: headers['idempotency-key'] ?? null,
        }),
      ),
  }),
};

async function* shownEvents(
  batches: AsyncIterable<readonly WorkflowEvent[]>,
): AsyncGenerator<readonly StreamEvent[]> {
  for await (const batch of batches)
    yield batch.map((event): StreamEvent => {
      const data = event.type === 'step' ? shownResult(event.step) : shownSummary(event.run);
      return { id: null, type: event.type, data };
    });
}
