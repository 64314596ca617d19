import { refuse as refuseExpectation } from '../expectations/errors.ts';
import { checkExpectation } from '../expectations/model.ts';
import type { Patterns } from '../expectations/port.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { refuse as refusePermission } from '../permissions/errors.ts';
import { targetOf } from '../../outside/web/model.ts';
import { refuse } from './errors.ts';
import { triggerLimits } from './limits.ts';
import type { Ceilings, Effect, Trigger, TriggerKind, Watch } from './model.ts';
import type { Schedules } from './schedule.ts';
import type { WatchedText } from './watched-text.ts';

/** What a trigger is made of must make sense together; every refusal says what to write instead. */
export interface RulesDeps {
  readonly schedules: Schedules;
  readonly patterns: Patterns;
  readonly watchedText: WatchedText;
}

type WhatIsAsked = Pick<
  Trigger,
  | 'kind'
  | 'effect'
  | 'schedule'
  | 'runAt'
  | 'timeZone'
  | 'watch'
  | 'task'
  | 'workflow'
  | 'profile'
  | 'ceilings'
  | 'expectation'
  | 'permissions'
  | 'createdAt'
>;

/** @throws Refusal invalid_trigger, invalid_schedule, invalid_time_zone, invalid_selector, and those of expectations */
export function checkTrigger(asked: WhatIsAsked, { schedules, patterns, watchedText }: RulesDeps): void {
  const { kind, effect, schedule, runAt, timeZone, watch, task, expectation, createdAt } = asked;
  const times = [schedule, runAt, watch].filter((one) => one !== null).length;
  if (times === 0) throw refuse.invalid_trigger({}, NO_TIME);
  if (times > 1) throw refuse.invalid_trigger({}, TWO_TIMES);
  if (kind === 'reminder' && effect !== 'notify') throw refuse.invalid_trigger({}, REMINDERS_NOTIFY);
  if (watch !== null && effect === 'backup') throw refuse.invalid_trigger({}, NO_BACKUP_OF_PAGES);
  if (effect === 'run_agent' && task === null && watch === null) throw refuse.invalid_trigger({}, NO_TASK);
  checkWorkflow(asked);
  if (effect !== 'run_agent' || watch !== null) checkNothingAllowed(asked);
  if (expectation !== null && effect !== 'run_agent')
    throw refuseExpectation.invalid_expectation({}, NO_RUN_TO_CHECK);
  if (schedule !== null) schedules.read(schedule, timeZone, createdAt);
  else schedules.read('@daily', timeZone, createdAt);
  if (watch !== null) checkWatch(watch, watchedText);
  if (expectation !== null) checkExpectation(expectation, patterns);
}

/** A workflow says itself what its steps do, may do and may cost, and what success is. */
function checkWorkflow({ effect, workflow, watch, task, profile, ceilings }: WhatIsAsked): void {
  if (effect !== 'run_workflow') {
    if (workflow !== null) throw refuse.invalid_trigger({}, ONLY_WORKFLOWS);
    return;
  }
  if (workflow === null) throw refuse.invalid_trigger({}, NO_WORKFLOW);
  if (watch !== null) throw refuse.invalid_trigger({}, NO_WORKFLOW_OF_PAGES);
  if (JSON.stringify(workflow.parameters).length > triggerLimits.parametersChars)
    throw refuse.invalid_trigger({}, LONG_PARAMETERS);
  const isMore = task !== null || profile !== null || ceilings.runUsd !== null;
  if (isMore) throw refuse.invalid_trigger({}, WORKFLOW_SAYS_IT);
}

/** A month in which no run fits would be one in which it always fails. @throws Refusal invalid_trigger */
export function checkMonth({ monthUsd }: Ceilings, worstUsd: number): void {
  if (monthUsd === null || worstUsd <= monthUsd) return;
  throw refuse.invalid_trigger(
    {},
    `One run of the workflow may cost up to $${worstUsd}, so with $${monthUsd} in one month none could begin. Give at least $${worstUsd}, or smaller budgets to its steps.`,
  );
}

/** What has no tool that acts would only look as if it were allowed something. */
function checkNothingAllowed({ watch, permissions: { tools, hosts, folders } }: WhatIsAsked): void {
  if ([...tools, ...hosts, ...folders].length === 0) return;
  throw refusePermission.invalid_permission({}, watch === null ? NO_AGENT_TO_ALLOW : NO_TOOL_TO_ALLOW);
}

function checkWatch({ url, selector }: Watch, watchedText: Pick<WatchedText, 'checkSelector'>): void {
  try {
    targetOf(url);
  } catch (error) {
    throw refuse.invalid_trigger({}, notWatched(error), error);
  }
  if (selector !== null) watchedText.checkSelector(selector);
}

/** Names the remedy, as the error of the way out does. */
export const notWatched = (error: unknown): string =>
  `This page cannot be watched. ${(error as Error).message}`;

/** What something is, where only its parts are given. */
export const kindOf = (watch: Watch | null, effect: Effect): TriggerKind =>
  watch !== null ? 'watch' : effect === 'notify' ? 'reminder' : 'schedule';

export const effectOf = (
  asked: Effect | undefined,
  { kind, workflowId }: { readonly kind?: TriggerKind; readonly workflowId?: string },
): Effect =>
  asked ?? (workflowId !== undefined ? 'run_workflow' : kind === 'reminder' ? 'notify' : 'run_agent');

/** Of a watch, from now on. */
export const nextCheck = ({ intervalMinutes }: Watch, now: number): number =>
  now + intervalMinutes * MINUTE_MS;

const NO_AGENT_TO_ALLOW =
  'Only what the agent does can be allowed something: leave hosts, folders and tools out.';
const NO_TOOL_TO_ALLOW =
  'The run that reads a changed page has no tool that changes or sends anything: leave hosts, folders and tools out.';
const NO_TIME =
  'Say when it is due: with a schedule ("0 8 * * mon-fri", "every 30m"), with runAt for once, or with a page to watch.';
const TWO_TIMES = 'Give one of schedule, runAt and watch, and not two of them.';
const REMINDERS_NOTIFY = 'A reminder notifies its owner. For anything else leave the kind out.';
const NO_BACKUP_OF_PAGES = 'A watched page can start the agent or a notice, not a backup.';
const NO_WORKFLOW = 'Name the workflow that is carried out: "workflowId". `svc workflow` lists them.';
const ONLY_WORKFLOWS =
  'Only the effect run_workflow carries out a workflow: leave workflowId and parameters out.';
const NO_WORKFLOW_OF_PAGES =
  'A changed page is read by a run that cannot act, so it starts no workflow. Give a time instead of a page.';
const LONG_PARAMETERS = `The parameters have at most ${triggerLimits.parametersChars} characters together. Put long texts into a file of the workspace and name it.`;
const WORKFLOW_SAYS_IT =
  'The steps of a workflow say what is done, with which model and for how much: leave task, profile and the ceiling of one run out. A month may have a ceiling.';
const NO_TASK = 'Say in "task" what the agent should do.';
const NO_RUN_TO_CHECK = 'Only what the agent does can be checked against an expectation; leave it out.';
