import { workflowWords as said } from '#words/workflows.ts';
import type { RunSummary, StepResult } from './workflows.ts';

type Starter = RunSummary['startedBy'];

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

/** Who started a run; `triggerId` is the automation that did, if one did. */
export function startedBy({ kind, id }: Starter): {
  readonly words: string;
  readonly triggerId: string | null;
} {
  if (kind === 'trigger') return { words: said.runs.by.trigger, triggerId: id };
  return { words: said.runs.by[kind === 'agent' ? 'agent' : 'owner'], triggerId: null };
}
