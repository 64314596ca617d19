import { STAGES, type ContactStats, type StageSums, type Total } from './model.ts';
import type { ContactRows, ContactStore } from './store.ts';

const DAYS_30 = 30 * 24 * 60 * 60 * 1000;

export async function statsOf(
  store: Pick<ContactStore, 'count' | 'byType'>,
  rows: Pick<ContactRows, 'sums' | 'interactionsBetween'>,
  now: number,
): Promise<ContactStats> {
  const sums = await rows.sums();
  const deals = STAGES.map((stage): StageSums => {
    const own = sums.filter((one) => one.stage === stage);
    return {
      stage,
      count: own.reduce((all, { count }) => all + count, 0),
      totals: own
        .flatMap(({ currency, value }): Total[] => (currency === null ? [] : [{ currency, value }]))
        .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    };
  });
  return {
    contacts: await store.count(),
    byType: await store.byType(),
    deals,
    interactionsLast30Days: await rows.interactionsBetween(now - DAYS_30, now),
  };
}
