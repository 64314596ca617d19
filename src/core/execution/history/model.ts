// Room: what every run did and cost. No text leaves it unmasked.

import type { Starter } from '../../trust/people/model.ts';
import type { PersonId, RunId, SessionId, ThreadId } from '../../kernel/ids.ts';
import { addUsage, noUsage, type Usage, type PriceKnown } from '../../ports/model.ts';
import type { RunStatus, SideCall } from '../runs/model.ts';

/** Selects the runs that match all given fields. */
export interface RunFilter {
  readonly status?: RunStatus;
  readonly model?: string;
  readonly sessionId?: SessionId;
  readonly threadId?: ThreadId;
  /** When the run began: at `from` or later, and before `to`. */
  readonly from?: number;
  readonly to?: number;
  /** Text that the task contains, exact except for the case of a to z. */
  readonly text?: string;
}

/** A run as who may not read it is told of it: whose, of what kind, how long and for how much, and no word. */
export interface WorkOfOther {
  readonly runId: RunId;
  readonly personId: PersonId;
  readonly kind: Starter['kind'];
  readonly status: RunStatus;
  readonly createdAt: number;
  /** Null while it goes on. */
  readonly endedAt: number | null;
  readonly costUsd: number;
  readonly priceKnown: PriceKnown;
}

/** The end of a page of runs. Runs are numbered as they are created. */
export interface RunPosition {
  readonly runNo: number;
}

/** The end of a page of a run's tool calls. Later calls have higher numbers. */
export interface ToolCallPosition {
  readonly callNo: number;
}

/** Totals of a set of runs, in US dollars and milliseconds. */
export interface Spent {
  readonly runs: number;
  readonly costUsd: number;
  readonly usage: Usage;
}

export interface SpentOnModel extends Spent {
  readonly model: string;
}

/** `priceKnown`: of the sum. */
export interface PricedOnModel extends SpentOnModel {
  readonly priceKnown: PriceKnown;
}

/** With the part of the cost that calls beside runs made, as for titles and summaries; those of agents count for their runs. */
export interface CostOnModel extends PricedOnModel {
  readonly sideCostUsd: number;
}

/** The totals of runs with the same model, provider and status. */
export interface RunGroup extends SpentOnModel {
  readonly provider: string;
  readonly status: RunStatus;
  readonly durationMs: number;
  readonly waitMs: number;
}

/** What starts runs. */
export type StarterKind = 'person' | 'host' | 'trigger' | 'workflow' | 'task' | 'replay';

/** What started a run by itself: of a workflow the run that the step is of. */
export interface ByItself {
  readonly kind: 'trigger' | 'workflow' | 'task';
  readonly id: string;
}

/** Null for a run that a person, their agent or the host of the tool server started. */
export const byItself = ({ kind, id }: Starter): ByItself | null =>
  kind === 'trigger' || kind === 'workflow' || kind === 'task' ? { kind, id: id ?? '' } : null;

/** The totals of what one trigger or workflow started, or all people, hosts or tasks. */
export interface SpentOnStarter extends Spent {
  readonly kind: StarterKind;
  /** Of the trigger or the workflow; null for the others, and for a workflow that was deleted. */
  readonly id: string | null;
  /** Null where there is none, and for a trigger that was deleted. */
  readonly title: string | null;
  readonly priceKnown: PriceKnown;
}

/** What became of the fires of one trigger. */
export interface FireOutcomes {
  readonly triggerId: string;
  readonly title: string;
  readonly verified: number;
  readonly unverified: number;
  readonly failed: number;
  readonly skipped: number;
  readonly missed: number;
  /** In progress, or waiting for a person. */
  readonly open: number;
}

/** Calls of one tool with a known outcome. */
export interface ToolUse {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
}

/** Model calls outside of runs, in US dollars. */
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

/** Totals by value of one property, the most expensive first. */
export function spentBy<Key extends string>(
  groups: readonly RunGroup[],
  keyOf: (group: RunGroup) => Key,
): readonly (Spent & { readonly key: Key })[] {
  return [...Map.groupBy(groups, keyOf)]
    .map(([key, some]) => ({ key, ...some.reduce<Spent>(addSpent, nothingSpent) }))
    .toSorted((a, b) => b.costUsd - a.costUsd || b.runs - a.runs || (a.key < b.key ? -1 : 1));
}

/** The cached share of input tokens, from 0 to 1; null when there were none. */
export function cacheShare({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number | null {
  const all = inputTokens + cacheReadTokens + cacheWriteTokens;
  return all === 0 ? null : cacheReadTokens / all;
}
