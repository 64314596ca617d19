// Room: what the model of a run was shown of memory and of the graph, and why. Ids and reasons, never
// words: what is erased later is gone here, too.

import type { EntityId, ToolCallId } from '../../kernel/ids.ts';
import type { Reason, Told, ToldInRun } from '../../ports/told.ts';
import type { ToldChange } from './store.ts';
import { toldLimits } from './limits.ts';

export { REASONS } from '../../ports/told.ts';

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

/** A memory entry that was shown because it mentions an entity, and not because its words were searched for. */
export const toldEntry = (id: string): Told => ({ kind: 'memory', id, score: null, reasons: [] });

export const toldEntity = (id: EntityId): Told => ({ kind: 'entity', id, score: null, reasons: [] });

/** The change that records what the model was shown in one place (the prompt, or one result); empty if nothing was. */
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
