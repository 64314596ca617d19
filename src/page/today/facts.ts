import type { Trigger } from '../automation/triggers.ts';
import type { Backup } from '../backups/state.ts';
import type { Answer } from '../engine/client.ts';
import { outcomeOf } from '../parts/run-outcome.ts';
import type { Task } from '../tasks/tasks.ts';

export type Run = Answer<'history.runs'>['runs'][number];
type Status = Run['status'];

/** As many runs, and plans, as one look takes in. */
const SHOWN = 12;
const PLANNED = 6;
const IN_SIGHT = 3;

/** How many runs ended in which way, the ways that want a person first. */
export function countsOf(
  runs: readonly Pick<Run, 'status' | 'stopReason'>[],
): readonly (readonly [Status, number])[] {
  const order: readonly Status[] = ['failed', 'interrupted', 'aborted', 'running', 'completed'];
  return order
    .map((status) => [status, runs.filter((run) => outcomeOf(run) === status).length] as const)
    .filter(([, count]) => count > 0);
}

/** It wants a person: it did not end well. */
export const isBad = (run: Pick<Run, 'status' | 'stopReason'>): boolean =>
  ['failed', 'interrupted'].includes(outcomeOf(run));

/** The runs that a person sees at once: those that did not end well, then the newest. In the order of their starts. */
export function worthShowing<One extends Pick<Run, 'status' | 'stopReason' | 'createdAt'>>(
  runs: readonly One[],
): readonly One[] {
  const chosen = [...runs.filter(isBad), ...runs.filter((run) => !isBad(run))].slice(0, SHOWN);
  return chosen.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
}

/** What ended well beyond the newest of it is no news: it is folded, in the order that it has. */
export function folded<One>(
  all: readonly One[],
  isNews: (one: One) => boolean,
): { readonly shown: readonly One[]; readonly more: readonly One[] } {
  const newest = new Set(all.filter((one) => !isNews(one)).slice(0, IN_SIGHT));
  const isShown = (one: One) => isNews(one) || newest.has(one);
  const more = all.filter((one) => !isShown(one));
  // A line that says that there is one more takes as much room as that one.
  return more.length <= 1 ? { shown: all, more: [] } : { shown: all.filter(isShown), more };
}

/** The automations that fired since then, the last one first. */
export const firedSince = <One extends Pick<Trigger, 'lastRun'>>(
  triggers: readonly One[],
  since: number,
): readonly (One & { readonly lastRun: NonNullable<One['lastRun']> })[] =>
  triggers
    .filter(
      (one): one is One & { readonly lastRun: NonNullable<One['lastRun']> } =>
        one.lastRun !== null && Date.parse(one.lastRun.startedAt) >= since,
    )
    .toSorted((one, other) => Date.parse(other.lastRun.startedAt) - Date.parse(one.lastRun.startedAt));

/** Something that will happen, or should. */
export interface Planned {
  readonly kind: 'automation' | 'task';
  readonly id: string;
  readonly title: string;
  readonly at: string;
}

type Due = Pick<Task, 'taskId' | 'title' | 'dueAt' | 'status'>;
type Timed = Pick<Trigger, 'triggerId' | 'title' | 'nextRunAt' | 'enabled' | 'confirmedAt'>;

/** What comes next, the soonest first. */
export function comingUp(triggers: readonly Timed[], tasks: readonly Due[], now: number): readonly Planned[] {
  const fires = triggers.flatMap(({ triggerId: id, title, nextRunAt: at, enabled, confirmedAt }) =>
    at === null || !enabled || confirmedAt === null ? [] : [{ kind: 'automation' as const, id, title, at }],
  );
  const due = tasks.flatMap(({ taskId: id, title, dueAt: at, status }) =>
    at === null || Date.parse(at) < now || status === 'completed'
      ? []
      : [{ kind: 'task' as const, id, title, at }],
  );
  return [...fires, ...due]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .slice(0, PLANNED);
}

/** Of the backups of this engine: when the newest was made, and when one was last proven to be restorable. */
export function backupFacts(
  backups: readonly Pick<Backup, 'createdAt' | 'status' | 'own' | 'lastProvenRestorable'>[],
): { readonly newest: string | null; readonly proven: string | null } {
  const own = backups.filter(({ own, status }) => own && status !== 'failed' && status !== 'running');
  const latest = (times: readonly string[]) =>
    times.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0] ?? null;
  return {
    newest: latest(own.map(({ createdAt }) => createdAt)),
    proven: latest(own.flatMap(({ lastProvenRestorable }) => lastProvenRestorable ?? [])),
  };
}
