import { EVERYONE, type Whose } from '../../../../core/trust/people/model.ts';
import { setImmediate as nextTick } from 'node:timers/promises';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { RunFilter, RunPosition, ToolCallPosition } from '../../../../core/execution/history/model.ts';
import type { HistoryStore } from '../../../../core/execution/history/store.ts';
import { personId, runId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import type { Run } from '../../../../core/execution/runs/model.ts';
import { hasIn, hasLiterally } from '../../sql/has-in.ts';
import { notByIndex, numbersOf } from '../../sql/words.ts';
import { pageOf, type Sized } from '../../sql/page-of.ts';
import { priceKnownIn } from './price-known.ts';
import { dayReads } from './days.ts';
import { history as migration } from './migrations/history.ts';
import { read, type Db, type Part } from './part.ts';
import { inOrder } from './row-order.ts';
import { starterReads } from './starters.ts';
import { isReadBy, runFrom } from './runs.ts';
import { toolCallFrom } from './tool-calls.ts';
import { kept } from '../exported.ts';
import { ofPersonKey } from '../../sql/person-keys.ts';
import type { DayTables } from './schema.ts';

/** Sums of somebody who was removed stay theirs: as the owner's there could be two of one day. */
const SUMS_OF_PERSON = ofPersonKey;

/** Reads what the other parts wrote, and keeps sums of whole days. */
export const history: Part<DayTables, never, { readonly history: HistoryStore }> = {
  migration,
  exported: {
    spent_days: {
      arriving: {
        columns: {
          ...SUMS_OF_PERSON,
          ...kept(
            'day',
            'model',
            'provider',
            'status',
            'runs',
            'cost_usd',
            'duration_ms',
            'wait_ms',
            'input_tokens',
            'output_tokens',
            'cache_read_tokens',
            'cache_write_tokens',
          ),
        },
      },
      section: 'spentDays',
      says: 'sums of the cost of each day',
    },
    tool_days: {
      arriving: { columns: { ...SUMS_OF_PERSON, ...kept('day', 'name', 'calls', 'failures') } },
      section: 'toolDays',
      says: 'sums of the calls of tools of each day',
    },
  },
  steps: () => ({}),
  reads: (db) => ({ history: { ...pastReads(db), ...dayReads(db), ...starterReads(db) } }),
};

/** Rows examined in one tick of the event loop, where each must be examined. */
const SLICE = 1_000;
const PAGE_BYTES = listLimits.pageBytes;

const pastReads = (
  db: Db,
): Pick<
  HistoryStore,
  'runs' | 'workOfOthers' | 'runIdsLike' | 'toolCalls' | 'eventCounts' | 'messageSizes'
> => ({
  workOfOthers: async (person, { after, limit }) => {
    let query = db
      .selectFrom('runs')
      .select([
        'run_id',
        'run_no',
        'person_id',
        'starter_kind',
        'status',
        'created_at',
        'ended_at',
        'price_known',
      ])
      .select(sql<number>`cost_usd + agents_cost_usd`.as('cost'))
      // By its index SQLite would sort all of them for one page.
      .where(notByIndex(sql.ref<string>('person_id')), '<>', person)
      .orderBy('run_no', 'desc')
      .limit(limit + 1);
    if (after) query = query.where('run_no', '<', after.runNo);
    const rows = await read(query.execute());
    const last = rows[limit - 1];
    return {
      items: rows.slice(0, limit).map((row) => ({
        runId: runId(row.run_id),
        personId: personId(row.person_id),
        kind: row.starter_kind,
        status: row.status as Run['status'],
        createdAt: row.created_at,
        endedAt: row.ended_at,
        costUsd: row.cost,
        priceKnown: priceKnownIn(row.price_known),
      })),
      next: last && rows.length > limit ? { runNo: last.run_no } : null,
    };
  },

  runs: async (whose, { filter: { text = '', ...asked }, after, limit }) => {
    const filter = { ...asked, whose };
    const found = await sizesOf(db, filter, text, after, limit + 1);
    const page = pageOf(found, { limit, maxBytes: PAGE_BYTES }, ({ runNo }): RunPosition => ({ runNo }));
    return { ...page, items: await runsNumbered(db, page.items) };
  },

  runIdsLike: async (whose, prefix, limit) => {
    let query = db.selectFrom('runs').select('run_id').where('run_id', '>=', prefix);
    if (whose !== EVERYONE) query = query.where(isReadBy(whose));
    const rows = await read(
      query.where('run_id', '<', `${prefix}\u{10FFFF}`).orderBy('run_id').limit(limit).execute(),
    );
    return rows.map((row) => row.run_id);
  },

  toolCalls: async (id, { after, limit }) => {
    const found = db
      .selectFrom('tool_calls')
      .where('run_id', '=', id)
      .where(inOrder, '>', after?.callNo ?? 0)
      .orderBy(inOrder);
    const bytes = sql<number>`octet_length(input_json) + coalesce(octet_length(output), 0)`.as('bytes');
    const sizes = await read(
      found
        .select([inOrder.as('callNo'), bytes])
        .limit(limit + 1)
        .execute(),
    );
    const { items, next } = pageOf(
      sizes,
      { limit, maxBytes: PAGE_BYTES },
      ({ callNo }): ToolCallPosition => ({ callNo }),
    );
    const last = items.at(-1);
    if (!last) return { items: [], next: null };
    const rows = await read(found.selectAll().where(inOrder, '<=', last.callNo).execute());
    return { items: rows.map(toolCallFrom), next };
  },

  eventCounts: async (id) => {
    const counts = new Map<string, number>();
    const ofRun = db.selectFrom('events').where('run_id', '=', id);
    for (let from = 0; ;) {
      const rows = await read(
        ofRun
          .select(['type', sql<number>`count(*)`.as('count')])
          .where('id', '>', from)
          .where('id', '<=', from + SLICE)
          .groupBy('type')
          .execute(),
      );
      for (const { type, count } of rows) counts.set(type, (counts.get(type) ?? 0) + count);
      from += SLICE;
      // After a loss of power ids have a gap.
      const rest = ofRun.select('id').where('id', '>', from).orderBy('id').limit(1);
      const next = await read(rest.executeTakeFirst());
      if (!next) return Object.fromEntries(counts);
      from = next.id - 1;
      await nextTick();
    }
  },

  messageSizes: async (threadId, { after, limit }) => {
    const rows = await read(
      db
        .selectFrom('messages')
        .select(['seq', 'run_id', 'role', sql<number>`length(content_json)`.as('chars')])
        .where('thread_id', '=', threadId)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    );
    return rows.map(({ seq, run_id, role, chars }) => ({ seq, runId: runId(run_id), role, chars }));
  },
});

interface Indexed extends Omit<RunFilter, 'text'> {
  readonly whose: Whose;
}

interface SizedRun extends RunPosition, Sized {}

const newestFirst = (db: Db, filter: Indexed, after: RunPosition | null) =>
  db
    .selectFrom('runs')
    .where(({ eb, ref, and }) => {
      const all: Expression<SqlBool>[] = [];
      if (filter.whose !== EVERYONE) all.push(isReadBy(filter.whose));
      if (filter.status !== undefined) all.push(eb('status', '=', filter.status));
      if (filter.model !== undefined) all.push(eb('model', '=', filter.model));
      if (filter.sessionId !== undefined) all.push(eb('session_id', '=', filter.sessionId));
      if (filter.threadId !== undefined) all.push(eb('thread_id', '=', filter.threadId));
      // By its index SQLite would sort the whole period for one page of it.
      if (filter.from !== undefined) all.push(eb(notByIndex(ref('created_at')), '>=', filter.from));
      if (filter.to !== undefined) all.push(eb(notByIndex(ref('created_at')), '<', filter.to));
      if (after) all.push(eb('run_no', '<', after.runNo));
      return and(all);
    })
    .orderBy('run_no', 'desc');

/** The sizes of the next matching runs, at most `limit`; if their texts must be searched, in slices. */
async function sizesOf(
  db: Db,
  filter: Indexed,
  text: string,
  after: RunPosition | null,
  limit: number,
): Promise<readonly SizedRun[]> {
  const sizes = (from: RunPosition | null) =>
    newestFirst(db, filter, from).select([
      'run_no as runNo',
      sql<number>`octet_length(task) + coalesce(octet_length(error_json), 0)`.as('bytes'),
    ]);
  if (text === '') return await read(sizes(after).limit(limit).execute());
  const literally = hasLiterally(sql`task`, text);
  const inAnyCase = [...new Set([text, text.normalize('NFKC')])].map((one) => hasIn(sql`task`, one));
  const isFound = /^\p{ASCII}*$/u.test(text) ? [literally] : [literally, ...inAnyCase];
  const found: SizedRun[] = [];
  for (let from = after; ;) {
    const to = await lastOfSlice(db, filter, from);
    let slice = sizes(from).where(({ or }) => or(isFound));
    if (to) slice = slice.where('run_no', '>=', to.runNo);
    found.push(...(await read(slice.limit(limit - found.length).execute())));
    if (to === null || found.length >= limit) return found;
    from = to;
    await nextTick();
  }
}

/** The end of the next slice of runs; null if it is the last one. */
async function lastOfSlice(db: Db, filter: Indexed, after: RunPosition | null): Promise<RunPosition | null> {
  const query = newestFirst(db, filter, after).select('run_no as runNo');
  const row = await read(
    query
      .offset(SLICE - 1)
      .limit(1)
      .executeTakeFirst(),
  );
  return row ?? null;
}

/** In the same order. */
async function runsNumbered(db: Db, numbers: readonly RunPosition[]): Promise<readonly Run[]> {
  const asked = JSON.stringify(numbers.map(({ runNo }) => runNo));
  const query = db.selectFrom('runs').selectAll().where('run_no', 'in', numbersOf(asked));
  return (await read(query.orderBy('run_no', 'desc').execute())).map(runFrom);
}
