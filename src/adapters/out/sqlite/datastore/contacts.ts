import { sql } from 'kysely';
import type { ContactChange, ContactRows } from '../../../../core/knowledge/contacts/store.ts';
import {
  amountFrom,
  amountInWords,
  CLOSED,
  type Deal,
  type Interaction,
} from '../../../../core/knowledge/contacts/model.ts';
import { dealId, entityId, interactionId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import { fitting } from '../../../../core/kernel/page.ts';
import { textsOf } from '../../sql/words.ts';
import { limited } from '../limited.ts';
import { prepared } from '../../sql/prepared.ts';
import { stepsOf } from '../../sql/step.ts';
import { contacts as migration } from './migrations/contacts.ts';
import { read, type Db, type NewRow, type Part, type Row } from './part.ts';
import { kept, leftOut } from '../exported.ts';
import type { ContactTables } from './schema.ts';

/** Above the number of every deal: for the deal that is added or changed. */
const nextChange = sql<number>`(SELECT coalesce(max(change_no), 0) + 1 FROM deals)`;

export const contacts: Part<ContactTables, ContactChange, { readonly contactRows: ContactRows }> = {
  migration,
  exported: {
    interactions: {
      arriving: {
        columns: kept('interaction_no', 'interaction_id', 'entity_id', 'type', 'channel', 'summary', 'at'),
      },
      section: 'interactions',
      says: 'what happened with contacts',
    },
    deals: {
      arriving: {
        columns: kept(
          'deal_no',
          'deal_id',
          'entity_id',
          'title',
          'title_key',
          'value',
          'currency',
          'stage',
          'next_action',
          'due_at',
          'change_no',
          'created_at',
          'updated_at',
        ),
      },
      section: 'deals',
      says: 'business with contacts',
      columns: {
        title_key: leftOut('it is the title in small letters', ({ title }) => keyOf(String(title))),
        value: {
          form: 'shown',
          // A decimal text is exact.
          show: (value) => (typeof value === 'number' ? amountInWords(value) : null),
          store: (shown) => (typeof shown === 'string' ? amountFrom(shown) : null),
        },
      },
    },
  },
  ids: [
    ['interactions', 'interaction_id'],
    ['deals', 'deal_id'],
  ],
  steps: (db) => {
    const addInteraction = prepared<NewRow<'interactions'>>((row) =>
      db.insertInto('interactions').values({
        interaction_id: row.interaction_id,
        entity_id: row.entity_id,
        type: row.type,
        channel: row.channel,
        summary: row.summary,
        at: row.at,
      }),
    );
    const addDeal = prepared<NewDeal>((row) =>
      db.insertInto('deals').values({
        deal_id: row.deal_id,
        entity_id: row.entity_id,
        created_at: row.created_at,
        ...changingIn(row),
        change_no: nextChange,
      }),
    );
    const putDeal = prepared<NewDeal>((row) =>
      db
        .updateTable('deals')
        .set({ ...changingIn(row), change_no: nextChange })
        .where('deal_id', '=', row.deal_id),
    );
    return {
      'interaction.add': ({ interaction }) => [addInteraction(interactionRow(interaction))],
      'interaction.delete': ({ interactionId: id }) => [
        { ...db.deleteFrom('interactions').where('interaction_id', '=', id).compile(), atLeast: 1 },
      ],
      'deal.add': ({ deal }) => [addDeal(dealRow(deal))],
      'deal.put': ({ deal }) => [{ ...putDeal(dealRow(deal)), atLeast: 1 }],
      'deal.delete': ({ dealId: id }) => [
        { ...db.deleteFrom('deals').where('deal_id', '=', id).compile(), atLeast: 1 },
      ],
      'contact.forget': ({ entityIds, atMost }) => {
        const interactions = db
          .selectFrom('interactions')
          .select('interaction_no')
          .where('entity_id', 'in', among(entityIds));
        const deals = db.selectFrom('deals').select('deal_no').where('entity_id', 'in', among(entityIds));
        return stepsOf([
          db.deleteFrom('interactions').where('interaction_no', 'in', limited(interactions, atMost)),
          db.deleteFrom('deals').where('deal_no', 'in', limited(deals, atMost)),
        ]);
      },
    };
  },
  reads: (db) => ({ contactRows: contactRows(db) }),
};

type NewDeal = Omit<NewRow<'deals'>, 'change_no'>;

const changingIn = (row: NewDeal) => ({
  title: row.title,
  title_key: row.title_key,
  value: row.value,
  currency: row.currency,
  stage: row.stage,
  next_action: row.next_action,
  due_at: row.due_at,
  updated_at: row.updated_at,
});

const interactionRow = (one: Interaction): NewRow<'interactions'> => ({
  interaction_id: one.interactionId,
  entity_id: one.entityId,
  type: one.type,
  channel: one.channel,
  summary: one.summary,
  at: one.at,
});

const dealRow = (deal: Deal): NewDeal => ({
  deal_id: deal.dealId,
  entity_id: deal.entityId,
  title: deal.title,
  title_key: keyOf(deal.title),
  value: deal.value,
  currency: deal.currency,
  stage: deal.stage,
  next_action: deal.nextAction,
  due_at: deal.dueAt,
  created_at: deal.createdAt,
  updated_at: deal.updatedAt,
});

const keyOf = (title: string): string => title.normalize('NFKC').toLowerCase();

const among = (ids: readonly string[]) => textsOf(JSON.stringify(ids));

/** A sum of many amounts exceeds what a number holds exactly, so both halves of each are summed. */
const HALF = 100_000_000;

const contactRows = (db: Db): ContactRows => ({
  interactions: async ({ entityIds, limit, after }) => {
    let query = db.selectFrom('interactions').selectAll().where('entity_id', 'in', among(entityIds));
    if (after !== null) query = query.where(sql<boolean>`(at, interaction_no) < (${after.at}, ${after.no})`);
    const rows = await read(
      query
        .orderBy('at', 'desc')
        .orderBy('interaction_no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const shown = fitting(rows.slice(0, limit), ({ summary }) => 200 + summary.length, listLimits.pageBytes);
    const last = shown.at(-1);
    return {
      items: shown.map(interactionFrom),
      next: last && rows.length > shown.length ? { at: last.at, no: last.interaction_no } : null,
    };
  },

  interactionsBetween: async (from, to) => {
    const { count } = await read(
      db
        .selectFrom('interactions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('at', '>=', from)
        .where('at', '<=', to)
        .executeTakeFirstOrThrow(),
    );
    return count;
  },

  deals: async ({ entityIds, stage, limit, after }) => {
    let query = db.selectFrom('deals').selectAll();
    if (entityIds !== null) query = query.where('entity_id', 'in', among(entityIds));
    if (stage !== null) query = query.where('stage', '=', stage);
    if (after !== null) query = query.where('change_no', '<', after);
    const rows = await read(
      query
        .orderBy('change_no', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { items: shown.map(dealFrom), next: last && rows.length > limit ? last.change_no : null };
  },

  deal: async (id) => {
    const row = await read(db.selectFrom('deals').selectAll().where('deal_id', '=', id).executeTakeFirst());
    return row ? dealFrom(row) : null;
  },

  openDeal: async (entityIds, title) => {
    const row = await read(
      db
        .selectFrom('deals')
        .selectAll()
        .where('entity_id', 'in', among(entityIds))
        .where('title_key', '=', keyOf(title))
        .where('stage', 'not in', [...CLOSED])
        .orderBy('change_no', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
    return row ? dealFrom(row) : null;
  },

  hasMoreThan: async (entityIds, most) => {
    for (const table of ['interactions', 'deals'] as const) {
      const query = db.selectFrom(table).select('entity_id').where('entity_id', 'in', among(entityIds));
      if (await read(query.limit(1).offset(most).executeTakeFirst())) return true;
    }
    return false;
  },

  sums: async () => {
    const rows = await read(
      db
        .selectFrom('deals')
        .select(({ fn }) => [
          'stage',
          sql<string | null>`CASE WHEN value IS NOT NULL THEN currency END`.as('money'),
          fn.countAll<number>().as('count'),
          sql<number>`coalesce(sum(value / ${sql.raw(String(HALF))}), 0)`.as('high'),
          sql<number>`coalesce(sum(value % ${sql.raw(String(HALF))}), 0)`.as('low'),
        ])
        .groupBy(['stage', 'money'])
        .execute(),
    );
    return rows.map(({ stage, money, count, high, low }) => ({
      stage,
      currency: money,
      count,
      value: BigInt(high) * BigInt(HALF) + BigInt(low),
    }));
  },
});

const interactionFrom = (row: Row<'interactions'>): Interaction => ({
  interactionId: interactionId(row.interaction_id),
  entityId: entityId(row.entity_id),
  type: row.type,
  channel: row.channel,
  summary: row.summary,
  at: row.at,
});

const dealFrom = (row: Row<'deals'>): Deal => ({
  dealId: dealId(row.deal_id),
  entityId: entityId(row.entity_id),
  title: row.title,
  value: row.value,
  currency: row.currency,
  stage: row.stage,
  nextAction: row.next_action,
  dueAt: row.due_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
