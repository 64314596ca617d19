import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import { Paged } from '../parts/paged.ts';
import { memoryWords } from '#words/memory.ts';

export type Opened = Answer<'memory.entry'>;
export type Version = Opened['earlier'][number];
export type Source = Opened['source'];
export type Kind = keyof typeof memoryWords.kinds;
export type Shown = keyof typeof memoryWords.shows;
type Found = Answer<'memory.search'>['entries'][number];
/** What a line of the list says; of one that was searched, why it was found. */
export type Memory = Pick<Opened, 'id' | 'namespace' | 'text' | 'source' | 'createdAt' | 'supersededAt'> &
  Partial<Pick<Found, 'reasons'>>;

const kinds = Object.keys(memoryWords.kinds) as readonly Kind[];

/** As many as one page has, and as a search finds at most. */
export const PAGE = 50;
/** What the engine reads of a question. */
const QUERY_CHARS = 2_000;

export const query = signal('');
export const kind = signal<Kind | 'all'>('all');
export const shown = signal<Shown>('current');
/** How many there are of each kind; null until it was read. */
export const counts = signal<Answer<'memory.namespaces'>['namespaces'] | null>(null);

export const memories = new Paged<Memory>(
  async (cursor) => {
    const q = query.peek().trim().slice(0, QUERY_CHARS).toWellFormed();
    const past = shown.peek() === 'past';
    if (q !== '') {
      const namespace = kind.peek() === 'all' ? {} : { namespace: kind.peek() };
      const { entries } = await engine['memory.search']({
        query: { q, limit: PAGE, superseded: past, ...namespace },
      });
      return {
        items: past ? entries.filter(({ supersededAt }) => supersededAt !== null) : entries,
        nextCursor: null,
      };
    }
    const chosen = kind.peek();
    if (chosen === 'all') return await pageOfAll(cursor, past);
    const page = await pageOf(chosen, cursor, past);
    return { items: page.entries, nextCursor: page.nextCursor };
  },
  ({ id }) => id,
);

const pageOf = async (ns: Kind, cursor: string | null, past: boolean): Promise<Answer<'memory.entries'>> =>
  await engine['memory.entries']({
    params: { ns },
    query: { past, limit: PAGE, ...(cursor === null ? {} : { cursor }) },
  });

/** Where the rest of a kind begins: in the page at `cursor`, behind the `taken` first ones. */
interface Rest {
  readonly cursor: string | null;
  readonly taken: number;
}

/** The newest of all kinds, which the engine lists one by one. */
async function pageOfAll(cursor: string | null, past: boolean): Promise<PageOfAll> {
  const rests: Readonly<Partial<Record<Kind, Rest>>> =
    cursor === null
      ? Object.fromEntries(kinds.map((one) => [one, { cursor: null, taken: 0 }]))
      : (JSON.parse(cursor) as Partial<Record<Kind, Rest>>);
  const pages = await Promise.all(
    kinds.flatMap((one) => {
      const rest = rests[one];
      return rest === undefined
        ? []
        : [
            pageOf(one, rest.cursor, past).then(({ entries, nextCursor }) => ({
              one,
              rest,
              entries,
              nextCursor,
            })),
          ];
    }),
  );
  return newestOf(pages);
}

interface PageOfAll {
  readonly items: readonly Memory[];
  readonly nextCursor: string | null;
}

/** The newest of several lists, each of which begins with its newest; not beyond what is known of any. */
export function newestOf(
  pages: readonly {
    readonly one: Kind;
    readonly rest: Rest;
    readonly entries: readonly Memory[];
    readonly nextCursor: string | null;
  }[],
): PageOfAll {
  const items: Memory[] = [];
  const heads = pages.map((page) => ({ ...page, at: page.rest.taken }));
  while (items.length < PAGE) {
    if (heads.some(({ at, entries, nextCursor }) => at >= entries.length && nextCursor !== null)) break;
    const [first, ...others] = heads.filter(({ at, entries }) => at < entries.length);
    if (first === undefined) break;
    const timeOf = ({ at, entries }: typeof first) => entries[at]?.createdAt ?? '';
    const newest = others.reduce((best, next) => (timeOf(next) > timeOf(best) ? next : best), first);
    items.push(...newest.entries.slice(newest.at, newest.at + 1));
    newest.at += 1;
  }
  const rests = heads.flatMap(({ one, rest, at, entries, nextCursor }): readonly (readonly [Kind, Rest])[] =>
    at < entries.length
      ? [[one, { cursor: rest.cursor, taken: at }]]
      : nextCursor === null
        ? []
        : [[one, { cursor: nextCursor, taken: 0 }]],
  );
  return { items, nextCursor: rests.length === 0 ? null : JSON.stringify(Object.fromEntries(rests)) };
}

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
