import { workflowWords as said } from '../words/workflows.ts';
import type { RunSummary, StepResult } from './workflows.ts';

export type RunState = keyof typeof said.states;
export type StepState = keyof typeof said.stepStates;

/** How a run stands. While the engine is away, whether it still runs is not known. */
export function stateOfRun(
  { status, outcome, stopping }: Pick<RunSummary, 'status' | 'outcome' | 'stopping'>,
  now: { readonly isAway: boolean; readonly isAsking: boolean },
): RunState {
  if (status === 'running') {
    if (now.isAway) return 'unknown';
    if (stopping) return 'stopping';
    return now.isAsking ? 'asking' : 'running';
  }
  if (status !== 'completed') return status;
  return outcome === 'verified' ? 'verified' : 'unverified';
}

/** How a step stands. */
export function stateOfStep(
  { status }: Pick<StepResult, 'status'>,
  now: { readonly isAway: boolean; readonly isAsking: boolean },
): StepState {
  const isOpen = status === 'waiting' || status === 'running';
  if (isOpen && now.isAway) return 'unknown';
  return status === 'running' && now.isAsking ? 'asking' : status;
}

/** What colour it has. */
export const TONES: Readonly<Record<RunState | StepState, '' | 'good' | 'warn' | 'bad'>> = {
  waiting: '',
  running: 'warn',
  stopping: 'warn',
  asking: 'warn',
  verified: 'good',
  unverified: '',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
  aborted: '',
  interrupted: 'bad',
  skipped: '',
  unknown: '',
};

const SECOND = 1_000;
const MINUTE = 60;

/** A time in a unit that says enough: 40 ms, 1.4 s, 12 min, 2 h 5 min. */
export function tookInWords(ms: number): string {
  if (ms < SECOND) return said.ms(Math.round(ms));
  const seconds = ms / SECOND;
  if (seconds < 10) return said.seconds(Math.round(seconds * 10) / 10);
  if (seconds < 2 * MINUTE) return said.seconds(Math.round(seconds));
  const minutes = Math.round(seconds / MINUTE);
  return minutes < 2 * MINUTE
    ? said.minutes(minutes)
    : said.hours(Math.floor(minutes / MINUTE), minutes % MINUTE);
}

const TRIGGER = 'trigger:';

/** Who started a run; `triggerId` is the automation that did, if one did. */
export function startedBy(by: string): { readonly words: string; readonly triggerId: string | null } {
  if (by.startsWith(TRIGGER)) return { words: said.runs.by.trigger, triggerId: by.slice(TRIGGER.length) };
  const words = by === 'owner' || by === 'agent' ? said.runs.by[by] : said.runs.byUser(by);
  return { words, triggerId: null };
}
