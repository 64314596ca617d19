import type { ToldInRun } from '../../ports/told.ts';

/** Keeps what the model of a run was told. What is kept already stays as it is: a run that goes on is told it again. */
export interface ToldChange {
  readonly change: 'run.told';
  readonly told: readonly ToldInRun[];
}
