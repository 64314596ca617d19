import type { EntityId, RunId, ToolCallId } from '../kernel/ids.ts';
import type { Reason, Told } from '../ports/told.ts';
import type { ToldChange } from './changes.ts';
import { toldLimits } from './limits.ts';

/** The same in its place: in the prompt of a run, or in the result of a call. */
export interface ToldInRun extends Told {
  readonly runId: RunId;
  /** Null: it was in the prompt, from the beginning. */
  readonly toolCallId: ToolCallId | null;
  /** The sub-agent that was told; null for the run itself. */
  readonly agent: string | null;
  /** Among what was told at once, from 0: the best first. */
  readonly place: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Recollected {
  readonly entry: { readonly entryId: string };
  readonly score: number | null;
  readonly reasons: readonly Reason[];
}

export const toldFrom = ({ entry, score, reasons }: Recollected): Told => ({
  kind: 'memory',
  id: entry.entryId,
  score,
  reasons,
});

/** An entry that was shown because it speaks of something, and not found by its words. */
export const toldEntry = (id: string): Told => ({ kind: 'memory', id, score: null, reasons: [] });

export const toldEntity = (id: EntityId): Told => ({ kind: 'entity', id, score: null, reasons: [] });

/** The change that keeps what a run was told at once; none if it was nothing. */
export function keptTold(
  { runId, agent }: Pick<ToldInRun, 'runId' | 'agent'>,
  toolCallId: ToolCallId | null,
  told: readonly Told[],
  at: number,
): readonly ToldChange[] {
  if (told.length === 0) return [];
  const placed = told
    .slice(0, toldLimits.ofCall)
    .map((one, place) => ({ ...one, runId, toolCallId, agent, place, at }));
  return [{ change: 'run.told', told: placed }];
}
