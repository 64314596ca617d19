import type { Clock } from '../../ports/clock.ts';
import { refuse } from './errors.ts';
import type { Trigger } from './model.ts';
import type { TriggerStore } from './store.ts';
import { say } from './says.ts';

export interface MonthCeilingDeps {
  readonly store: Pick<TriggerStore, 'costSince'>;
  readonly clock: Clock;
}

/**
 * What the work of a trigger may still cost in this month (UTC), in US dollars; Infinity without a ceiling.
 * @param worstUsd what the next piece of its work can cost at most, where that cannot be lowered; 0: it can
 * @throws Refusal ceiling_reached if that may be more than is left
 */
export async function leftOfMonth(
  { triggerId, ceilings: { monthUsd } }: Pick<Trigger, 'triggerId' | 'ceilings'>,
  worstUsd: number,
  { store, clock }: MonthCeilingDeps,
): Promise<number> {
  if (monthUsd === null) return Infinity;
  const now = new Date(clock.now());
  const spent = await store.costSince(triggerId, Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const left = monthUsd - spent;
  if (left > 0 && worstUsd <= left) return left;
  throw refuse.ceiling_reached(
    {},
    say('triggers.ceiling', { spentUsd: spent, monthUsd, worstUsd: left > 0 ? worstUsd : null }),
  );
}
