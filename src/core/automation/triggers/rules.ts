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
import { saysOf } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import { say as sayExpectation } from '../expectations/says.ts';
import { say as sayPermission } from '../permissions/says.ts';
import { say as sayWorkflow } from '../workflows/says.ts';
import { say } from './says.ts';

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
  if (times === 0) throw refuse.invalid_trigger({}, say('triggers.no_time'));
  if (times > 1) throw refuse.invalid_trigger({}, say('triggers.two_times'));
  if (kind === 'reminder' && effect !== 'notify') throw refuse.invalid_trigger({}, say('triggers.reminder'));
  if (watch !== null && effect === 'backup')
    throw refuse.invalid_trigger({}, say('triggers.no_backup_of_pages'));
  if (effect === 'run_agent' && task === null && watch === null)
    throw refuse.invalid_trigger({}, say('triggers.no_task'));
  checkWorkflow(asked);
  if (effect !== 'run_agent' || watch !== null) checkNothingAllowed(asked);
  if (expectation !== null && effect !== 'run_agent')
    throw refuseExpectation.invalid_expectation({}, sayExpectation('expectations.for_the_agent'));
  if (schedule !== null) schedules.read(schedule, timeZone, createdAt);
  else schedules.read('@daily', timeZone, createdAt);
  if (watch !== null) checkWatch(watch, watchedText);
  if (expectation !== null) checkExpectation(expectation, patterns);
}

/** A workflow says itself what its steps do, may do and may cost, and what success is. */
function checkWorkflow({ effect, workflow, watch, task, profile, ceilings }: WhatIsAsked): void {
  if (effect !== 'run_workflow') {
    if (workflow !== null) throw refuse.invalid_trigger({}, say('triggers.only_workflows'));
    return;
  }
  if (workflow === null) throw refuse.invalid_trigger({}, say('triggers.no_workflow'));
  if (watch !== null) throw refuse.invalid_trigger({}, say('triggers.no_workflow_of_pages'));
  if (JSON.stringify(workflow.parameters).length > triggerLimits.parametersChars)
    throw refuse.invalid_trigger(
      {},
      sayWorkflow('workflows.long_values', { most: triggerLimits.parametersChars }),
    );
  const isMore = task !== null || profile !== null || ceilings.runUsd !== null;
  if (isMore) throw refuse.invalid_trigger({}, say('triggers.workflow_says_it'));
}

/** A month in which no run fits would be one in which it always fails. @throws Refusal invalid_trigger */
export function checkMonth({ monthUsd }: Ceilings, worstUsd: number): void {
  if (monthUsd === null || worstUsd <= monthUsd) return;
  throw refuse.invalid_trigger({}, say('triggers.month', { worstUsd, monthUsd }));
}

/** What has no tool that acts would only look as if it were allowed something. */
function checkNothingAllowed({ watch, permissions: { tools, hosts, folders } }: WhatIsAsked): void {
  if ([...tools, ...hosts, ...folders].length === 0) return;
  throw refusePermission.invalid_permission(
    {},
    sayPermission(watch === null ? 'permissions.for_the_agent' : 'permissions.for_no_page'),
  );
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
export const notWatched = (error: unknown): Says => say('triggers.not_watched', { why: saysOf(error) });

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
