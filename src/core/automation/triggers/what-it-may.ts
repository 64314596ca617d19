import { expectedOf } from '../expectations/model.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Quoted, Says } from '../../kernel/says.ts';
import { allowedIn, changeOfAllowed } from '../permissions/model.ts';
import type { Preview } from './draft.ts';
import { triggerLimits } from './limits.ts';
import type { Trigger, TriggerPlan } from './model.ts';
import { say, saySchedule } from './says.ts';

type WhatItDoes = Pick<Trigger, 'effect' | 'kind' | 'permissions' | 'ceilings' | 'expectation'>;

/** What a trigger does and may do, for the person who decides. */
export function whatItMay({ effect, kind, permissions, ceilings, expectation }: WhatItDoes): readonly Says[] {
  if (effect === 'backup') return [say('trigger.backup', {})];
  const costs = say('trigger.cost', { ...ceilings });
  // The workflow says what it may cost.
  const isBounded = ceilings.runUsd !== null || ceilings.monthUsd !== null;
  if (effect === 'run_workflow') return [say('trigger.workflow', {}), ...(isBounded ? [costs] : [])];
  if (effect === 'notify') return [say('trigger.notice', {})];
  const does = kind === 'watch' ? [say('trigger.reports', {})] : allowedIn(permissions);
  return [...does, ...afterwards(expectation), costs];
}

/** What the engine itself asks of others once a run has ended. */
const afterwards = (expectation: Trigger['expectation']): readonly Says[] =>
  expectation?.kind === 'http' ? [expectedOf(expectation, triggerLimits.agentsTaskChars)] : [];

/** Nothing that is agreed to may be hidden behind a cut: what the agent writes is bounded when it is taken. */
const inFull = (text: string): Quoted => quote(text, triggerLimits.agentsTaskChars);

const SHOWN_TIMES = 3;

type Schedule = Pick<Preview, 'schedule' | 'says' | 'times' | 'timeZone'>;

/** Everything that its owner decides about. `preview`: null for what is not a schedule. */
export function questionAbout(trigger: TriggerPlan, preview: Schedule | null): readonly Says[] {
  const { task, effect, expectation } = trigger;
  return [
    whenOf(trigger, preview),
    ...(task === null
      ? []
      : [
          effect === 'notify'
            ? say('trigger.shows', { text: inFull(task) })
            : say('trigger.does', { task: inFull(task) }),
        ]),
    ...whatItMay(trigger),
    ...(expectation === null || expectation.kind === 'http'
      ? []
      : [expectedOf(expectation, triggerLimits.agentsTaskChars)]),
  ];
}

function whenOf(
  { title, watch, runAt, timeZone: zone }: Pick<Trigger, 'title' | 'watch' | 'runAt' | 'timeZone'>,
  preview: Schedule | null,
): Says {
  const name = { title: inFull(title) };
  if (watch !== null)
    return say('trigger.watches', {
      ...name,
      url: inFull(watch.url),
      part: watch.selector === null ? null : inFull(watch.selector),
      minutes: watch.intervalMinutes,
    });
  if (preview === null) return say('trigger.once', { ...name, at: runAt ?? 0, zone });
  return say('trigger.scheduled', {
    ...name,
    when: preview.says,
    next: preview.times.slice(0, SHOWN_TIMES),
    zone,
  });
}

/** What a trigger would be after a change: all of it, because a consent is to the whole. */
export const questionAboutChange = (
  before: Trigger,
  after: Trigger,
  preview: Schedule | null,
): readonly Says[] => [
  ...questionAbout(after, preview),
  ...changeOfAllowed(before.permissions, after.permissions),
  ...(before.title === after.title ? [] : [say('trigger.was-called', { title: inFull(before.title) })]),
  ...(before.enabled === after.enabled
    ? []
    : [after.enabled ? say('trigger.resumes', {}) : say('trigger.pauses', {})]),
];

/** Which one would be deleted. */
export const questionAboutRemoval = (
  { title, watch, runAt, timeZone: zone }: Trigger,
  preview: Schedule | null,
): Says =>
  say('trigger.delete', {
    title: inFull(title),
    when: preview?.says ?? (runAt === null ? null : saySchedule('schedule.at', { at: runAt, zone })),
    url: watch === null ? null : inFull(watch.url),
  });
