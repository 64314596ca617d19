import type { SessionId, ThreadId } from '../kernel/ids.ts';
import { addUsage, noUsage, type Usage } from '../ports/model.ts';
import type { RunStatus, SideCall } from '../runs/model.ts';

/** Which runs are meant: those to which all that is given applies. */
export interface RunFilter {
  readonly status?: RunStatus;
  readonly model?: string;
  readonly sessionId?: SessionId;
  readonly threadId?: ThreadId;
  /** When the run began: at this instant or later, and before that one. */
  readonly from?: number;
  readonly to?: number;
  /** Stands in the task, character for character; only the case of a to z does not count. */
  readonly text?: string;
}

/** Where a page of runs ended. Runs are numbered as they are made. */
export interface RunPosition {
  readonly runNo: number;
}

/** Where a page of the calls of one run ended. Later ones have higher numbers. */
export interface ToolCallPosition {
  readonly callNo: number;
}

/** What some runs came to. US dollars, milliseconds. */
export interface Spent {
  readonly runs: number;
  readonly costUsd: number;
  readonly usage: Usage;
}

export interface SpentOnModel extends Spent {
  readonly model: string;
}

/** The runs that agree in these three. */
export interface RunGroup extends SpentOnModel {
  readonly provider: string;
  readonly status: RunStatus;
  readonly durationMs: number;
  readonly waitMs: number;
}

/** Calls of one tool that have an outcome. */
export interface ToolUse {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
}

/** Model calls beside the runs. US dollars. */
export interface SideCallUse {
  readonly purpose: SideCall['purpose'];
  readonly calls: number;
  readonly failures: number;
  readonly costUsd: number;
}

export const nothingSpent: Spent = { runs: 0, costUsd: 0, usage: noUsage };

export const addSpent = (a: Spent, b: Spent): Spent => ({
  runs: a.runs + b.runs,
  costUsd: a.costUsd + b.costUsd,
  usage: addUsage(a.usage, b.usage),
});

/** What each value of one property came to, the dearest first. */
export function spentBy<Key extends string>(
  groups: readonly RunGroup[],
  keyOf: (group: RunGroup) => Key,
): readonly (Spent & { readonly key: Key })[] {
  return [...Map.groupBy(groups, keyOf)]
    .map(([key, some]) => ({ key, ...some.reduce<Spent>(addSpent, nothingSpent) }))
    .toSorted((a, b) => b.costUsd - a.costUsd || b.runs - a.runs || (a.key < b.key ? -1 : 1));
}

/** The share of what went in that came out of a provider's cache, from 0 to 1; null when nothing went in. */
export function cacheShare({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number | null {
  const all = inputTokens + cacheReadTokens + cacheWriteTokens;
  return all === 0 ? null : cacheReadTokens / all;
}
