import { Type } from 'typebox';
import type { DealEdit } from '../../core/knowledge/contacts/deal-service.ts';
import type { refuse as refuseContacts } from '../../core/knowledge/contacts/errors.ts';
import type { refuse as refuseGraph } from '../../core/knowledge/graph/errors.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { instantFrom } from '../instant.ts';
import { already, rowsRefusing } from '../row.ts';
import { closed, cursorQuery, isRowNumber, limitQuery, NextCursor, OrNull } from '../shapes.ts';
import {
  DealInput,
  DealShape,
  DealTitleInput,
  NextActionInput,
  shownDeal,
  StageShape,
} from './contact-shapes.ts';
import { Reference } from './entity-shapes.ts';

const { json } = rowsRefusing<typeof refuseContacts & typeof refuseGraph>();

const Fields = {
  ...DealInput,
  nextAction: NextActionInput,
  dueAt: Type.Optional(
    OrNull(Type.String({ format: 'date-time', description: 'When the next step is due' })),
  ),
};

const editFrom = <Given extends { readonly dueAt?: string | null }>({ dueAt, ...rest }: Given) => ({
  ...rest,
  ...(dueAt === undefined ? {} : { dueAt: dueAt === null ? null : instantFrom('/dueAt', dueAt) }),
});

const stageQuery = Type.Optional(StageShape);
const Deals = Type.Object({ deals: Type.Array(DealShape), nextCursor: NextCursor });

export const deals = {
  'deals.list': json({
    route: 'GET /api/crm/deals',
    who: 'person',
    summary: 'List deals; changed last first.',
    status: 200,
    refuses: [],
    query: Type.Object({ stage: stageQuery, limit: limitQuery, cursor: cursorQuery }),
    returns: Deals,
    handle: async ({ deals }, { query: { stage = null, limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isRowNumber);
      const { items, next } = await deals.of(asker.person).list({ contact: null, stage, limit, after });
      return { deals: items.map(shownDeal), nextCursor: cursorFrom(next) };
    },
  }),
  'deals.ofContact': json({
    route: 'GET /api/crm/contacts/:name/deals',
    who: 'person',
    paramsCheckedByService: true,
    summary: 'The deals of a contact, by its id, or a name that no other contact has; changed last first.',
    status: 200,
    refuses: ['contact_not_found', 'ambiguous_name'],
    query: Type.Object({ stage: stageQuery, limit: limitQuery, cursor: cursorQuery }),
    returns: Deals,
    handle: async (
      { deals },
      { params, query: { stage = null, limit = listLimits.byDefault, cursor }, asker },
    ) => {
      const after = positionFrom(cursor, isRowNumber);
      const { items, next } = await deals
        .of(asker.person)
        .list({ contact: params.name, stage, limit, after });
      return { deals: items.map(shownDeal), nextCursor: cursorFrom(next) };
    },
  }),
  'deals.add': json({
    route: 'POST /api/crm/deals',
    who: 'person',
    summary:
      'Add a deal to a contact. One of the same title that is neither won nor lost is changed instead.',
    ours: true,
    status: 201,
    already: 'The deal of this title, as it is now',
    refuses: ['contact_not_found', 'ambiguous_name', 'invalid_deal'],
    body: Type.Object({ contact: Reference, title: DealTitleInput, ...Fields }, closed),
    returns: DealShape,
    handle: async ({ deals }, { body: { contact, title, ...rest }, asker }) => {
      const { isNew, ...saved } = await deals.of(asker.person).add({ contact, title, ...editFrom(rest) });
      return isNew ? shownDeal(saved) : already(shownDeal(saved));
    },
  }),
  'deals.edit': json({
    route: 'PATCH /api/crm/deals/:id',
    who: 'person',
    summary: 'Change a deal; null takes a value away.',
    ours: true,
    status: 200,
    refuses: ['deal_not_found', 'invalid_deal'],
    body: Type.Object({ title: Type.Optional(DealTitleInput), ...Fields }, closed),
    returns: DealShape,
    handle: async ({ deals }, { params, body, asker }) =>
      shownDeal(await deals.of(asker.person).edit(params.id, editFrom(body) satisfies DealEdit)),
  }),
  'deals.remove': json({
    route: 'DELETE /api/crm/deals/:id',
    who: 'person',
    summary: 'Delete a deal.',
    ours: true,
    status: 204,
    refuses: ['deal_not_found'],
    handle: async ({ deals }, { params, asker }) => {
      await deals.of(asker.person).remove(params.id);
      return undefined;
    },
  }),
};
