import { saying, type Plain, type Quoted, type Says } from '../../kernel/says.ts';

/** What a trigger is, when it is due, and what it does. Times are instants, in milliseconds since the epoch. */
export interface TriggerSays {
  /** Before what it would be. */
  'trigger.make': Record<never, never>;
  'trigger.change': Record<never, never>;
  /** `when` or `url`: when it is due, or the page that it watches. */
  'trigger.delete': { title: Quoted; when: Says | null; url: Quoted | null };
  'trigger.watches': { title: Quoted; url: Quoted; part: Quoted | null; minutes: number };
  'trigger.once': { title: Quoted; at: number; zone: string };
  'trigger.scheduled': {
    title: Quoted;
    when: Says;
    /** None: it is over. */
    next: readonly number[];
    zone: string;
  };
  'trigger.does': { task: Quoted };
  /** What a reminder shows beside its title. */
  'trigger.shows': { text: Quoted };
  'trigger.was-called': { title: Quoted };
  'trigger.pauses': Record<never, never>;
  'trigger.resumes': Record<never, never>;
  'trigger.backup': Record<never, never>;
  'trigger.workflow': Record<never, never>;
  'trigger.workflow-is': { name: Quoted };
  'trigger.workflow-given': { parameters: Quoted };
  'trigger.notice': Record<never, never>;
  'trigger.reports': Record<never, never>;
  'trigger.cost': { runUsd: number | null; monthUsd: number | null };
  /** What a trial would have done. */
  'trial.notice': Record<never, never>;
  'trial.workflow': Record<never, never>;
  'trial.backup': Record<never, never>;
}

/** Why something is refused. */
export interface TriggerProblems extends Plain<
  | 'triggers.trigger_not_found'
  | 'triggers.invalid_schedule'
  | 'triggers.invalid_time_zone'
  | 'triggers.invalid_selector'
  | 'triggers.trigger_changed'
  | 'triggers.trigger_unconfirmed'
  | 'triggers.over'
  | 'triggers.no_watch'
  | 'triggers.no_time'
  | 'triggers.two_times'
  | 'triggers.reminder'
  | 'triggers.no_backup_of_pages'
  | 'triggers.no_workflow'
  | 'triggers.only_workflows'
  | 'triggers.no_workflow_of_pages'
  | 'triggers.workflow_says_it'
  | 'triggers.no_task'
  | 'triggers.not_shown'
  | 'triggers.no_page'
  | 'triggers.is_watch'
  | 'triggers.page_unusual'
  | 'triggers.page_long'
  | 'triggers.page_no_text'
  | 'triggers.page_deep'
> {
  'triggers.month': { worstUsd: number; monthUsd: number };
  'triggers.not_watched': { why: readonly Says[] };
  'triggers.ceiling': { spentUsd: number; monthUsd: number; worstUsd: number | null };
  'triggers.page_status': { status: number };
  'triggers.page_nothing': { selector: Quoted };
  'triggers.no_date': { text: Quoted };
  'triggers.no_such_day': { date: string; time: string };
  'triggers.no_distance': { text: Quoted };
  'triggers.other_distance': { text: Quoted };
  'triggers.never': { text: Quoted };
  'triggers.not_five': { text: Quoted; fields: number };
  'triggers.odd_field': { text: Quoted };
  'triggers.no_schedule': { text: Quoted; why: Quoted };
  'triggers.no_zone': { zone: Quoted };
  'triggers.selector_odd': { selector: Quoted; odd: Quoted };
  'triggers.selector_long': { selector: Quoted; most: number };
  'triggers.no_selector': { selector: Quoted };
}

/** What its owner should see to. */
export interface TriggerReminderProblems {
  'triggers.unconfirmed': { count: number };
  'triggers.paused': { count: number };
}

export const say = saying<TriggerSays & TriggerProblems & TriggerReminderProblems>();

/** What became of a time that a trigger was due, and what its owner is told of it. */
export interface OutcomeSays extends Plain<
  | 'outcome.interrupted'
  | 'outcome.disk-failed'
  | 'outcome.trial'
  | 'outcome.engine-not-running'
  | 'outcome.machine-asleep'
  | 'outcome.backup-restored'
  | 'outcome.person-disabled'
  | 'outcome.due-before-restore'
  | 'outcome.look-cut-off'
  | 'outcome.conversation-in-use'
  | 'outcome.still-running'
  | 'outcome.first-look'
  | 'outcome.unchanged'
  | 'outcome.notice-shown'
  | 'outcome.backup-failed'
  | 'outcome.steps-failed'
> {
  'outcome.too-often': { times: number; lastTime: readonly Says[] };
  'outcome.backup-made': { backupId: string; warning: readonly Says[] };
}

export const sayOutcome = saying<OutcomeSays>();

/** Null where they leave none out. `onlyIf`: of these days, those of the week that count. */
type OnDays = { days: Says | null; onlyIf: Says | null; months: Says | null };

/**
 * When a schedule is due. `adapters/out/schedules` makes this from the schedule (`cron-says.ts` from the five fields),
 * and `contract/words` puts it into words (`schedules.ts`).
 */
export interface ScheduleSays {
  'schedule.at': { at: number; zone: string };
  'schedule.every': { count: number; unit: 'minute' | 'hour' | 'day' };
  /** One that no simple words fit: its five fields. */
  'schedule.fields': { fields: string };
  /** At minutes of the day. */
  'schedule.of-day': { minutes: readonly number[] } & OnDays;
  'schedule.often': {
    count: number;
    unit: 'minute' | 'hour';
    /** Of each hour; empty: the first one. */
    minutes: readonly number[];
    /** Hours, both included; null: the whole day. */
    from: number | null;
    to: number | null;
  } & OnDays;
  /** Days of the month. */
  'days.of-month': { days: readonly number[] };
  'days.odd': Record<never, never>;
  'days.even': Record<never, never>;
  /** From 0, Monday. */
  'days.of-week': { weekdays: readonly number[] };
  /** The same with no days of the month beside them. */
  'days.only-of-week': { weekdays: readonly number[] };
  'days.either': { ofMonth: Says; ofWeek: Says };
  /** From 1. */
  'months.only': { months: readonly number[] };
}

export const saySchedule = saying<ScheduleSays>();
