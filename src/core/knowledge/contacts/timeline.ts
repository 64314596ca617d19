import type { LinkPosition } from '../graph/model.ts';
import type { Page } from '../../kernel/page.ts';
import type { TimelineEntry } from './model.ts';
import type { TimePosition } from './store.ts';

interface Positions {
  readonly interactions: TimePosition;
  readonly deals: number;
  readonly threads: LinkPosition;
  readonly memories: LinkPosition;
}

/** How far one source was read: not at all, up to an entry, or to its end. */
export type Reached<Position> = 'begin' | Position | 'over';

/** Where a page of a timeline ended, in each of its sources. */
export type TimelinePosition = { readonly [source in keyof Positions]: Reached<Positions[source]> };

/** Reads a page of one source, the last first. */
type Read<Position> = (limit: number, after: Position | null) => Promise<Page<TimelineEntry, Position>>;

export type TimelineSources = { readonly [source in keyof Positions]: Read<Positions[source]> };

interface Opened<Position> {
  readonly entries: readonly TimelineEntry[];
  /** There are none after these. */
  readonly isWhole: boolean;
  /** How far the source was read if a page has so many of its entries; null if those are others by now. */
  reachedAfter(taken: number): Promise<Reached<Position> | null>;
}

type MaybeReached = { readonly [source in keyof Positions]: Reached<Positions[source]> | null };
const isReached = (next: MaybeReached): next is TimelinePosition =>
  Object.values(next).every((reached) => reached !== null);

/**
 * One list of what several sources have, the last first. Each source keeps its own order. Its pages have no entry twice
 * and leave none out, also if some are added or deleted meanwhile.
 */
export async function timelinePage(
  sources: TimelineSources,
  limit: number,
  after: TimelinePosition | null,
): Promise<Page<TimelineEntry, TimelinePosition>> {
  for (;;) {
    const page = await pageOf(sources, limit, after);
    // If a source has changed while it was read, its place for the next page would not fit.
    if (page !== 'changed') return page;
  }
}

async function pageOf(
  sources: TimelineSources,
  limit: number,
  after: TimelinePosition | null,
): Promise<Page<TimelineEntry, TimelinePosition> | 'changed'> {
  const [interactions, deals, threads, memories] = await Promise.all([
    opened(sources.interactions, limit, after?.interactions ?? 'begin'),
    opened(sources.deals, limit, after?.deals ?? 'begin'),
    opened(sources.threads, limit, after?.threads ?? 'begin'),
    opened(sources.memories, limit, after?.memories ?? 'begin'),
  ]);
  const { items, taken } = merged([interactions, deals, threads, memories], limit);
  const [ofInteractions = 0, ofDeals = 0, ofThreads = 0, ofMemories = 0] = taken;
  const next = {
    interactions: await interactions.reachedAfter(ofInteractions),
    deals: await deals.reachedAfter(ofDeals),
    threads: await threads.reachedAfter(ofThreads),
    memories: await memories.reachedAfter(ofMemories),
  };
  if (!isReached(next)) return 'changed';
  return { items, next: Object.values(next).every((reached) => reached === 'over') ? null : next };
}

async function opened<Position>(
  read: Read<Position>,
  limit: number,
  from: Reached<Position>,
): Promise<Opened<Position>> {
  if (from === 'over') return { entries: [], isWhole: true, reachedAfter: async () => 'over' };
  const after = from === 'begin' ? null : from;
  const { items, next } = await read(limit, after);
  return {
    entries: items,
    isWhole: next === null,
    reachedAfter: async (taken) => {
      if (taken === items.length) return next ?? 'over';
      if (taken === 0) return from;
      const again = await read(taken, after);
      const isSame =
        again.items.length === taken && again.items.every(({ id }, nth) => id === items[nth]?.id);
      return isSame ? (again.next ?? 'over') : null;
    },
  };
}

/** The latest entries, and how many of each source they are. */
function merged(sources: readonly Opened<unknown>[], limit: number) {
  const taken = sources.map(() => 0);
  const items: TimelineEntry[] = [];
  const headOf = (source: number): TimelineEntry | undefined => sources[source]?.entries[taken[source] ?? 0];
  while (items.length < limit) {
    // A page of large entries ends early: what follows in that source may be later than what others have.
    if (sources.some(({ isWhole }, source) => !isWhole && headOf(source) === undefined)) break;
    const latest = taken
      .map((_, source) => source)
      .filter((source) => headOf(source) !== undefined)
      .reduce(
        (best, source) => ((headOf(source)?.at ?? 0) > (headOf(best)?.at ?? -Infinity) ? source : best),
        0,
      );
    const entry = headOf(latest);
    if (entry === undefined) break;
    items.push(entry);
    taken[latest] = (taken[latest] ?? 0) + 1;
  }
  return { items, taken };
}
