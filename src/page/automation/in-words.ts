import { said as saidBy } from '../engine/said.ts';
import { dayAndTime, dollars, listed } from '../parts/format.ts';
import { automationWords as said } from '#words/automation.ts';
import type { Trigger } from './triggers.ts';

/** When it is due. The zone is named where a clock of the wall is meant. */
export function whenOf({
  schedule,
  words,
  says,
  timeZone,
  runAt,
  watch,
}: Pick<Trigger, 'schedule' | 'words' | 'says' | 'timeZone' | 'runAt' | 'watch'>): string {
  if (watch !== null)
    return `${said.watches(watch.url, watch.intervalMinutes)}${watch.selector === null ? '' : said.part(watch.selector)}`;
  if (runAt !== null) return said.once(dayAndTime(runAt));
  return said.inZone(saidBy(says.words, words ?? schedule ?? ''), timeZone);
}

/** What success is, in a sentence; null if nothing says so. */
export function expectationOf(expectation: Trigger['expectation']): string | null {
  switch (expectation?.kind) {
    case undefined:
      return null;
    case 'file':
      return said.expectations[expectation.changed === true ? 'changed' : 'file'](expectation.path);
    case 'answer':
      return expectation.contains === undefined
        ? said.expectations.matches(expectation.matches ?? '')
        : said.expectations.contains(expectation.contains);
    case 'http':
      return said.expectations.http(expectation.url, expectation.status);
    case 'artifact':
      return expectation.type === undefined
        ? said.expectations.artifact
        : said.expectations.artifactOf(said.artifactTypes[expectation.type]);
    case 'record':
      return said.expectations.record(expectation.collection);
  }
}

export function ceilingsOf({ runUsd, monthUsd }: Trigger['ceilings']): string {
  const parts = [
    ...(runUsd === null ? [] : [said.ceilingOf.run(dollars(runUsd))]),
    ...(monthUsd === null ? [] : [said.ceilingOf.month(dollars(monthUsd))]),
  ];
  return parts.length === 0 ? said.ceilingOf.none : listed(parts);
}

export type StateName = keyof typeof said.states;

/** How it stands, in one word. While the engine is away, whether it still runs is not known. */
export function standingOf(
  {
    confirmedAt,
    running,
    enabled,
    nextRunAt,
    lastRun,
  }: Pick<Trigger, 'confirmedAt' | 'running' | 'enabled' | 'nextRunAt' | 'lastRun'>,
  away: boolean,
): StateName {
  if (confirmedAt === null) return 'unconfirmed';
  if (running && away) return 'unknown';
  if (running) return lastRun?.outcome === 'waiting' ? 'waiting' : 'running';
  if (!enabled) return 'paused';
  return nextRunAt === null ? 'over' : 'on';
}

/** It shows a text at its time, and carries nothing out. */
export const isReminder = ({ kind, effect }: Pick<Trigger, 'kind' | 'effect'>): boolean =>
  effect === 'notify' && kind !== 'watch';

/** The title of the list of what it does. */
export const doesOf = (trigger: Trigger): string => (isReminder(trigger) ? said.whatItDoes : said.mayDo);

/** That it has not been its time yet. */
export const neverOf = (trigger: Trigger): string => (isReminder(trigger) ? said.neverReminded : said.never);

export const factsOf = ({ kind, effect, createdBy }: Trigger): readonly string[] => [
  ...(isReminder({ kind, effect }) ? [said.kinds.reminder] : [said.kinds[kind], said.effects[effect]]),
  ...(createdBy === 'agent' ? [said.byAgent] : []),
];
