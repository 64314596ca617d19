import { Type } from 'typebox';
import type { ShownDeal } from '../../core/knowledge/contacts/deal-service.ts';
import { contactLimits } from '../../core/knowledge/contacts/limits.ts';
import {
  amountShown,
  CONTACT_KINDS,
  STAGES,
  type Contact,
  type Deal,
  type Interaction,
} from '../../core/knowledge/contacts/model.ts';
import type { TimePosition } from '../../core/knowledge/contacts/store.ts';
import type { TimelinePosition } from '../../core/knowledge/contacts/timeline.ts';
import { graphLimits } from '../../core/knowledge/graph/limits.ts';
import type { LinkPosition } from '../../core/knowledge/graph/model.ts';
import { Id, OrNull, Time, time } from '../shapes.ts';
import { NameInput } from './entity-shapes.ts';

const { wordChars, tags, tagChars, notesChars, summaryChars, titleChars, nextActionChars, amountMax } =
  contactLimits;

export const ContactKindShape = Type.Enum([...CONTACT_KINDS]);

const Further = Type.Array(Type.String(), {
  description: 'Besides the one that is shown first, those of contacts that were merged into it included',
});

export const ContactFields = {
  contactId: Id,
  entityId: Type.String({ format: 'uuid', description: 'The same: a contact is an entity of the graph' }),
  kind: ContactKindShape,
  name: Type.String(),
  email: OrNull(Type.String()),
  phone: OrNull(Type.String({ description: 'In international form' })),
  furtherEmails: Further,
  furtherPhones: Further,
  furtherWebsites: Further,
  company: OrNull(Type.String({ description: 'The organization that it works for in the graph' })),
  companyId: OrNull(Id),
  role: OrNull(Type.String({ description: 'Of a person' })),
  birthday: OrNull(Type.String({ description: 'Of a person: a year, a month or a day (ISO 8601)' })),
  website: OrNull(Type.String()),
  type: OrNull(Type.String()),
  source: OrNull(Type.String()),
  language: OrNull(Type.String()),
  notes: OrNull(Type.String()),
  tags: Type.Array(Type.String()),
  createdAt: Time,
  updatedAt: Time,
};
export const ContactShape = Type.Object(ContactFields);

export const shownContact = ({
  createdAt,
  updatedAt,
  furtherEmails,
  furtherPhones,
  furtherWebsites,
  ...contact
}: Contact) => ({
  ...contact,
  furtherEmails: [...furtherEmails],
  furtherPhones: [...furtherPhones],
  furtherWebsites: [...furtherWebsites],
  entityId: contact.contactId,
  createdAt: time(createdAt),
  updatedAt: time(updatedAt),
});

export const CandidateShape = Type.Object({
  entityId: Id,
  name: Type.String(),
  kind: Type.String(),
  says: Type.String({ description: 'What tells it apart' }),
});

const word = (description: string) =>
  Type.Optional(OrNull(Type.String({ maxLength: wordChars, description })));

/** What may be said of a contact; the graph checks addresses and numbers. */
export const ContactInput = {
  email: Type.Optional(OrNull(Type.String({ maxLength: 320, description: 'Its mail address' }))),
  phone: Type.Optional(
    OrNull(
      Type.String({ maxLength: 60, description: 'Its number, with the code of the country, or see country' }),
    ),
  ),
  company: Type.Optional(
    OrNull(
      Type.String({
        maxLength: graphLimits.nameChars,
        description:
          'The organization that a person works for, by its id or its name; one that is not known is added to the graph',
      }),
    ),
  ),
  role: word('What a person does there'),
  birthday: Type.Optional(
    OrNull(Type.String({ maxLength: 10, description: 'Of a person: such as 1990, 1990-05 or 1990-05-30' })),
  ),
  website: Type.Optional(
    OrNull(Type.String({ maxLength: 500, description: 'An address that begins with https:// or http://' })),
  ),
  type: word('Such as customer or supplier'),
  source: word('Where the contact is from'),
  language: word('Its language'),
  notes: Type.Optional(OrNull(Type.String({ maxLength: notesChars, description: 'Anything else' }))),
  tags: Type.Optional(
    OrNull(
      Type.Array(Type.String({ minLength: 1, maxLength: tagChars }), {
        maxItems: tags,
        description: 'Tags; those that are given take the place of all',
      }),
    ),
  ),
};
const FurtherList = Type.Optional(
  OrNull(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      maxItems: 50,
      description: 'Besides the one that is shown first; it takes the place of the whole list',
    }),
  ),
);
export const FurtherInput = {
  furtherEmails: FurtherList,
  furtherPhones: FurtherList,
  furtherWebsites: FurtherList,
};
export const CountryInput = Type.Optional(
  Type.String({
    minLength: 2,
    maxLength: 2,
    description: 'Of national telephone numbers (ISO 3166), such as AT',
  }),
);
export const ContactNameInput = NameInput;

export const InteractionShape = Type.Object({
  interactionId: Id,
  contactId: Id,
  type: Type.String(),
  channel: OrNull(Type.String()),
  summary: Type.String(),
  at: Time,
});

export const shownInteraction = ({ entityId, at, ...interaction }: Interaction) => ({
  ...interaction,
  contactId: entityId,
  at: time(at),
});

export const InteractionInput = {
  type: Type.String({ minLength: 1, maxLength: wordChars, description: 'A word such as call or meeting' }),
  channel: word('How, such as phone'),
  summary: Type.String({
    minLength: 1,
    maxLength: summaryChars,
    pattern: '\\S',
    description: 'What it was about',
  }),
};

export const StageShape = Type.Enum([...STAGES]);

export const DealFields = {
  dealId: Id,
  title: Type.String(),
  contactId: Id,
  contactName: Type.String(),
  value: OrNull(Type.Number({ minimum: 0 })),
  currency: OrNull(Type.String({ description: 'ISO 4217' })),
  stage: StageShape,
  nextAction: OrNull(Type.String()),
  dueAt: OrNull(Time),
  overdue: Type.Boolean({ description: 'It was due, and is neither won nor lost' }),
  createdAt: Time,
  updatedAt: Time,
};
export const DealShape = Type.Object(DealFields);

export const shownDeal = ({ deal, contactId, contactName, overdue }: ShownDeal) => ({
  dealId: deal.dealId,
  title: deal.title,
  contactId,
  contactName,
  value: deal.value === null ? null : amountShown(deal.value),
  currency: deal.currency,
  stage: deal.stage,
  nextAction: deal.nextAction,
  dueAt: deal.dueAt === null ? null : time(deal.dueAt),
  overdue,
  createdAt: time(deal.createdAt),
  updatedAt: time(deal.updatedAt),
});

const { stage, value, currency, nextAction } = DealFields;
/** How a deal stands. */
export const StandingShape = Type.Object({ stage, value, currency, nextAction });

export const shownStanding = (deal: Pick<Deal, 'stage' | 'value' | 'currency' | 'nextAction'>) => ({
  stage: deal.stage,
  value: deal.value === null ? null : amountShown(deal.value),
  currency: deal.currency,
  nextAction: deal.nextAction,
});

export const DealTitleInput = Type.String({
  minLength: 1,
  maxLength: titleChars,
  pattern: '\\S',
  description: 'What it is about',
});

export const DealInput = {
  value: Type.Optional(
    OrNull(
      Type.Number({
        minimum: 0,
        maximum: amountMax,
        description: 'With at most four digits after the point; it needs a currency',
      }),
    ),
  ),
  currency: Type.Optional(OrNull(Type.String({ maxLength: 20, description: 'ISO 4217, such as EUR' }))),
  stage: Type.Optional(StageShape),
};
export const NextActionInput = Type.Optional(
  OrNull(Type.String({ maxLength: nextActionChars, description: 'What to do next' })),
);

const isLinkPosition = (value: unknown): value is LinkPosition => {
  const { at, id } = (value ?? {}) as Partial<Record<keyof LinkPosition, unknown>>;
  return Number.isSafeInteger(at) && typeof id === 'string';
};

export const isTimelinePosition = (value: unknown): value is TimelinePosition => {
  const reached = (value ?? {}) as Partial<Record<keyof TimelinePosition, unknown>>;
  const is = (one: unknown, isPosition: (position: unknown) => boolean): boolean =>
    one === 'begin' || one === 'over' || isPosition(one);
  return (
    is(reached.interactions, isTimePosition) &&
    is(reached.deals, Number.isSafeInteger) &&
    is(reached.threads, isLinkPosition) &&
    is(reached.memories, isLinkPosition)
  );
};

export const isTimePosition = (value: unknown): value is TimePosition => {
  const { at, no } = (value ?? {}) as Partial<Record<keyof TimePosition, unknown>>;
  return Number.isSafeInteger(at) && Number.isSafeInteger(no);
};
