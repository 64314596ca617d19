import { sql } from 'kysely';
import { personId, runId, threadId, triggerId, workflowRunId } from '../../../../core/kernel/ids.ts';
import { EVERYONE, isOf, type Whose } from '../../../../core/trust/people/model.ts';
import type { Json } from '../../../../core/kernel/json.ts';
import type { Fire, ShownFire, Trigger } from '../../../../core/automation/triggers/model.ts';
import { whyMissed } from '../../../../core/automation/triggers/outcomes.ts';
import type { TriggerNow, TriggerStore } from '../../../../core/automation/triggers/store.ts';
import { membersOf, numbersOf, textsOf } from '../../sql/words.ts';
import { pageOfRows } from '../../sql/page-of.ts';
import type { MakeRead } from '../../sql/prepared.ts';
import { priceKnownIn } from './price-known.ts';
import { wordedIn } from './worded.ts';
import { read, type Db, type Row } from './part.ts';

interface Ids {
  /** As JSON. */
  readonly ids: string;
}
interface Nos {
  /** As JSON. */
  readonly nos: string;
}
type Place = { readonly before: number; readonly limit: number };

/** Of the texts of a row that can be long. */
const BYTES_OF_TRIGGER =
  sql<number>`octet_length(title) + coalesce(octet_length(task), 0) + coalesce(octet_length(workflow_json), 0)
    + coalesce(octet_length(watch_json), 0) + coalesce(octet_length(expectation_json), 0) + octet_length(permissions_json)`.as(
    'bytes',
  );
const BYTES_OF_FIRE =
  sql<number>`coalesce(octet_length(reason), 0) + coalesce(octet_length(reason_says_json), 0) + coalesce(octet_length(not_carried_out_json), 0)`.as(
    'bytes',
  );

export function triggerReads(db: Db, makeRead: MakeRead): TriggerStore {
  const byId = makeRead(({ trigger_id }: Pick<Row<'triggers'>, 'trigger_id'>) =>
    db.selectFrom('triggers').selectAll().where('trigger_id', '=', trigger_id),
  );
  const newest = makeRead(({ before, limit }: Place) =>
    db
      .selectFrom('triggers')
      .select(['trigger_no as no', BYTES_OF_TRIGGER])
      .where('trigger_no', '<', before)
      .orderBy('trigger_no', 'desc')
      .limit(limit),
  );
  const newestOfKind = makeRead(({ before, limit, kind }: Place & Pick<Row<'triggers'>, 'kind'>) =>
    db
      .selectFrom('triggers')
      .select(['trigger_no as no', BYTES_OF_TRIGGER])
      .where('kind', '=', kind)
      .where('trigger_no', '<', before)
      .orderBy('trigger_no', 'desc')
      .limit(limit),
  );
  const newestOf = makeRead(({ before, limit, person_id }: Place & Pick<Row<'triggers'>, 'person_id'>) =>
    db
      .selectFrom('triggers')
      .select(['trigger_no as no', BYTES_OF_TRIGGER])
      .where('person_id', '=', person_id)
      .where('trigger_no', '<', before)
      .orderBy('trigger_no', 'desc')
      .limit(limit),
  );
  const newestOfKindOf = makeRead(
    ({ before, limit, kind, person_id }: Place & Pick<Row<'triggers'>, 'kind' | 'person_id'>) =>
      db
        .selectFrom('triggers')
        .select(['trigger_no as no', BYTES_OF_TRIGGER])
        .where('person_id', '=', person_id)
        .where('kind', '=', kind)
        .where('trigger_no', '<', before)
        .orderBy('trigger_no', 'desc')
        .limit(limit),
  );
  const pageOf = (whose: Whose, kind: Row<'triggers'>['kind'] | null, place: Place) => {
    if (whose === EVERYONE) return kind === null ? newest(place) : newestOfKind({ ...place, kind });
    const ofOne = { ...place, person_id: whose };
    return kind === null ? newestOf(ofOne) : newestOfKindOf({ ...ofOne, kind });
  };
  const numbered = makeRead(({ nos }: Nos) =>
    db
      .selectFrom('triggers')
      .selectAll()
      .where('trigger_no', 'in', numbersOf(nos))
      .orderBy('trigger_no', 'desc'),
  );
  const fires = makeRead(({ trigger_id, before, limit }: Place & Pick<Row<'triggers'>, 'trigger_id'>) =>
    db
      .selectFrom('fires')
      .select(['fire_no as no', BYTES_OF_FIRE])
      .where('trigger_id', '=', trigger_id)
      .where('fire_no', '<', before)
      .orderBy('fire_no', 'desc')
      .limit(limit),
  );
  const numberedFires = makeRead(({ nos }: Nos) =>
    shownFires(db).where('fire_no', 'in', numbersOf(nos)).orderBy('fire_no', 'desc'),
  );
  /** The last one of each trigger that was no trial: one query for a page, because each takes longer than its rows. */
  const lastOf = makeRead(({ ids }: Ids) =>
    shownFires(db).where(
      'fire_no',
      'in',
      sql<number>`(SELECT (
        SELECT fire_no FROM fires AS f WHERE f.trigger_id = listed.value AND f.cause <> 'test'
          ORDER BY fire_no DESC LIMIT 1
      ) FROM ${membersOf(ids)} AS listed)`,
    ),
  );
  const due = makeRead(
    ({ now, limit, out }: { readonly now: number; readonly limit: number; readonly out: string }) =>
      db
        .selectFrom('triggers')
        .selectAll()
        .where('next_due_at', '<=', now)
        .where('person_id', 'not in', textsOf(out))
        .orderBy('next_due_at')
        .limit(limit),
  );
  const soonest = makeRead(({ out }: { readonly out: string }) =>
    db
      .selectFrom('triggers')
      .select('next_due_at')
      .where('next_due_at', 'is not', null)
      .where('person_id', 'not in', textsOf(out))
      .orderBy('next_due_at')
      .limit(1),
  );
  const checked = makeRead(({ ids }: Ids) =>
    db
      .selectFrom('watched_texts')
      .select(['trigger_id', 'checked_at'])
      .where('trigger_id', 'in', textsOf(ids)),
  );

  const nowOf = async (rows: readonly Row<'triggers'>[]): Promise<readonly TriggerNow[]> => {
    const idsOf = (some: readonly Row<'triggers'>[]): string =>
      JSON.stringify(some.map(({ trigger_id }) => trigger_id));
    const lasts = await lastOf({ ids: idsOf(rows) });
    const last = new Map(lasts.map((row) => [row.trigger_id, shownFireFrom(row)]));
    const watches = rows.filter(({ kind }) => kind === 'watch');
    const looks = watches.length === 0 ? [] : await checked({ ids: idsOf(watches) });
    const lookedAt = new Map(looks.map(({ trigger_id, checked_at }) => [trigger_id, checked_at]));
    return rows.map((row) => ({
      trigger: triggerFrom(row),
      last: last.get(row.trigger_id) ?? null,
      checkedAt: lookedAt.get(row.trigger_id) ?? null,
    }));
  };
  return {
    get: async (whose, id) => {
      const [row] = await byId({ trigger_id: id });
      return row && isOf(whose, row.person_id) ? triggerFrom(row) : null;
    },

    now: async (whose, id) => {
      const [row] = await byId({ trigger_id: id });
      return row && isOf(whose, row.person_id) ? ((await nowOf([row]))[0] ?? null) : null;
    },

    list: async (whose, { kind, limit, after }) => {
      const place = { before: after ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 };
      const { items, next } = await pageOfRows(await pageOf(whose, kind, place), limit, numbered);
      return { items: await nowOf(items), next };
    },

    fires: async (id, { limit, after }) => {
      const place = { before: after ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 };
      const { items, next } = await pageOfRows(
        await fires({ ...place, trigger_id: id }),
        limit,
        numberedFires,
      );
      return { items: items.map(shownFireFrom), next };
    },

    due: async (now, limit, out) => (await due({ now, limit, out: JSON.stringify(out) })).map(triggerFrom),

    nextDueAt: async (out) => (await soonest({ out: JSON.stringify(out) }))[0]?.next_due_at ?? null,

    dueOf: async (person, now) => {
      const query = db.selectFrom('triggers').selectAll().where('person_id', '=', person);
      return (await read(query.where('next_due_at', '<=', now).execute())).map(triggerFrom);
    },

    dueFoundAfter: async (now) => {
      const query = db.selectFrom('triggers').selectAll().where('next_due_at', 'is not', null);
      return (await read(query.where('due_found_at', '>', now).execute())).map(triggerFrom);
    },

    cutOffLooks: async () => {
      const query = db
        .selectFrom('triggers')
        .leftJoin('watched_texts as w', 'w.trigger_id', 'triggers.trigger_id');
      const rows = query
        .selectAll('triggers')
        .where('kind', '=', 'watch')
        // A look begins with the time of the next one.
        .whereRef('next_due_at', '>', 'due_found_at')
        .where(sql<boolean>`coalesce(w.checked_at, 0) < due_found_at`)
        .where(
          sql<boolean>`NOT EXISTS (SELECT 1 FROM fires WHERE fires.trigger_id = triggers.trigger_id AND started_at >= due_found_at)`,
        );
      return (await read(rows.execute())).map(triggerFrom);
    },

    restored: async () => {
      const query = db.selectFrom('triggers').selectAll().where('restored_at', 'is not', null);
      return (await read(query.execute())).map((row) => ({
        trigger: triggerFrom(row),
        restoredAt: row.restored_at ?? 0,
      }));
    },

    hasFired: async (id, dueAt) => {
      const query = db.selectFrom('fires').select('fire_no').where('trigger_id', '=', id);
      const row = await read(query.where('due_at', '=', dueAt).where('cause', '=', 'due').executeTakeFirst());
      return row !== undefined;
    },

    unsettled: async () => {
      const query = db.selectFrom('fires').selectAll().where('outcome', 'is', null).orderBy('fire_no');
      return (await read(query.execute())).map(fireFrom);
    },

    baselineOf: async ({ triggerId: id, dueAt, cause }) => {
      const query = db.selectFrom('fires').select('baseline_json').where('trigger_id', '=', id);
      const row = await read(query.where('due_at', '=', dueAt).where('cause', '=', cause).executeTakeFirst());
      return JSON.parse(row?.baseline_json ?? 'null') as Json;
    },

    watchedText: async (id) => {
      const query = db.selectFrom('watched_texts').select('text').where('trigger_id', '=', id);
      return (await read(query.executeTakeFirst()))?.text ?? null;
    },

    costSince: async (id, since) => {
      // Of workflows all runs of their steps, also earlier attempts, and those of a workflow's run that was deleted.
      const ofSteps = sql<{ usd: number }>`
        SELECT coalesce(sum(cost_usd + agents_cost_usd), 0.0) AS usd FROM runs WHERE created_at >= ${since}
          AND starter_kind = 'workflow' AND starter_id IN (SELECT workflow_run_id FROM fires
            WHERE trigger_id = ${id} AND workflow_run_id IS NOT NULL)`;
      const query = db
        .selectFrom('fires')
        .innerJoin('runs', 'runs.run_id', 'fires.run_id')
        .select(sql<number>`coalesce(sum(runs.cost_usd + runs.agents_cost_usd), 0.0)`.as('usd'))
        .where('fires.trigger_id', '=', id)
        .where('fires.started_at', '>=', since);
      const [own, steps] = [await read(query.executeTakeFirst()), await read(ofSteps.execute(db))];
      return (own?.usd ?? 0) + (steps.rows[0]?.usd ?? 0);
    },

    unconfirmed: async (whose) => {
      let query = db.selectFrom('triggers').select(sql<number>`count(*)`.as('all'));
      if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
      return (await read(query.where('confirmed_at', 'is', null).executeTakeFirst()))?.all ?? 0;
    },

    paused: async (whose) => {
      let query = db.selectFrom('triggers').select(sql<number>`count(*)`.as('all'));
      if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
      return (await read(query.where('paused_reason', 'is not', null).executeTakeFirst()))?.all ?? 0;
    },

    idsLike: async (whose, prefix, limit) => {
      let query = db.selectFrom('triggers').select('trigger_id').where('trigger_id', '>=', prefix);
      if (whose !== EVERYONE) query = query.where('person_id', '=', whose);
      const rows = await read(
        query.where('trigger_id', '<', `${prefix}\u{10FFFF}`).orderBy('trigger_id').limit(limit).execute(),
      );
      return rows.map((row) => row.trigger_id);
    },
  };
}

/** With the cost of its run or workflow, and whether that, or a step of it, has a question to its owner. */
const shownFires = (db: Db) =>
  db
    .selectFrom('fires')
    .leftJoin('runs', 'runs.run_id', 'fires.run_id')
    .selectAll('fires')
    .select((row) => [
      sql<number>`coalesce(runs.cost_usd + runs.agents_cost_usd,
        (SELECT cost_usd FROM workflow_runs WHERE workflow_runs.workflow_run_id = fires.workflow_run_id), 0.0)`.as(
        'usd',
      ),
      sql<number>`coalesce(runs.price_known,
        (SELECT price_known FROM workflow_runs WHERE workflow_runs.workflow_run_id = fires.workflow_run_id), 1)`.as(
        'usd_known',
      ),
      row
        .or([
          row.exists(
            row
              .selectFrom('prompts')
              .select('prompts.prompt_id')
              .whereRef('prompts.run_id', '=', 'fires.run_id')
              .where('prompts.state', '=', 'pending'),
          ),
          row.exists(
            row
              .selectFrom('workflow_steps')
              .innerJoin('prompts', 'prompts.run_id', 'workflow_steps.run_id')
              .select('prompts.prompt_id')
              .whereRef('workflow_steps.workflow_run_id', '=', 'fires.workflow_run_id')
              .where('prompts.state', '=', 'pending'),
          ),
        ])
        .as('is_waiting'),
    ]);

const shownFireFrom = (
  row: Row<'fires'> & { readonly usd: number; readonly usd_known: number; readonly is_waiting: unknown },
): ShownFire => ({
  ...fireFrom(row),
  missedReason: whyMissed(row.missed_because),
  costUsd: row.usd,
  priceKnown: priceKnownIn(row.usd_known),
  isWaiting: row.outcome === null && Boolean(row.is_waiting),
});

const fireFrom = (row: Row<'fires'>): Fire => ({
  fireNo: row.fire_no,
  triggerId: triggerId(row.trigger_id),
  dueAt: row.due_at,
  cause: row.cause,
  runId: row.run_id === null ? null : runId(row.run_id),
  workflowRunId: row.workflow_run_id === null ? null : workflowRunId(row.workflow_run_id),
  startedAt: row.started_at,
  endedAt: row.ended_at,
  outcome: row.outcome,
  reason:
    row.reason === null
      ? null
      : { code: row.reason_code ?? '', ...wordedIn(row.reason, row.reason_says_json) },
  missed: row.missed,
  missedBecause: row.missed_because,
  notCarriedOut: notCarriedOutIn(row.not_carried_out_json ?? '[]'),
});

const triggerFrom = (row: Row<'triggers'>): Trigger => ({
  triggerId: triggerId(row.trigger_id),
  kind: row.kind,
  title: row.title,
  effect: row.effect,
  schedule: row.schedule,
  runAt: row.run_at,
  timeZone: row.time_zone,
  watch: row.watch_json === null ? null : (JSON.parse(row.watch_json) as Trigger['watch']),
  task: row.task,
  workflow: row.workflow_json === null ? null : (JSON.parse(row.workflow_json) as Trigger['workflow']),
  expectation:
    row.expectation_json === null ? null : (JSON.parse(row.expectation_json) as Trigger['expectation']),
  profile: row.profile,
  permissions: JSON.parse(row.permissions_json) as Trigger['permissions'],
  ceilings: JSON.parse(row.ceilings_json) as Trigger['ceilings'],
  enabled: row.enabled === 1,
  pausedReason: wordedIn(row.paused_reason, row.paused_says_json),
  confirmedAt: row.confirmed_at,
  nextDueAt: row.next_due_at,
  failuresInRow: row.failures,
  threadId: row.thread_id === null ? null : threadId(row.thread_id),
  isOfAgent: row.of_agent === 1,
  personId: personId(row.person_id),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Earlier versions kept no sentence with it. */
const notCarriedOutIn = (json: string): Fire['notCarriedOut'] =>
  (JSON.parse(json) as Fire['notCarriedOut']).map((call) => ({ ...call, says: call.says ?? null }));
