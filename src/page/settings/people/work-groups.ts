import { leastKnown, type PriceKnown } from '../../parts/amount.ts';
import { day } from '../../parts/format.ts';
import type { Work } from './model.ts';

export interface WorkOfDay {
  readonly personId: string;
  /** The newest first, at least one. */
  readonly work: readonly [Work, ...Work[]];
  readonly costUsd: number;
  readonly priceKnown: PriceKnown;
}

/** What was done for each person on each day, in the order of the list, of which the newest is the first. */
export function byDayAndPerson(all: readonly Work[]): readonly WorkOfDay[] {
  const groups = new Map<string, [Work, ...Work[]]>();
  for (const one of all) {
    const key = `${day(one.startedAt)} ${one.personId}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()].map((work) => ({
    personId: work[0].personId,
    work,
    costUsd: work.reduce((sum, { costUsd }) => sum + costUsd, 0),
    priceKnown: leastKnown(work),
  }));
}
