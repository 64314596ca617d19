import { signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { engine, type Answer } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import { questionOf } from '../entries/entries.ts';
import { Paged } from '../parts/paged.ts';
import { removed } from '../parts/removed.ts';
import { contactWords as said } from '#words/contacts.ts';

export type Contact = Answer<'contacts.list'>['contacts'][number];
export type Opened = Answer<'contacts.get'>;
export type Deal = Answer<'deals.list'>['deals'][number];
export type Statistics = Answer<'contacts.stats'>;
export type TimelineEntry = Answer<'contacts.timeline'>['entries'][number];

const PAGE = 50;
const TAG_CHARS = 50;

export const query = signal('');
/** Null: of any type. */
export const type = signal<string | null>(null);
export const tag = signal('');

export const contacts = new Paged<Contact>(
  async (cursor) => {
    const words = tag.peek().trim().slice(0, TAG_CHARS).toWellFormed();
    const page = await engine['contacts.list']({
      query: {
        limit: PAGE,
        ...questionOf(query.peek()),
        ...(type.peek() === null ? {} : { type: type.peek() ?? '' }),
        ...(words === '' ? {} : { tag: words }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
    return { items: page.contacts, nextCursor: page.nextCursor };
  },
  ({ contactId }) => contactId,
);

/** Null until they were read. */
export const statistics = signal<Statistics | null>(null);

/** Never rejects; returns what is wrong, in words. */
export async function readStatistics(): Promise<string> {
  try {
    statistics.value = await engine['contacts.stats']();
    return '';
  } catch (error) {
    // That the engine is away is said above everything.
    return statusOf(error) === null ? '' : told(error);
  }
}

/** @returns whether it is gone */
export async function removeContact({
  contactId,
  name,
}: Pick<Contact, 'contactId' | 'name'>): Promise<boolean> {
  if (!(await removed(() => engine['contacts.remove']({ params: { name: contactId } }), 'contact_not_found')))
    return false;
  contacts.drop(contactId);
  say(said.removed(name));
  return true;
}
