import { say } from '../../../../core/keeping/backups/says.ts';
import type { Past } from '../../../../core/instance/expiry/model.ts';
import type { TriggerChange, TriggerStore } from '../../../../core/automation/triggers/store.ts';
import { triggerLimits } from '../../../../core/automation/triggers/limits.ts';
import type { NotCarriedOut, Trigger } from '../../../../core/automation/triggers/model.ts';
import { sql } from 'kysely';
import { asJson } from '../../sql/words.ts';
import { prepared } from '../../sql/prepared.ts';
import { stepsOf, type Step } from '../../sql/step.ts';
import { triggers as migration } from './migrations/triggers.ts';
import type { Db, NewRow, Part, Row } from './part.ts';
import { triggerReads } from './trigger-reads.ts';
import { flag, kept, holding, ofPerson } from '../exported.ts';
import { amount, anything, either, list, members, orAbsent, orNull, text, whole } from '../shape.ts';
import type { Json } from '../../../../core/kernel/json.ts';
import { inTextAlone, says } from './question-shape.ts';
import { expectation, permissions, values } from './shapes.ts';
import type { TriggerTables } from './schema.ts';
import { saysJson } from './worded.ts';

const watch = members<NonNullable<Trigger['watch']>>({
  url: text,
  intervalMinutes: whole,
  selector: orNull(text),
});
const workflow = members<NonNullable<Trigger['workflow']>>({ workflowId: text, parameters: values });
const ceilings = members<Trigger['ceilings']>({ runUsd: orNull(amount), monthUsd: orNull(amount) });
const notCarriedOut = list(
  members<Omit<NotCarriedOut, 'says'> & { readonly says?: NotCarriedOut['says'] }>({
    tool: text,
    input: text,
    says: orAbsent(orNull(either(text, list(says)))),
  }),
);

const WATCH = asJson(sql.ref('watch_json'));

const WAIT_FOR_OWNER = say('arrived.triggers');

export const triggers: Part<TriggerTables, TriggerChange, { readonly triggers: TriggerStore }> = {
  migration,
  exported: {
    triggers: {
      arriving: {
        columns: {
          ...kept(
            'trigger_no',
            'trigger_id',
            'kind',
            'title',
            'effect',
            'schedule',
            'run_at',
            'time_zone',
            'task',
            'profile',
            'enabled',
            'paused_reason',
            'due_found_at',
            'failures',
            'thread_id',
            'of_agent',
            'created_by',
            'created_at',
            'updated_at',
          ),
          ...ofPerson,
          ...holding(watch, 'watch_json'),
          ...holding(workflow, 'workflow_json'),
          ...holding(expectation, 'expectation_json'),
          ...holding(permissions, 'permissions_json'),
          ...holding(ceilings, 'ceilings_json'),
          paused_says_json: 'cleared',
          confirmed_at: { becomes: 'NULL', told: WAIT_FOR_OWNER },
          next_due_at: 'cleared',
          restored_at: { becomes: ':at', own: ':at' },
        },
      },
      section: 'triggers',
      says: 'schedules, watches and reminders',
      columns: { enabled: flag, of_agent: flag },
    },
    fires: {
      arriving: {
        columns: {
          ...kept(
            'fire_no',
            'trigger_id',
            'due_at',
            'cause',
            'run_id',
            'started_at',
            'ended_at',
            'outcome',
            'reason_code',
            'reason',
            'missed',
            'missed_because',
            'workflow_run_id',
          ),
          reason_says_json: 'cleared',
          // Only compared with.
          ...holding(anything, 'baseline_json'),
          not_carried_out_json: {
            holds: notCarriedOut,
            reshaped: (calls) => (calls as Json[]).map(inTextAlone),
          },
        },
      },
      section: 'fires',
      says: 'when they fired, and what became of it',
    },
    watched_texts: {
      arriving: { columns: kept('trigger_id', 'text', 'checked_at') },
      section: 'watchedTexts',
      says: 'pages as they were when they were last watched',
    },
  },
  steps: (db) => ({
    'trigger.add': ({ trigger, at }) =>
      stepsOf([
        db.insertInto('triggers').values({ ...rowOf(trigger), due_found_at: at } as NewRow<'triggers'>),
      ]),
    'trigger.put': ({ trigger, seenAt, at }) => [
      // With another address or selector, the text that was kept for comparison is of no use.
      sql`DELETE FROM watched_texts WHERE trigger_id = ${trigger.triggerId} AND EXISTS (
        SELECT 1 FROM triggers WHERE triggers.trigger_id = watched_texts.trigger_id AND updated_at = ${seenAt}
          AND (${WATCH} ->> 'url' IS DISTINCT FROM ${trigger.watch?.url ?? null}
            OR ${WATCH} ->> 'selector' IS DISTINCT FROM ${trigger.watch?.selector ?? null}))`.compile(db),
      ...stepsOf([
        db
          .updateTable('triggers')
          .set({ ...changeable(trigger), due_found_at: at })
          .where('trigger_id', '=', trigger.triggerId)
          .where('updated_at', '=', seenAt),
      ]).map((step) => ({ ...step, atLeast: 1 })),
    ],
    'trigger.delete': ({ triggerId: id }) =>
      stepsOf([db.deleteFrom('triggers').where('trigger_id', '=', id)]).map((step) => ({
        ...step,
        atLeast: 1,
      })),
    'trigger.thread': ({ triggerId: id, threadId }) =>
      stepsOf([db.updateTable('triggers').set({ thread_id: threadId }).where('trigger_id', '=', id)]),
    'trigger.due': ({ triggerId: id, nextDueAt, at }) => [
      dueStep(db)({ trigger_id: id, next_due_at: nextDueAt, due_found_at: at }),
    ],
    'trigger.missed': ({ triggerId: id, missedAt, missed, missedBecause, reason, nextDueAt, at }) => [
      ...(missedAt === null || reason === null
        ? []
        : [
            sql`INSERT INTO fires (trigger_id, due_at, cause, started_at, ended_at, outcome, reason_code, reason, reason_says_json,
                missed, missed_because, baseline_json)
              SELECT trigger_id, ${missedAt}, 'due', ${at}, ${at}, 'missed', ${reason.code}, ${reason.text}, ${saysJson(reason)},
                ${missed}, ${missedBecause}, 'null'
              FROM triggers WHERE trigger_id = ${id}
              ON CONFLICT DO NOTHING`.compile(db),
          ]),
      ...stepsOf([
        db
          .updateTable('triggers')
          .set({ next_due_at: nextDueAt, due_found_at: at, restored_at: null })
          .where('trigger_id', '=', id),
      ]),
    ],
    'trigger.pause': ({ triggerId: id, reason, at }) =>
      stepsOf([
        db
          .updateTable('triggers')
          .set({ enabled: 0, ...pausedColumns(reason), next_due_at: null, due_found_at: at })
          .where('trigger_id', '=', id),
      ]),
    'watch.cut_off': ({ triggerId: id, failuresInRow, at }) =>
      stepsOf([
        db
          .updateTable('triggers')
          .set({ failures: failuresInRow, next_due_at: at, due_found_at: at })
          .where('trigger_id', '=', id),
      ]),
    'watch.checked': ({ triggerId: id, at, text }) => [
      ...watchedSteps(db, id, at, text),
      // The page could be read.
      ...stepsOf([
        db
          .updateTable('triggers')
          .set({ failures: 0 })
          .where('trigger_id', '=', id)
          .where('failures', '>', 0),
      ]),
    ],
    'fire.begin': (change) => [
      fireStep(db)({
        trigger_id: change.triggerId,
        due_at: change.dueAt,
        cause: change.cause,
        run_id: change.runId,
        workflow_run_id: change.workflowRunId ?? null,
        started_at: change.startedAt,
        missed: change.missed,
        missed_because: change.missedBecause,
        baseline_json: JSON.stringify(change.baseline),
      }),
      ...(change.nextDueAt === undefined
        ? []
        : [
            dueStep(db)({
              trigger_id: change.triggerId,
              next_due_at: change.nextDueAt,
              due_found_at: change.startedAt,
            }),
          ]),
      ...(change.watched === undefined
        ? []
        : watchedSteps(db, change.triggerId, change.startedAt, change.watched)),
    ],
    'fire.end': ({ fire, outcome, reason, endedAt, notCarriedOut, failuresInRow, pause, past }) => [
      ...stepsOf([
        db
          .updateTable('fires')
          .set({
            outcome,
            reason_code: reason?.code ?? null,
            reason: reason?.text ?? null,
            reason_says_json: saysJson(reason),
            ended_at: endedAt,
            not_carried_out_json: notCarriedOut.length === 0 ? null : JSON.stringify(notCarriedOut),
          })
          .where('trigger_id', '=', fire.triggerId)
          .where('due_at', '=', fire.dueAt)
          .where('cause', '=', fire.cause)
          .where('outcome', 'is', null),
        ...(failuresInRow === null
          ? []
          : [
              db
                .updateTable('triggers')
                .set({
                  failures: failuresInRow,
                  ...(pause === null ? {} : { enabled: 0, ...pausedColumns(pause), next_due_at: null }),
                })
                .where('trigger_id', '=', fire.triggerId),
            ]),
      ]),
      forgettingStep(db, fire.triggerId, past),
    ],
  }),
  reads: (db, makeRead) => ({ triggers: triggerReads(db, makeRead) }),
};

type DueRow = Pick<Row<'triggers'>, 'trigger_id' | 'next_due_at' | 'due_found_at'>;

const dueStep = (db: Db) =>
  prepared<DueRow>(({ trigger_id, next_due_at, due_found_at }) =>
    db.updateTable('triggers').set({ next_due_at, due_found_at }).where('trigger_id', '=', trigger_id),
  );

type BegunRow = Pick<
  Row<'fires'>,
  | 'trigger_id'
  | 'due_at'
  | 'cause'
  | 'run_id'
  | 'workflow_run_id'
  | 'started_at'
  | 'missed'
  | 'missed_because'
  | 'baseline_json'
>;

/** The foreign key and the unique key refuse it where its condition does not hold. */
const fireStep = (db: Db) =>
  prepared<BegunRow>((row) =>
    db.insertInto('fires').values({
      trigger_id: row.trigger_id,
      due_at: row.due_at,
      cause: row.cause,
      run_id: row.run_id,
      workflow_run_id: row.workflow_run_id,
      started_at: row.started_at,
      missed: row.missed,
      missed_because: row.missed_because,
      baseline_json: row.baseline_json,
    } as NewRow<'fires'>),
  );

/** Two fires give way for one that ends, so that a long list that an earlier version left grows short, too. */
const forgettingStep = (db: Db, triggerId: string, { before, after }: Past): Step =>
  sql`DELETE FROM fires WHERE (started_at < ${before} OR started_at > ${after}) AND fire_no IN (
      SELECT fire_no FROM fires WHERE trigger_id = ${triggerId} AND outcome IS NOT NULL ORDER BY fire_no LIMIT 2)
    AND EXISTS (SELECT 1 FROM fires WHERE trigger_id = ${triggerId} LIMIT 1 OFFSET ${triggerLimits.keptFires})`.compile(
    db,
  );

function watchedSteps(db: Db, id: string, at: number, text: string | undefined) {
  if (text === undefined)
    return stepsOf([db.updateTable('watched_texts').set({ checked_at: at }).where('trigger_id', '=', id)]);
  return [
    sql`INSERT INTO watched_texts (trigger_id, text, checked_at)
      SELECT trigger_id, ${text}, ${at} FROM triggers WHERE trigger_id = ${id}
      ON CONFLICT (trigger_id) DO UPDATE SET text = excluded.text, checked_at = excluded.checked_at`.compile(
      db,
    ),
  ];
}

const pausedColumns = (reason: Trigger['pausedReason']) => ({
  paused_reason: reason?.text ?? null,
  paused_says_json: saysJson(reason),
});

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** What a change of its owner may change; its conversation and what became of it are not part of that. */
const changeable = (trigger: Trigger) => ({
  title: trigger.title,
  schedule: trigger.schedule,
  run_at: trigger.runAt,
  time_zone: trigger.timeZone,
  watch_json: jsonOf(trigger.watch),
  task: trigger.task,
  workflow_json: jsonOf(trigger.workflow),
  expectation_json: jsonOf(trigger.expectation),
  profile: trigger.profile,
  permissions_json: JSON.stringify(trigger.permissions),
  ceilings_json: JSON.stringify(trigger.ceilings),
  enabled: Number(trigger.enabled),
  ...pausedColumns(trigger.pausedReason),
  confirmed_at: trigger.confirmedAt,
  next_due_at: trigger.nextDueAt,
  failures: trigger.failuresInRow,
  of_agent: Number(trigger.isOfAgent),
  updated_at: trigger.updatedAt,
});

const rowOf = (trigger: Trigger) => ({
  ...changeable(trigger),
  trigger_id: trigger.triggerId,
  kind: trigger.kind,
  effect: trigger.effect,
  thread_id: trigger.threadId,
  person_id: trigger.personId,
  created_by: trigger.createdBy,
  created_at: trigger.createdAt,
});
