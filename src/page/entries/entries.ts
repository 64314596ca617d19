import { signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { Paged } from '../parts/paged.ts';
import { removed } from '../parts/removed.ts';
import { entryWords as said } from '#words/entries.ts';

export type Entry = Answer<'graph.entities'>['entities'][number];
export type Opened = Answer<'graph.entity'>;
export type Relation = Opened['relations'][number];
export type Stated = Opened['contradictions'][number];
export type Source = Relation['source'];
export type Around = Answer<'graph.around'>;
export type Kind = Entry['kind'];
export type KindFilter = Kind | 'all';
export type Sort = keyof typeof said.sorts;

const PAGE = 50;
/** What the engine reads of a question. */
const QUERY_CHARS = 200;

export const query = signal('');
export const filter = signal<KindFilter>('all');
export const sort = signal<Sort>('recent');

/** A question of these words; nothing if there are none. */
export function questionOf(words: string): { readonly q?: string } {
  const q = words.trim().slice(0, QUERY_CHARS).toWellFormed();
  return q === '' ? {} : { q };
}

export const entries = new Paged<Entry>(
  async (cursor) => {
    const page = await engine['graph.entities']({
      query: {
        limit: PAGE,
        sort: sort.peek(),
        ...questionOf(query.peek()),
        ...(filter.peek() === 'all' ? {} : { kind: filter.peek() as Kind }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
    return { items: page.entities, nextCursor: page.nextCursor };
  },
  ({ entityId }) => entityId,
);

/** @returns whether it is gone */
export async function removeEntry({ entityId, name }: Pick<Entry, 'entityId' | 'name'>): Promise<boolean> {
  if (!(await removed(() => engine['graph.erase']({ params: { id: entityId } }), 'entity_not_found')))
    return false;
  entries.drop(entityId);
  say(said.removed(name));
  return true;
}
