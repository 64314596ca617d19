import type { Why } from '../../../../core/kernel/worded.ts';
import { starterIn } from './starter-columns.ts';
import { sql } from 'kysely';
import {
  personId,
  runId,
  sessionId,
  threadId,
  triggerId,
  workflowId,
  workflowRunId,
} from '../../../../core/kernel/ids.ts';
import { EVERYONE, isOf, type Whose } from '../../../../core/trust/people/model.ts';
import type { Json } from '../../../../core/kernel/json.ts';
import { noUsage } from '../../../../core/ports/model.ts';
import type {
  StepResult,
  StepState,
  Workflow,
  WorkflowRun,
  WorkflowRunSummary,
} from '../../../../core/automation/workflows/model.ts';
import type { CostStats, StepStats, WorkflowStore } from '../../../../core/automation/workflows/store.ts';
import { asJson, greater, numbersOf } from '../../sql/words.ts';
import { pageOfRows } from '../../sql/page-of.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import { priceKnownIn } from './price-known.ts';
import { read, type Db, type Row } from './part.ts';

const LISTED = [
  'workflow_run_no',
  'workflow_run_id',
  'workflow_id',
  'name',
  'status',
  'outcome',
  'error_json',
  'step_count',
  'steps_done',
  'cost_usd',
  'price_known',
  'person_id',
  'starter_kind',
  'starter_id',
  'started_at',
  'ended_at',
  'stopped_at',
] as const;

/** All but the result. */
const STATE = [
  'step_id',
  'status',
  'attempt',
  'run_id',
  'thread_id',
  'session_id',
  'error_json',
  'usage_json',
  'cost_usd',
  'price_known',
  'started_at',
  'ended_at',
] as const;

type StateRow = Pick<Row<'workflow_steps'>, (typeof STATE)[number]>;
type ListedRow = Pick<Row<'workflow_runs'>, (typeof LISTED)[number]>;
interface Place {
  readonly before: number;
  readonly limit: number;
}
type OfPerson = Place & { readonly person_id: string };
type OfWorkflow = Place & { readonly workflow_id: string };

/** Of the texts of a workflow that can be long. */
const BYTES =
  sql<number>`octet_length(name) + coalesce(octet_length(description), 0) + octet_length(steps_json)
    + octet_length(parameters_json) + octet_length(permissions_json) + coalesce(octet_length(expectation_json), 0)`.as(
    'bytes',
  );

/** Of a trigger: it carries out this workflow. One that is due no more does not count: it is enabled, and has no next time. */
export const carriesOut = (workflow: string) => sql<boolean>`
  (enabled = 0 OR confirmed_at IS NULL OR next_due_at IS NOT NULL)
  AND ${asJson(sql.ref('workflow_json'))} ->> 'workflowId' = ${workflow}`;

export function workflowReads(db: Db, makeRead: MakeRead): WorkflowStore {
  const newest = ({ before, limit }: Place) =>
    db
      .selectFrom('workflows')
      .select(['workflow_no as no', BYTES])
      .where('workflow_no', '<', before)
      .orderBy('workflow_no', 'desc')
      .limit(limit);
  const newestOfEveryone = makeRead(newest);
  const newestOf = makeRead((given: OfPerson) => newest(given).where('person_id', '=', given.person_id));
  const numbered = makeRead(({ nos }: { readonly nos: string }) =>
    db
      .selectFrom('workflows')
      .selectAll()
      .where('workflow_no', 'in', numbersOf(nos))
      .orderBy('workflow_no', 'desc'),
  );
  const newestRuns = ({ before, limit }: Place) =>
    db
      .selectFrom('workflow_runs')
      .select(LISTED)
      .where('workflow_run_no', '<', before)
      .orderBy('workflow_run_no', 'desc')
      .limit(limit);
  const runsOfEveryone = makeRead(newestRuns);
  const runsOf = makeRead((given: OfPerson) => newestRuns(given).where('person_id', '=', given.person_id));
  const runsOfWorkflow = makeRead((given: OfWorkflow) =>
    newestRuns(given).where('workflow_id', '=', given.workflow_id),
  );
  const runsOfWorkflowOf = makeRead((given: OfPerson & OfWorkflow) =>
    newestRuns(given).where('person_id', '=', given.person_id).where('workflow_id', '=', given.workflow_id),
  );
  const pageOfRuns = (whose: Whose, of: string | null, place: Place) => {
    if (whose === EVERYONE)
      return of === null ? runsOfEveryone(place) : runsOfWorkflow({ ...place, workflow_id: of });
    const ofOne = { ...place, person_id: whose };
    return of === null ? runsOf(ofOne) : runsOfWorkflowOf({ ...ofOne, workflow_id: of });
  };
  const runById = makeRead(({ workflow_run_id }: Pick<Row<'workflow_runs'>, 'workflow_run_id'>) =>
    db.selectFrom('workflow_runs').selectAll().where('workflow_run_id', '=', workflow_run_id),
  );
  const stepsById = makeRead(({ workflow_run_id }: Pick<Row<'workflow_steps'>, 'workflow_run_id'>) =>
    db
      .selectFrom('workflow_steps')
      .selectAll()
      .where('workflow_run_id', '=', workflow_run_id)
      .orderBy('step_no'),
  );

  const statesById = makeRead(({ workflow_run_id }: Pick<Row<'workflow_steps'>, 'workflow_run_id'>) =>
    db
      .selectFrom('workflow_steps')
      .select(STATE)
      .where('workflow_run_id', '=', workflow_run_id)
      .orderBy('step_no'),
  );

  return {
    definitionIdsLike: async (...asked) => await idsLike('workflows', 'workflow_id', ...asked),
    runIdsLike: async (...asked) => await idsLike('workflow_runs', 'workflow_run_id', ...asked),

    get: async (whose, id) => {
      const query = db.selectFrom('workflows').selectAll().where('workflow_id', '=', id);
      const row = await read(query.executeTakeFirst());
      return row && isOf(whose, row.person_id) ? workflowFrom(row) : null;
    },

    triggersOf: async (id, limit) => {
      const query = db.selectFrom('triggers').select(['trigger_id', 'title']).where(carriesOut(id));
      return (await read(query.orderBy('trigger_no').limit(limit).execute())).map((row) => ({
        triggerId: triggerId(row.trigger_id),
        title: row.title,
      }));
    },

    list: async (whose, { limit, after }) => {
      const place = { before: after ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 };
      const found = await (whose === EVERYONE
        ? newestOfEveryone(place)
        : newestOf({ ...place, person_id: whose }));
      const { items, next } = await pageOfRows(found, limit, numbered);
      return { items: items.map(workflowFrom), next };
    },

    run: async (whose, id) => {
      const [row] = await runById({ workflow_run_id: id });
      return row && isOf(whose, row.person_id) ? runFrom(row) : null;
    },

    runs: async (whose, { limit, after, workflowId: of }) => {
      const place = { before: after ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 };
      const rows = await pageOfRuns(whose, of, place);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const next = last && rows.length > limit ? last.workflow_run_no : null;
      return { items: shown.map(summaryFrom), next };
    },

    stepStates: async (id) => (await statesById({ workflow_run_id: id })).map(stateFrom),

    step: async (id, stepId) => {
      const query = db.selectFrom('workflow_steps').selectAll().where('workflow_run_id', '=', id);
      const row = await read(query.where('step_id', '=', stepId).executeTakeFirst());
      return row ? stepFrom(row) : null;
    },

    steps: async (id) => (await stepsById({ workflow_run_id: id })).map(stepFrom),

    baselineOf: async (id) => {
      const query = db.selectFrom('workflow_runs').select('baseline_json');
      const row = await read(query.where('workflow_run_id', '=', id).executeTakeFirst());
      return JSON.parse(row?.baseline_json ?? 'null') as Json;
    },

    unfinished: async () => {
      // A literal: only then can SQLite use the partial index.
      const query = db.selectFrom('workflow_runs').selectAll().where('status', '=', sql.lit('running'));
      return (await read(query.orderBy('workflow_run_no').execute())).map(runFrom);
    },

    byKey: async (id, key) => {
      const query = db.selectFrom('workflow_runs').selectAll().where('workflow_id', '=', id);
      const row = await read(query.where('idempotency_key', '=', key).executeTakeFirst());
      return row ? runFrom(row) : null;
    },

    stepStats: async (whose, since, limit) => {
      const query = sql<Omit<StepStats, 'priceKnown'> & { readonly priceKnown: number }>`
        SELECT name, step_id AS "stepId", sum(attempt) AS runs,
          count(*) FILTER (WHERE status = 'failed') + sum(attempt - 1) AS failures,
          CAST(round(avg(took)) AS BIGINT) AS "avgDurationMs",
          min(took) FILTER (WHERE place >= 0.95 * total) AS "p95DurationMs",
          CAST(round(avg(waited)) AS BIGINT) AS "avgWaitMs", sum(cost_usd) / sum(attempt) AS "avgCostUsd",
          min(price_known) AS "priceKnown"
        FROM (
          SELECT *, row_number() OVER (PARTITION BY name, step_id ORDER BY took) AS place,
            count(*) OVER (PARTITION BY name, step_id) AS total
          FROM (
            SELECT r.name, s.step_id, s.status, s.attempt, s.cost_usd, s.price_known, coalesce(runs.wait_ms, 0) AS waited,
              ${greater(sql`s.ended_at - s.started_at - coalesce(runs.wait_ms, 0)`, sql.lit(0))} AS took
            FROM workflow_runs AS r JOIN workflow_steps AS s USING (workflow_run_id) LEFT JOIN runs USING (run_id)
            WHERE r.started_at >= ${since} AND ${isPersons(whose, 'r.person_id')} AND s.started_at IS NOT NULL AND s.ended_at IS NOT NULL
          ) AS done
        ) AS placed
        GROUP BY name, step_id ORDER BY name, step_id LIMIT ${limit}`;
      return (await read(query.execute(db))).rows.map((row) => ({
        ...row,
        priceKnown: priceKnownIn(row.priceKnown),
      }));
    },

    costStats: async (whose, since, limit) => {
      const query = sql<Omit<CostStats, 'priceKnown'> & { readonly priceKnown: number }>`
        SELECT name, count(*) AS runs, sum(cost_usd) AS "totalCostUsd", avg(cost_usd) AS "avgCostUsd",
          min(price_known) AS "priceKnown", CAST(round(avg(ended_at - started_at)) AS BIGINT) AS "avgDurationMs",
          CAST(round(avg(${WAITED})) AS BIGINT) AS "avgWaitMs"
        FROM workflow_runs WHERE started_at >= ${since} AND ${isPersons(whose, 'person_id')} AND ended_at IS NOT NULL
        GROUP BY name ORDER BY name LIMIT ${limit}`;
      return (await read(query.execute(db))).rows.map((row) => ({
        ...row,
        priceKnown: priceKnownIn(row.priceKnown),
      }));
    },
  };

  async function idsLike(
    table: 'workflows' | 'workflow_runs',
    column: 'workflow_id' | 'workflow_run_id',
    whose: Whose,
    prefix: string,
    limit: number,
  ): Promise<readonly string[]> {
    const found = sql<{ id: string }>`SELECT ${sql.ref(column)} AS id FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} >= ${prefix} AND ${sql.ref(column)} < ${`${prefix}\u{10FFFF}`}
        AND ${isPersons(whose, 'person_id')} ORDER BY id LIMIT ${limit}`;
    return (await read(found.execute(db))).rows.map(({ id }) => id);
  }
}

const isPersons = (whose: Whose, column: string) =>
  whose === EVERYONE ? sql<boolean>`TRUE` : sql<boolean>`${sql.ref(column)} = ${whose}`;

/** How long a run of a workflow waited for its owner. Where several steps waited at the same time, that time counts once. */
const WAITED = sql`(
  SELECT coalesce(sum(${greater(sql`settled_at - ${greater(sql`created_at`, sql`coalesce(before, created_at)`)}`, sql.lit(0))}), 0) FROM (
    SELECT created_at, settled_at, max(settled_at) OVER (
        ORDER BY created_at, settled_at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM workflow_steps JOIN prompts USING (run_id)
    WHERE workflow_steps.workflow_run_id = workflow_runs.workflow_run_id AND settled_at IS NOT NULL) AS asked)`;

const parsed = <Value>(text: string | null): Value | null =>
  text === null ? null : (JSON.parse(text) as Value);

const workflowFrom = (row: Row<'workflows'>): Workflow => ({
  workflowId: workflowId(row.workflow_id),
  name: row.name,
  description: row.description,
  steps: JSON.parse(row.steps_json) as Workflow['steps'],
  parameters: JSON.parse(row.parameters_json) as Workflow['parameters'],
  permissions: JSON.parse(row.permissions_json) as Workflow['permissions'],
  expectation: parsed<NonNullable<Workflow['expectation']>>(row.expectation_json),
  isOfAgent: row.of_agent === 1,
  personId: personId(row.person_id),
  createdBy: row.created_by,
  createdAt: row.created_at,
});

const summaryFrom = (row: ListedRow): WorkflowRunSummary => ({
  workflowRunId: workflowRunId(row.workflow_run_id),
  workflowId: row.workflow_id === null ? null : workflowId(row.workflow_id),
  name: row.name,
  status: row.status,
  outcome: row.outcome,
  error: parsed<Why>(row.error_json),
  stepCount: row.step_count,
  stepsDone: row.steps_done,
  costUsd: row.cost_usd,
  priceKnown: priceKnownIn(row.price_known),
  startedBy: starterIn(row),
  startedAt: row.started_at,
  endedAt: row.ended_at,
  stoppedAt: row.stopped_at,
});

const runFrom = (row: Row<'workflow_runs'>): WorkflowRun => ({
  ...summaryFrom(row),
  steps: JSON.parse(row.steps_json) as WorkflowRun['steps'],
  parameters: JSON.parse(row.parameters_json) as WorkflowRun['parameters'],
  expectation: parsed<NonNullable<WorkflowRun['expectation']>>(row.expectation_json),
  isOfAgent: row.of_agent === 1,
});

const stepFrom = (row: Row<'workflow_steps'>): StepResult => ({
  ...stateFrom(row),
  result: row.result,
  isTruncated: row.truncated === 1,
});

const stateFrom = (row: StateRow): StepState => ({
  stepId: row.step_id,
  status: row.status,
  attempt: row.attempt,
  runId: row.run_id === null ? null : runId(row.run_id),
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  sessionId: row.session_id === null ? null : sessionId(row.session_id),
  error: parsed<Why>(row.error_json),
  usage: parsed<StepResult['usage']>(row.usage_json) ?? noUsage,
  costUsd: row.cost_usd,
  priceKnown: priceKnownIn(row.price_known),
  startedAt: row.started_at,
  endedAt: row.ended_at,
});
