import { instantOf, localInput } from '../parts/format.ts';
import { amountTyped, toType } from '../parts/typed-number.ts';
import type { engine } from '../engine/client.ts';
import { automationFormWords } from '#words/automation-form.ts';
import { automationWords } from '#words/automation.ts';
import { valuesIn, type Wrong as WrongValues } from '../workflows/form-values.ts';
import type { Parameter } from '../workflows/workflows.ts';
import { scheduleOf, usual, type Often } from './recurrence.ts';
import { zoneTyped } from './zone-typed.ts';
import type { Trigger } from './triggers.ts';

const said = automationFormWords;

export type Effect = keyof typeof said.effects;
export type When = keyof typeof said.whens;
export type ArtifactType = keyof typeof automationWords.artifactTypes;
export type Success = keyof typeof said.successes;

/** What the fields of the form hold, as it was typed. */
interface Fields {
  readonly title: string;
  readonly effect: Effect;
  readonly when: When;
  /** '' is as the schedule says. */
  readonly often: Often | '';
  readonly schedule: string;
  readonly timeZone: string;
  readonly runAt: string;
  readonly url: string;
  readonly interval: string;
  readonly selector: string;
  readonly task: string;
  /** '' is none. */
  readonly workflowId: string;
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

/** What the form holds. */
export interface FormValues extends Fields {
  /** What was typed for each parameter of the workflow, by its name. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type FieldName = keyof Fields;
type WrongFields = Partial<Record<FieldName | 'rest', string>>;
/** What is wrong, beside its field; `rest` belongs to none. */
export type Wrong = Readonly<WrongFields> & {
  /** With which parameters of the workflow; left out if nothing is. */
  readonly parameters?: WrongValues;
};

export type NewTrigger = NonNullable<Parameters<(typeof engine)['triggers.create']>[0]['body']>;
type Changes = NonNullable<Parameters<(typeof engine)['triggers.set']>[0]['body']>;

export const freshFormValues = (timeZone: string): FormValues => ({
  title: '',
  effect: 'run_agent',
  when: 'schedule',
  often: '',
  schedule: scheduleOf(usual),
  timeZone,
  runAt: '',
  url: '',
  interval: '60',
  selector: '',
  task: '',
  workflowId: '',
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
  parameters: {},
});

/** Most reminders are for once, and many for the next morning. */
export function freshReminder(timeZone: string, now: Date): FormValues {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
  return {
    ...freshFormValues(timeZone),
    effect: 'notify',
    when: 'once',
    runAt: localInput(at.toISOString()),
  };
}

const MORNING = 9;

const CHOICES: Readonly<Partial<Record<FieldName, Readonly<Record<string, unknown>>>>> = {
  effect: said.effects,
  when: said.whens,
  often: { '': null, ...said.oftens },
  success: said.successes,
  artifact: { '': null, ...automationWords.artifactTypes },
};

/** A new automation as a draft has it; what a draft does not have, or has wrong, is as in `fresh`. */
export function withDraft(fresh: FormValues, draft: Readonly<Record<string, unknown>>): FormValues {
  const { parameters, ...fields } = fresh;
  const fits = ([name, value]: readonly [string, unknown]): boolean => {
    const choices = CHOICES[name as FieldName];
    return (
      Object.hasOwn(fields, name) &&
      typeof value === 'string' &&
      (choices === undefined || Object.hasOwn(choices, value))
    );
  };
  const given: FormValues = {
    ...fields,
    ...Object.fromEntries(Object.entries(draft).filter(fits)),
    parameters: { ...parameters, ...textsIn(draft['parameters']) },
  };
  return whensOf(given.effect).includes(given.when) ? given : { ...given, when: fresh.when };
}

const textsIn = (kept: unknown): Record<string, string> =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(
        Object.entries(kept).filter((one): one is [string, string] => typeof one[1] === 'string'),
      )
    : {};

const shownAmount = (usd: number | null): string => (usd === null ? '' : toType(usd));

/** A trigger as its form shows it. */
export function formValuesOf(trigger: Trigger): FormValues {
  const { watch, runAt, expectation, permissions, ceilings } = trigger;
  return {
    ...freshFormValues(trigger.timeZone),
    title: trigger.title,
    effect: trigger.effect,
    workflowId: trigger.workflowId ?? '',
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

function successOf(expectation: Trigger['expectation']): Partial<FormValues> {
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
export const isWork = ({ effect }: Pick<FormValues, 'effect'>): boolean => effect === 'run_agent';
/** A watch only reads. */
export const hasPermissions = ({ effect, when }: Pick<FormValues, 'effect' | 'when'>): boolean =>
  effect === 'run_agent' && when !== 'watch';
/** The agent is told what to do, and a notice says something. */
export const hasTask = ({ effect }: Pick<FormValues, 'effect'>): boolean =>
  effect === 'run_agent' || effect === 'notify';
/** A backup of a page that has changed makes no sense, and such a page starts no steps that act. */
export const whensOf = (effect: Effect): readonly When[] =>
  effect === 'backup' || effect === 'run_workflow' ? ['schedule', 'once'] : ['schedule', 'once', 'watch'];

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
const amountOf = (text: string): number | null => {
  const amount = amountTyped(text);
  return amount === undefined ? Number.NaN : amount;
};

const wholeOf = (text: string, least: number, most: number): number | null => {
  const value = /^\d+$/u.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return value >= least && value <= most ? value : null;
};
const minutesOf = (given: FormValues): number | null => wholeOf(given.interval, 5, 10_080);
const statusOf = (given: FormValues): number | null => wholeOf(given.status, 100, 599);

const valuesFor = ({ parameters: typed }: FormValues, parameters: readonly Parameter[]) =>
  valuesIn(parameters, new Map(Object.entries(typed)));

/**
 * What can be told without the engine. Empty if nothing is wrong.
 * @param parameters those of the workflow that is chosen for a new automation
 */
export function wrongIn(given: FormValues, parameters: readonly Parameter[] = []): Wrong {
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
  const wrongMonth: Wrong = Number.isNaN(amountOf(given.monthUsd)) ? { monthUsd: wrong.amount } : {};
  const work: Wrong = isWork(given)
    ? {
        ...isMissing('task'),
        ...success[given.success](),
        ...(Number.isNaN(amountOf(given.runUsd)) ? { runUsd: wrong.amount } : {}),
        ...wrongMonth,
      }
    : given.effect === 'run_workflow'
      ? wrongMonth
      : {};
  return { ...isMissing('title'), ...of[given.when](), ...work, ...wrongWorkflow(given, parameters) };
}

function wrongWorkflow(given: FormValues, parameters: readonly Parameter[]): Wrong {
  if (given.effect !== 'run_workflow') return {};
  if (given.workflowId === '') return { workflowId: said.wrong.workflowId };
  const { wrong } = valuesFor(given, parameters);
  return wrong.size === 0 ? {} : { parameters: wrong };
}

function expectationOf(given: FormValues): NonNullable<NewTrigger['expectation']> | null {
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

/**
 * What the form asks for. Only for what `wrongIn` finds nothing in.
 * @param parameters as `wrongIn` takes them
 */
export function bodyOf(given: FormValues, parameters: readonly Parameter[] = []): NewTrigger {
  const { when, effect } = given;
  const task = given.task.trim();
  const zone = zoneTyped(given.timeZone);
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
    ...(task === '' || !hasTask(given) ? {} : { task }),
    ...(effect === 'run_workflow'
      ? {
          workflowId: given.workflowId,
          parameters: { ...valuesFor(given, parameters).values },
          ceilings: { monthUsd: amountOf(given.monthUsd) },
        }
      : {}),
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

/** What of a trigger is asked to change; null if nothing is. What it does stays, and so does its workflow with its values. */
export function changesOf(before: FormValues, given: FormValues): Changes | null {
  const [was, is] = [bodyOf(before), bodyOf(given)] as const;
  const { effect: _effect, workflowId: _workflow, parameters: _values, ...asked } = is;
  const changed = Object.entries(asked).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof NewTrigger]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

const FIELD_OF_CODE: Readonly<Record<string, (given: FormValues) => FieldName>> = {
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
  workflow_not_found: () => 'workflowId',
  invalid_parameters: () => 'workflowId',
};

const FIELD_OF_PART: Readonly<Record<string, FieldName>> = {
  intervalMinutes: 'interval',
  effect: 'effect',
};

/** The field of what the body calls so: `/permissions/hosts/0`. */
function fieldOf(path: string, given: FormValues): FieldName | 'rest' {
  if (path.startsWith('/parameters')) return 'workflowId';
  for (const part of path.split('/').toReversed()) {
    if (path.startsWith('/expectation') && part === 'url') return 'address';
    const name = FIELD_OF_PART[part] ?? part;
    if (Object.hasOwn(given, name)) return name as FieldName;
  }
  return 'rest';
}

/** What the engine refused, beside its field. */
export function besideFields(
  given: FormValues,
  refused: {
    readonly code: string | null;
    readonly text: string;
    readonly violations: readonly { readonly path: string; readonly message: string }[];
  },
): Wrong {
  const { code, text, violations } = refused;
  const wrong: WrongFields = {};
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
function permissionIn(given: FormValues, text: string): FieldName | 'rest' {
  const lists = ['hosts', 'folders', 'tools'] as const;
  const isIn = (name: (typeof lists)[number]) =>
    listOf(given[name]).some((one) => text.includes(JSON.stringify(one)) || text.includes(`tool ${one}.`));
  return lists.find(isIn) ?? 'rest';
}

/** What a part of the form needs: what was typed, what is wrong with it, and how it changes. */
export interface FormPart {
  readonly given: FormValues;
  readonly wrong: Wrong;
  readonly set: (part: Partial<FormValues>) => void;
}
