import { quoted } from '../kernel/quoted.ts';
import { allowedInWords } from '../permissions/model.ts';
import type { Preview } from './draft.ts';
import { triggerLimits } from './limits.ts';
import type { Trigger } from './model.ts';

type WhatItDoes = Pick<Trigger, 'effect' | 'kind' | 'permissions' | 'ceilings' | 'expectation'>;

/** What a trigger does and may do, in sentences for the person who decides. Names of others stand in quotes. */
export function whatItMay({
  effect,
  kind,
  permissions,
  ceilings,
  expectation,
}: WhatItDoes): readonly string[] {
  if (effect === 'backup') return ['It makes a backup of everything on this machine.'];
  if (effect === 'run_workflow')
    return ['It carries out a saved workflow, and may do what that workflow may.', ...ofCosts(ceilings)];
  if (effect === 'notify') return ['It shows you a notice on this machine. Nothing leaves it.'];
  if (kind === 'watch')
    return [
      'The agent reads what has changed and reports it. It has no tool that changes or sends anything.',
      ...afterwards(expectation),
      ...ofCosts(ceilings),
    ];
  const may = allowedInWords(permissions);
  const rest =
    may.length === 0
      ? 'It may read, and nothing else without asking you.'
      : 'It may read. Everything else it asks.';
  return [...may, rest, ...afterwards(expectation), ...ofCosts(ceilings)];
}

/** What the engine itself asks of others once a run has ended. */
const afterwards = (expectation: Trigger['expectation']): readonly string[] =>
  expectation?.kind === 'http' ? [`After each run the engine asks ${inFull(expectation.url)}.`] : [];

const ofCosts = ({ runUsd, monthUsd }: Trigger['ceilings']): readonly string[] => {
  const each = runUsd === null ? null : `$${runUsd} in one run`;
  const all = monthUsd === null ? null : `$${monthUsd} in one month`;
  const said = [each, all].filter((one) => one !== null);
  return said.length === 0
    ? ['Its costs have no ceiling of their own: those of your settings count.']
    : [`It may cost at most ${said.join(' and ')}.`];
};

/** Nothing that is agreed to may be hidden behind a cut: what the agent writes is bounded when it is taken. */
const inFull = (text: string): string => quoted(text, triggerLimits.agentsTaskChars);

const SHOWN_TIMES = 3;

/** Everything that its owner decides about, in one text. `preview`: null for what is not a schedule. */
export function questionAbout(
  trigger: Trigger,
  preview: Pick<Preview, 'schedule' | 'words' | 'times' | 'timeZone'> | null,
): string {
  const { task, expectation } = trigger;
  const what = task === null ? '' : ` It does this: ${inFull(task)}.`;
  const success = expectation === null ? '' : ` Success is: ${inFull(JSON.stringify(expectation))}.`;
  return `${whenOf(trigger, preview)}${what} ${whatItMay(trigger).join(' ')}${success}`;
}

function whenOf(
  { title, watch, runAt, timeZone }: Pick<Trigger, 'title' | 'watch' | 'runAt' | 'timeZone'>,
  preview: Pick<Preview, 'schedule' | 'words' | 'times' | 'timeZone'> | null,
): string {
  const name = inFull(title);
  if (watch !== null) {
    const part = watch.selector === null ? '' : ` (the part ${inFull(watch.selector)})`;
    return `${name} watches ${inFull(watch.url)}${part} every ${watch.intervalMinutes} minutes.`;
  }
  const minute = (at: number): string => minuteIn(at, timeZone);
  if (preview === null) return `${name} is due once, at ${minute(runAt ?? 0)} (${timeZone}).`;
  const next = preview.times.slice(0, SHOWN_TIMES).map(minute).join(', ');
  return `${name} happens by itself: ${preview.words} (${inFull(preview.schedule)}); next at ${next} (${timeZone}).`;
}

/** As the clocks of the zone show it. */
const minuteIn = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** What a trigger would be after a change: all of it, because a consent is to the whole. */
export function questionAboutChange(
  before: Trigger,
  after: Trigger,
  preview: Pick<Preview, 'schedule' | 'words' | 'times' | 'timeZone'> | null,
): string {
  const state = before.enabled === after.enabled ? '' : after.enabled ? ' It is resumed.' : ' It is paused.';
  const name = before.title === after.title ? '' : ` It was called ${inFull(before.title)}.`;
  return `${questionAbout(after, preview)}${name}${state}`;
}
