import { signal } from '@preact/signals';
import { readConfig } from '../app/config.ts';
import type { Day } from '../costs/spent.ts';
import { engine, type Answer } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import type { Task } from '../tasks/tasks.ts';
import type { Run } from './facts.ts';
import { noteVisit, type Visits } from './last-visit.ts';

/** The engine's largest page. */
const LARGEST = 200;
/** As many days as the longest month has. */
const MONTH = 31;

export interface Today {
  readonly visits: Visits;
  /** Since the visit before, the newest first. */
  readonly runs: readonly Run[];
  /** Whether these are all of them. */
  readonly isAll: boolean;
  /** Of UTC, as the ceilings count. */
  readonly days: readonly Day[];
  /** Null for a member, for whom the daily limit of their own counts. */
  readonly config: Answer<'config.get'>['config'] | null;
}

/** Null until it was read. */
export const today = signal<Today | null>(null);
/** Those that are not done. */
export const tasks = signal<readonly Task[]>([]);
/** Why it could not be read, in words. */
export const wrong = signal('');

/** Never rejects. */
export async function readToday(): Promise<void> {
  const visits = noteVisit(Date.now());
  try {
    const [{ runs, nextCursor }, { days }, found, open, begun] = await Promise.all([
      engine['history.runs']({ query: { from: new Date(visits.since).toISOString(), limit: LARGEST } }),
      engine['history.dailyCost']({ query: { days: MONTH, timeZone: 'UTC' } }),
      readConfig(),
      engine['tasks.list']({ query: { status: 'open', limit: LARGEST } }),
      engine['tasks.list']({ query: { status: 'in_progress', limit: LARGEST } }),
    ]);
    // A replay is no work.
    const worked = runs.filter(({ replayOf }) => replayOf === null);
    today.value = { visits, runs: worked, isAll: nextCursor === null, days, config: found?.config ?? null };
    tasks.value = [...open.tasks, ...begun.tasks];
    wrong.value = '';
  } catch (error) {
    // That the engine is away is said above everything; this is read again when it is back.
    if (statusOf(error) !== null) wrong.value = told(error);
  }
}
