import { instantOf, localInput } from '../parts/format.ts';
import type { engine } from '../engine/client.ts';
import { automationWords } from '../words/automation.ts';
import type { Trigger } from './triggers.ts';

const said = automationWords.form;

export type Effect = keyof typeof said.effects;
export type When = keyof typeof said.whens;
export type ArtifactType = keyof typeof automationWords.artifactTypes;
export type Success = keyof typeof said.successes;

/** What the form holds, as it was typed. */
export interface Given {
  readonly title: string;
  readonly effect: Effect;
  readonly when: When;
  readonly schedule: string;
  readonly timeZone: string;
  readonly runAt: string;
  readonly url: string;
  readonly interval: string;
  readonly selector: string;
  readonly task: string;
  readonly success: Success;
  readonly path: string;
  readonly contains: string;
  readonly matches: string;
  readonly address: string;
  readonly status: string;
  /** '' is any. */
  readonly artifact: ArtifactType | '';
  readonly hosts: string;
  readonly folders: string;
  readonly tools: string;
  readonly runUsd: string;
  readonly monthUsd: string;
  /** '' is the usual one. */
  readonly profile: string;
}

export type FieldName = keyof Given;
/** What is wrong, beside its field; `rest` belongs to none. */
export type Wrong = Readonly<Partial<Record<FieldName | 'rest', string>>>;

export type NewTrigger = NonNullable<Parameters<(typeof engine)['triggers.create']>[0]['body']>;
type Changes = NonNullable<Parameters<(typeof engine)['triggers.set']>[0]['body']>;

export const freshGiven = (timeZone: string): Given => ({
  title: '',
  effect: 'run_agent',
  when: 'schedule',
  schedule: '',
  timeZone,
  runAt: '',
  url: '',
  interval: '60',
  selector: '',
  task: '',
  success: 'none',
  path: '',
  contains: '',
  matches: '',
  address: '',
  status: '200',
  artifact: '',
  hosts: '',
  folders: '',
  tools: '',
  runUsd: '',
  monthUsd: '',
  profile: '',
});

const CHOICES: Readonly<Partial<Record<FieldName, Readonly<Record<string, unknown>>>>> = {
  effect: said.effects,
  when: said.whens,
  success: said.successes,
  artifact: { '': null, ...automationWords.artifactTypes },
};

/** A new automation as a draft has it; what a draft does not have, or has wrong, is as in `fresh`. */
export function withDraft(fresh: Given, draft: Readonly<Record<string, unknown>>): Given {
  const fits = ([name, value]: readonly [string, unknown]): boolean => {
    const choices = CHOICES[name as FieldName];
    return (
      name in fresh && typeof value === 'string' && (choices === undefined || Object.hasOwn(choices, value))
    );
  };
  const given: Given = { ...fresh, ...Object.fromEntries(Object.entries(draft).filter(fits)) };
  return whensOf(given.effect).includes(given.when) ? given : { ...given, when: fresh.when };
}

const shownAmount = (usd: number | null): string => (usd === null ? '' : String(usd));

/** A trigger as its form shows it. */
export function givenOf(trigger: Trigger): Given {
  const { watch, runAt, expectation, permissions, ceilings } = trigger;
  return {
    ...freshGiven(trigger.timeZone),
    title: trigger.title,
    effect: trigger.effect === 'run_workflow' ? 'run_agent' : trigger.effect,
    when: watch !== null ? 'watch' : runAt !== null ? 'once' : 'schedule',
    schedule: trigger.schedule ?? '',
    runAt: runAt === null ? '' : localInput(runAt),
    url: watch?.url ?? '',
    interval: String(watch?.intervalMinutes ?? 60),
    selector: watch?.selector ?? '',
    task: trigger.task ?? '',
    ...successOf(expectation),
    hosts: permissions.hosts.join(', '),
    folders: permissions.folders.join(', '),
    tools: permissions.tools.join(', '),
    runUsd: shownAmount(ceilings.runUsd),
    monthUsd: shownAmount(ceilings.monthUsd),
    profile: trigger.profile ?? '',
  };
}

function successOf(expectation: Trigger['expectation']): Partial<Given> {
  switch (expectation?.kind) {
    case 'file':
      return { success: expectation.changed === true ? 'changed' : 'file', path: expectation.path };
    case 'answer':
      return expectation.matches === undefined
        ? { success: 'contains', contains: expectation.contains ?? '' }
        : { success: 'matches', matches: expectation.matches };
    case 'http':
      return { success: 'http', address: expectation.url, status: String(expectation.status) };
    case 'artifact':
      return { success: 'artifact', artifact: expectation.type ?? '' };
    case 'record':
    case undefined:
      return { success: 'none' };
  }
}

/** What is asked of the agent needs more fields than a backup or a notice. */
export const isWork = ({ effect }: Pick<Given, 'effect'>): boolean => effect === 'run_agent';
/** A watch only reads. */
export const hasPermissions = ({ effect, when }: Pick<Given, 'effect' | 'when'>): boolean =>
  effect === 'run_agent' && when !== 'watch';
/** A backup of a page that has changed makes no sense. */
export const whensOf = (effect: Effect): readonly When[] =>
  effect === 'backup' ? ['schedule', 'once'] : ['schedule', 'once', 'watch'];

/** Several in one line, each once. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/u)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** Null: none was given. NaN: this is none. */
function amountOf(text: string): number | null {
  const typed = text
    .trim()
    .replace(/^\$\s*/u, '')
    .replace(',', '.');
  if (typed === '') return null;
  return /^\d+(?:\.\d+)?$/u.test(typed) ? Number(typed) : Number.NaN;
}

const wholeOf = (text: string, least: number, most: number): number | null => {
  const value = /^\d+$/u.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return value >= least && value <= most ? value : null;
};
const minutesOf = (given: Given): number | null => wholeOf(given.interval, 5, 10_080);
const statusOf = (given: Given): number | null => wholeOf(given.status, 100, 599);

/** What can be told without the engine. Empty if nothing is wrong. */
export function wrongIn(given: Given): Wrong {
  const wrong = said.wrong;
  const isEmpty = (name: FieldName): boolean => given[name].trim() === '';
  const isMissing = (name: keyof typeof wrong & FieldName): Wrong =>
    isEmpty(name) ? { [name]: wrong[name] } : {};
  const of: Record<When, () => Wrong> = {
    schedule: () => isMissing('schedule'),
    once: () => (instantOf(given.runAt) === null ? { runAt: wrong.runAt } : {}),
    watch: () => ({
      ...isMissing('url'),
      ...(minutesOf(given) === null ? { interval: wrong.interval } : {}),
    }),
  };
  const success: Record<Success, () => Wrong> = {
    none: () => ({}),
    file: () => isMissing('path'),
    changed: () => isMissing('path'),
    contains: () => isMissing('contains'),
    matches: () => isMissing('matches'),
    http: () => ({
      ...isMissing('address'),
      ...(statusOf(given) === null ? { status: wrong.status } : {}),
    }),
    artifact: () => ({}),
  };
  const work: Wrong = isWork(given)
    ? {
        ...isMissing('task'),
        ...success[given.success](),
        ...(Number.isNaN(amountOf(given.runUsd)) ? { runUsd: wrong.amount } : {}),
        ...(Number.isNaN(amountOf(given.monthUsd)) ? { monthUsd: wrong.amount } : {}),
      }
    : {};
  return { ...isMissing('title'), ...of[given.when](), ...work };
}

function expectationOf(given: Given): NonNullable<NewTrigger['expectation']> | null {
  switch (given.success) {
    case 'none':
      return null;
    case 'file':
      return { kind: 'file', path: given.path.trim() };
    case 'changed':
      return { kind: 'file', path: given.path.trim(), changed: true };
    case 'contains':
      return { kind: 'answer', contains: given.contains.trim() };
    case 'matches':
      return { kind: 'answer', matches: given.matches.trim() };
    case 'http':
      return { kind: 'http', url: given.address.trim(), status: statusOf(given) ?? 0 };
    case 'artifact':
      return { kind: 'artifact', ...(given.artifact === '' ? {} : { type: given.artifact }) };
  }
}

/** What the form asks for. Only for what `wrongIn` finds nothing in. */
export function bodyOf(given: Given): NewTrigger {
  const { when, effect } = given;
  const task = given.task.trim();
  const zone = given.timeZone.trim();
  return {
    title: given.title.trim(),
    effect,
    ...(when === 'schedule' ? { schedule: given.schedule.trim() } : {}),
    ...(when === 'once' ? { runAt: instantOf(given.runAt) ?? '' } : {}),
    ...(when === 'watch'
      ? {
          watch: {
            url: given.url.trim(),
            intervalMinutes: minutesOf(given) ?? 0,
            selector: given.selector.trim() === '' ? null : given.selector.trim(),
          },
        }
      : {}),
    ...(zone === '' ? {} : { timeZone: zone }),
    ...(task === '' || effect === 'backup' ? {} : { task }),
    ...(isWork(given)
      ? {
          expectation: expectationOf(given),
          profile: given.profile === '' ? null : given.profile,
          ceilings: { runUsd: amountOf(given.runUsd), monthUsd: amountOf(given.monthUsd) },
        }
      : {}),
    ...(hasPermissions(given)
      ? {
          permissions: {
            hosts: listOf(given.hosts),
            folders: listOf(given.folders),
            tools: listOf(given.tools),
          },
        }
      : {}),
  };
}

/** What of a trigger is asked to change; null if nothing is. */
export function changesOf(before: Given, given: Given): Changes | null {
  const [was, is] = [bodyOf(before), bodyOf(given)] as const;
  const { effect: _, ...asked } = is;
  const changed = Object.entries(asked).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof NewTrigger]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

const FIELD_OF_CODE: Readonly<Record<string, (given: Given) => FieldName>> = {
  invalid_schedule: ({ when }) => (when === 'once' ? 'runAt' : 'schedule'),
  invalid_time_zone: () => 'timeZone',
  invalid_selector: () => 'selector',
  invalid_pattern: () => 'matches',
  invalid_expectation: ({ success }) =>
    success === 'http'
      ? 'address'
      : success === 'contains'
        ? 'contains'
        : success === 'matches'
          ? 'matches'
          : 'path',
  profile_unknown: () => 'profile',
};

const FIELD_OF_PART: Readonly<Record<string, FieldName>> = {
  intervalMinutes: 'interval',
  effect: 'effect',
};

/** The field of what the body calls so: `/permissions/hosts/0`. */
function fieldOf(path: string, given: Given): FieldName | 'rest' {
  for (const part of path.split('/').toReversed()) {
    if (path.startsWith('/expectation') && part === 'url') return 'address';
    const name = FIELD_OF_PART[part] ?? part;
    if (name in given) return name as FieldName;
  }
  return 'rest';
}

/** What the engine refused, beside its field. */
export function besideFields(
  given: Given,
  refused: {
    readonly code: string | null;
    readonly text: string;
    readonly violations: readonly { readonly path: string; readonly message: string }[];
  },
): Wrong {
  const { code, text, violations } = refused;
  const wrong: Partial<Record<FieldName | 'rest', string>> = {};
  for (const { path, message } of violations) {
    const name = fieldOf(path, given);
    wrong[name] = wrong[name] === undefined ? message : `${wrong[name]} ${message}`;
  }
  if (violations.length > 0) return wrong;
  if (code === 'invalid_trigger' && given.when === 'watch') return { url: text };
  if (code === 'invalid_permission') return { [permissionIn(given, text)]: text };
  const name = code === null ? undefined : FIELD_OF_CODE[code]?.(given);
  return { [name ?? 'rest']: text };
}

/** The engine quotes what it refuses. */
function permissionIn(given: Given, text: string): FieldName | 'rest' {
  const lists = ['hosts', 'folders', 'tools'] as const;
  const isIn = (name: (typeof lists)[number]) =>
    listOf(given[name]).some((one) => text.includes(JSON.stringify(one)) || text.includes(`tool ${one}.`));
  return lists.find(isIn) ?? 'rest';
}
