import { Type } from 'typebox';
import { contactLimits } from '../../core/knowledge/contacts/limits.ts';
import type { Contact, TimelineEntry } from '../../core/knowledge/contacts/model.ts';
import {
  ContactInput,
  ContactKindShape,
  ContactNameInput,
  CountryInput,
  DealInput,
  DealTitleInput,
  InteractionInput,
  NextActionInput,
  shownDeal,
  StageShape,
} from '../http/contact-shapes.ts';
import { Confidence, Reference } from '../http/entity-shapes.ts';
import { instantFrom } from '../instant.ts';
import { toldEntity, toldEntry } from '../../core/knowledge/told/model.ts';
import { tool } from '../row.ts';
import { closed, OrNull } from '../shapes.ts';
import { statedBy } from './graph.ts';

/** As its renderer takes it: of a contact that is found alone, what was last. */
export interface FoundContacts {
  readonly contacts: readonly Contact[];
  readonly hasMore: boolean;
  readonly latest: readonly TimelineEntry[];
}
export type ToldContact = Contact;
export type ToldDeal = ReturnType<typeof shownDeal>;

const FOUND = 20;
const LATEST = 10;

const Instant = Type.String({
  format: 'date-time',
  description: 'With a time zone, like 2027-01-31T09:00:00Z',
});

export const contacts = [
  tool({
    name: 'save_contact',
    family: 'contacts',
    summary:
      'Keeps a person or an organization that your owner deals with. One that is known is completed: by its id, its own mail address, or a name that only it has. If several fit, you get them, and name one by its id.',
    input: Type.Object(
      {
        contact_id: Type.Optional(Type.String({ minLength: 1, description: 'Of one that is known' })),
        kind: Type.Optional(ContactKindShape),
        name: Type.Optional(ContactNameInput),
        ...ContactInput,
        country: CountryInput,
        is_new: Type.Optional(
          Type.Boolean({ description: 'It is another one than those of this name that are known' }),
        ),
        confidence: Confidence,
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ contacts }, { contact_id, is_new, ...draft }, io) => {
      const source = statedBy(io, 'save_contact');
      return contact_id === undefined
        ? await contacts
            .of(io.personId)
            .add({ ...draft, ...(is_new === undefined ? {} : { isNew: is_new }) }, source)
        : await contacts.of(io.personId).edit(contact_id, draft, source);
    },
    tells: ({ contact }) => [toldEntity(contact.contactId)],
  }),
  tool({
    name: 'find_contacts',
    family: 'contacts',
    summary:
      'Finds contacts by words of their name or company, a mail address or a number; without a query, those that changed last. One that is found alone comes with what was last: interactions, deals, memories.',
    input: Type.Object(
      {
        query: Type.Optional(Type.String({ minLength: 1, maxLength: contactLimits.queryChars })),
        type: Type.Optional(Type.String({ minLength: 1, maxLength: contactLimits.wordChars })),
        tag: Type.Optional(Type.String({ minLength: 1, maxLength: contactLimits.tagChars })),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async (
      { contacts },
      { query: q = null, type = null, tag = null },
      { personId },
    ): Promise<FoundContacts> => {
      const { items, next } = await contacts.of(personId).list({ q, type, tag, limit: FOUND, after: null });
      const [only, ...others] = items;
      const isOne = only !== undefined && others.length === 0 && q !== null;
      return {
        contacts: items,
        hasMore: next !== null,
        latest: isOne ? (await contacts.of(personId).timeline(personId, only.contactId, LATEST)).entries : [],
      };
    },
    tells: ({ contacts, latest }) => [
      ...contacts.map(({ contactId }) => toldEntity(contactId)),
      ...latest.flatMap(({ kind, id }) => (kind === 'memory' ? [toldEntry(id)] : [])),
    ],
  }),
  tool({
    name: 'log_interaction',
    family: 'contacts',
    summary: 'Writes down what took place with a contact: a call, a meeting, a message.',
    input: Type.Object({ contact: Reference, ...InteractionInput, at: Type.Optional(Instant) }, closed),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ interactions }, { contact, at, ...draft }, { personId }) =>
      await interactions.of(personId).log(contact, {
        ...draft,
        ...(at === undefined ? {} : { at: instantFrom('/at', at) }),
      }),
  }),
  tool({
    name: 'save_deal',
    family: 'deals',
    summary:
      'Keeps a deal with a contact. Give the contact and the title of a new one, or the id of one that is known. One of the same contact and title that is neither won nor lost is changed.',
    input: Type.Object(
      {
        deal_id: Type.Optional(Type.String({ minLength: 1, description: 'Of one that is known' })),
        contact: Type.Optional(Reference),
        title: Type.Optional(DealTitleInput),
        ...DealInput,
        next_action: NextActionInput,
        due_at: Type.Optional(OrNull(Instant)),
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ deals }, { deal_id, contact, next_action, due_at, ...given }, { personId }) => {
      const edit = {
        ...given,
        ...(next_action === undefined ? {} : { nextAction: next_action }),
        ...(due_at === undefined ? {} : { dueAt: due_at === null ? null : instantFrom('/due_at', due_at) }),
      };
      if (deal_id !== undefined)
        return { isNew: false, deal: shownDeal(await deals.of(personId).edit(deal_id, edit)) };
      const { isNew, ...saved } = await deals.of(personId).add({
        ...edit,
        contact: contact ?? '',
        title: edit.title ?? '',
      });
      return { isNew, deal: shownDeal(saved) };
    },
  }),
  tool({
    name: 'find_deals',
    family: 'deals',
    summary: 'Lists deals, of one contact or of all; changed last first.',
    input: Type.Object({ contact: Type.Optional(Reference), stage: Type.Optional(StageShape) }, closed),
    effect: 'read',
    consent: 'read',
    handle: async ({ deals }, { contact = null, stage = null }, { personId }) => {
      const { items, next } = await deals
        .of(personId)
        .list({ contact, stage, limit: 2 * FOUND, after: null });
      return { deals: items.map(shownDeal), hasMore: next !== null };
    },
  }),
];
