import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import { Paged } from '../parts/paged.ts';
import type { memoryWords } from '#words/memory.ts';

export type Opened = Answer<'memory.entry'>;
export type Version = Opened['earlier'][number];
export type Source = Opened['source'];
export type Kind = keyof typeof memoryWords.kinds;
export type Shown = keyof typeof memoryWords.shows;
type Found = Answer<'memory.search'>['entries'][number];
/** What a line of the list says; of one that was searched, why it was found. */
export type Memory = Pick<Opened, 'id' | 'namespace' | 'text' | 'source' | 'createdAt' | 'supersededAt'> &
  Partial<Pick<Found, 'reasons'>>;

/** As many as one page has, and as a search finds at most. */
export const PAGE = 50;
/** What the engine reads of a question. */
const QUERY_CHARS = 2_000;

export const query = signal('');
export const kind = signal<Kind>('knowledge');
export const shown = signal<Shown>('current');
/** How many there are of each kind; null until it was read. */
export const counts = signal<Answer<'memory.namespaces'>['namespaces'] | null>(null);

export const memories = new Paged<Memory>(
  async (cursor) => {
    const q = query.peek().trim().slice(0, QUERY_CHARS).toWellFormed();
    const past = shown.peek() === 'past';
    if (q !== '') {
      const { entries } = await engine['memory.search']({ query: { q, limit: PAGE, superseded: past } });
      return {
        items: past ? entries.filter(({ supersededAt }) => supersededAt !== null) : entries,
        nextCursor: null,
      };
    }
    const page = await engine['memory.entries']({
      params: { ns: kind.peek() },
      query: { past, limit: PAGE, ...(cursor === null ? {} : { cursor }) },
    });
    return { items: page.entries, nextCursor: page.nextCursor };
  },
  ({ id }) => id,
);

/** What was just written down is in the list, whatever was chosen before. */
export function showAdded(added: Kind): void {
  query.value = '';
  shown.value = 'current';
  kind.value = added;
}

/** Never rejects; returns what is wrong, in words. */
export async function readCounts(): Promise<string> {
  try {
    counts.value = (await engine['memory.namespaces']()).namespaces;
    return '';
  } catch (error) {
    // That the engine is away is said above everything.
    return statusOf(error) === null ? '' : told(error);
  }
}
