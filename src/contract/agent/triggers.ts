import { Type } from 'typebox';
import type { PersonId, RunId } from '../../core/kernel/ids.ts';
import { permissionLimits } from '../../core/automation/permissions/limits.ts';
import type { ConsentDemand } from '../../core/ports/tools.ts';
import type { TriggerDraft, TriggerEdit } from '../../core/automation/triggers/draft.ts';
import { isOfHost } from '../../core/execution/tool-runs/model.ts';
import { triggerLimits } from '../../core/automation/triggers/limits.ts';
import { BY_AGENT } from '../../core/automation/triggers/model.ts';
import type { TriggerShown } from '../../core/automation/triggers/shown.ts';
import { asAgentOf } from '../../core/conversation/background/model.ts';
import { byAgentOf, type Starter, type Whose } from '../../core/trust/people/model.ts';
import { ExpectationShape } from '../http/expectation.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });
const names = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: permissionLimits.each, description }));

const Asked = {
  schedule: Type.Optional(
    text(
      triggerLimits.scheduleChars,
      'Five fields of cron ("0 8 * * mon-fri"), "every 30m", or "at 2027-01-31 09:00" for once',
    ),
  ),
  time_zone: Type.Optional(text(triggerLimits.timeZoneChars, 'IANA name; by default that of this machine')),
  task: Type.Optional(
    text(triggerLimits.agentsTaskChars, 'What you should do each time, or what the notice says'),
  ),
  expectation: Type.Optional(ExpectationShape),
  allowed_tools: names('Tools that may be used without asking'),
  allowed_hosts: names('Hosts that may be sent to without asking'),
  allowed_folders: names('Folders of the workspace in which files may be changed without asking; "." is all'),
  max_usd_per_run: Type.Optional(Type.Number({ minimum: 0 })),
  max_usd_per_month: Type.Optional(Type.Number({ minimum: 0 })),
};

const CreateInput = Type.Object(
  {
    title: text(triggerLimits.titleChars, 'What your owner finds it by'),
    effect: Type.Optional(
      Type.Enum(['run_agent', 'run_workflow', 'backup', 'notify'], {
        description:
          'What happens: you work on the task (the default), a saved workflow is carried out, a backup is made, or your owner gets a notice',
      }),
    ),
    workflow_id: Type.Optional(text(100, 'The saved workflow that is carried out')),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: 'The values that each run of the workflow is given',
      }),
    ),
    watch_url: Type.Optional(text(triggerLimits.urlChars, 'A page; it happens when the page has changed')),
    watch_interval_minutes: Type.Optional(
      Type.Integer({
        minimum: triggerLimits.shortestWatchMinutes,
        maximum: triggerLimits.longestWatchMinutes,
      }),
    ),
    watch_selector: Type.Optional(text(triggerLimits.selectorChars, 'A part of the page, as a CSS selector')),
    ...Asked,
  },
  closed,
);

interface AskedFields {
  readonly schedule?: string;
  readonly time_zone?: string;
  readonly task?: string;
  readonly expectation?: TriggerDraft['expectation'];
  readonly allowed_tools?: readonly string[];
  readonly allowed_hosts?: readonly string[];
  readonly allowed_folders?: readonly string[];
  readonly max_usd_per_run?: number;
  readonly max_usd_per_month?: number;
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [One in Name]?: Value };

const fieldsOf = (asked: AskedFields) => ({
  ...given('schedule', asked.schedule),
  ...given('timeZone', asked.time_zone),
  ...given('task', asked.task),
  ...given('expectation', asked.expectation),
  ...(asked.allowed_tools || asked.allowed_hosts || asked.allowed_folders
    ? {
        permissions: {
          ...given('tools', asked.allowed_tools),
          ...given('hosts', asked.allowed_hosts),
          ...given('folders', asked.allowed_folders),
        },
      }
    : {}),
  ...(asked.max_usd_per_run === undefined && asked.max_usd_per_month === undefined
    ? {}
    : {
        ceilings: {
          ...given('runUsd', asked.max_usd_per_run),
          ...given('monthUsd', asked.max_usd_per_month),
        },
      }),
});

type CreateAsked = AskedFields & {
  readonly title: string;
  readonly effect?: TriggerDraft['effect'];
  readonly workflow_id?: string;
  readonly parameters?: NonNullable<TriggerDraft['parameters']>;
  readonly watch_url?: string;
  readonly watch_interval_minutes?: number;
  readonly watch_selector?: string;
};

const draftFrom = (asked: CreateAsked): TriggerDraft => ({
  title: asked.title,
  ...given('effect', asked.effect),
  ...given('workflowId', asked.workflow_id),
  ...given('parameters', asked.parameters),
  ...fieldsOf(asked),
  ...(asked.watch_url === undefined
    ? {}
    : {
        watch: {
          url: asked.watch_url,
          ...given('intervalMinutes', asked.watch_interval_minutes),
          ...given('selector', asked.watch_selector),
        },
      }),
});

type ChangeAsked = AskedFields & { readonly title?: string; readonly enabled?: boolean };

const editFrom = ({ title, enabled, ...asked }: ChangeAsked): TriggerEdit => ({
  ...given('title', title),
  ...given('enabled', enabled),
  ...fieldsOf(asked),
});

/** A host may answer what its run asks. What fires again and again with consents of its own, the owner confirms in person. */
const isAnsweredByOwner = async (
  runs: { get(whose: Whose, runId: RunId): Promise<{ readonly startedBy: Starter } | null> },
  person: PersonId,
  runId: RunId,
): Promise<boolean> => {
  const run = await runs.get(person, runId);
  return run !== null && !isOfHost(run);
};

/** When it is due next changes with the hour: the schedule is what is agreed to. */
const withoutNext = (name: string, value: unknown): unknown => (name === 'next' ? undefined : value);

const scheduling = (says: ConsentDemand['says']): ConsentDemand => ({
  class: 'change_self',
  lasts: true,
  says,
  standsOn: JSON.stringify(says, withoutNext),
});

/** As its renderers take it. */
export type ToldTrigger = TriggerShown;

export const triggers = [
  tool({
    name: 'create_trigger',
    family: 'triggers',
    summary:
      'Makes something that happens by itself: a schedule, a reminder (effect notify), a watched page, or automatic backups (effect backup). Your owner is shown what it may do and decides. What it is not allowed beforehand it asks when it runs.',
    input: CreateInput,
    effect: 'effect',
    beforehand: 'never',
    consent: async (input, { triggers }, { personId }) =>
      scheduling(await triggers.question(personId, draftFrom(input as CreateAsked))),
    handle: async ({ triggers, runs }, input, { runId, personId }) =>
      await triggers.create(
        draftFrom(input as CreateAsked),
        byAgentOf(personId),
        await isAnsweredByOwner(runs, personId, runId),
      ),
  }),
  tool({
    name: 'update_trigger',
    family: 'triggers',
    summary: 'Changes, pauses or resumes a trigger. Your owner is asked.',
    input: Type.Object(
      {
        trigger_id: Type.String({ minLength: 1 }),
        title: Type.Optional(text(triggerLimits.titleChars, 'What your owner finds it by')),
        enabled: Type.Optional(Type.Boolean()),
        ...Asked,
      },
      { ...closed, minProperties: 2 },
    ),
    effect: 'effect',
    beforehand: 'never',
    consent: async ({ trigger_id, ...input }, { triggers }, { personId }) =>
      scheduling(await triggers.questionAboutChange(personId, trigger_id, editFrom(input as ChangeAsked))),
    handle: async ({ triggers, runs }, { trigger_id, ...input }, { runId, personId }) => {
      const edit = editFrom(input as ChangeAsked);
      const isPause = Object.keys(input).length === 1 && input.enabled === false;
      const mustConfirm = !isPause && !(await isAnsweredByOwner(runs, personId, runId));
      const after = mustConfirm ? { ...edit, confirmed: false } : edit;
      return await triggers.set(trigger_id, after, asAgentOf(personId), BY_AGENT);
    },
  }),
  tool({
    name: 'delete_trigger',
    family: 'triggers',
    summary: 'Deletes a trigger. Your owner is asked.',
    input: Type.Object({ trigger_id: Type.String({ minLength: 1 }) }, closed),
    effect: 'idempotent',
    beforehand: 'never',
    consent: async ({ trigger_id }, { triggers }, { personId }) => ({
      class: 'change_self',
      lasts: true,
      ...(await triggers.questionAboutRemoval(personId, trigger_id)),
    }),
    handle: async ({ triggers }, { trigger_id }, { personId }) => {
      await triggers.remove(personId, trigger_id);
      return trigger_id;
    },
  }),
  tool({
    name: 'list_triggers',
    family: 'triggers',
    summary:
      'Lists what happens by itself: schedules, reminders and watched pages, and how each went the last time.',
    input: Type.Object({}, closed),
    effect: 'read',
    consent: 'read',
    handle: async ({ triggers }, _input, { personId }) =>
      (await triggers.list({ kind: null, limit: 100, after: null }, asAgentOf(personId))).items,
  }),
];
