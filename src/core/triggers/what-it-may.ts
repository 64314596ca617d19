import { quoted } from '../kernel/quoted.ts';
import type { Preview, TriggerEdit } from './draft.ts';
import type { Permissions, Trigger } from './model.ts';

/** What a trigger does and may do, in sentences for the person who decides. */
export function whatItMay({
  effect,
  kind,
  permissions,
  ceilings,
}: Pick<Trigger, 'effect' | 'kind' | 'permissions' | 'ceilings'>): readonly string[] {
  if (effect === 'backup') return ['It makes a backup of everything on this machine.'];
  if (effect === 'notify') return ['It shows you a notice on this machine. Nothing leaves it.'];
  if (kind === 'watch')
    return [
      'The agent reads what has changed and reports it. It has no tool that changes or sends anything.',
      ...ofCosts(ceilings),
    ];
  const may = allowed(permissions);
  const rest =
    may.length === 0
      ? 'It may read, and nothing else without asking you.'
      : 'It may read. Everything else it asks.';
  return [...may, rest, ...ofCosts(ceilings)];
}

/** A list that is left out stays as it is. */
function allowed({ tools = [], hosts = [], folders = [] }: Partial<Permissions>): readonly string[] {
  const inFolders = folders.map((one) => (one === '.' ? 'the whole workspace' : one));
  return [
    ...(hosts.length > 0 ? [`It may send to ${list(hosts)} without asking.`] : []),
    ...(folders.length > 0 ? [`It may change files in ${list(inFolders)} without asking.`] : []),
    ...(tools.length > 0 ? [`It may use ${list(tools)} without asking.`] : []),
  ];
}

const ofCosts = ({ runUsd, monthUsd }: Trigger['ceilings']): readonly string[] => {
  const each = runUsd === null ? null : `$${runUsd} in one run`;
  const all = monthUsd === null ? null : `$${monthUsd} in one month`;
  const said = [each, all].filter((one) => one !== null);
  return said.length === 0 ? [] : [`It may cost at most ${said.join(' and ')}.`];
};

const list = (names: readonly string[]): string =>
  names.map((name) => quoted(name, 120).slice(1, -1)).join(', ');

const TASK_CHARS = 1_000;
const SHOWN_TIMES = 3;

/** Everything that its owner decides about, in one text. `preview`: null for what is not a schedule. */
export function questionAbout(
  trigger: Trigger,
  preview: Pick<Preview, 'words' | 'times' | 'timeZone'> | null,
): string {
  const { title, task, watch, runAt } = trigger;
  const what = task === null ? '' : ` It does this: ${quoted(task, TASK_CHARS)}.`;
  return `${quoted(title, 200)} ${whenOf(watch, runAt, preview)}.${what} ${whatItMay(trigger).join(' ')}`;
}

function whenOf(
  watch: Trigger['watch'],
  runAt: number | null,
  preview: Pick<Preview, 'words' | 'times' | 'timeZone'> | null,
): string {
  if (watch !== null) return `watches ${quoted(watch.url, 300)} every ${watch.intervalMinutes} minutes`;
  if (preview === null) return `is due once, at ${minute(runAt ?? 0)} UTC`;
  const next = preview.times.slice(0, SHOWN_TIMES).map(minute).join(', ');
  return `happens by itself: ${preview.words} (${preview.timeZone}); next at ${next} UTC`;
}

const minute = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** What would change, in one text for the person who decides: what it may do first, long texts last. */
export function changeInWords(edit: TriggerEdit): string {
  const { enabled, permissions, ceilings, schedule, timeZone, title, expectation, task } = edit;
  const costs = ofCosts({ runUsd: ceilings?.runUsd ?? null, monthUsd: ceilings?.monthUsd ?? null });
  const taken = Object.entries(permissions ?? {}).flatMap(([of, names]) =>
    names.length === 0 ? [`It may use no ${of} any more without asking.`] : [],
  );
  const becomes = (what: string, now: string | undefined, maxChars: number): readonly string[] =>
    now === undefined ? [] : [`${what} becomes ${quoted(now, maxChars)}.`];
  return [
    ...(enabled === undefined ? [] : [enabled ? 'It is resumed.' : 'It is paused.']),
    ...allowed(permissions ?? {}),
    ...taken,
    ...costs,
    ...becomes('Its schedule', schedule, 200),
    ...becomes('Its time zone', timeZone, 100),
    ...becomes('Its title', title, 200),
    ...becomes('What success is', expectation ? JSON.stringify(expectation) : undefined, 500),
    ...becomes('What it does', task, TASK_CHARS),
  ].join(' ');
}
