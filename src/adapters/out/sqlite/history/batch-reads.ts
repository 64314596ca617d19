import { sql } from 'kysely';
import {
  type Batch,
  type BatchRequest,
  type BatchState,
  type RequestCounts,
  type RequestOutcome,
  type RequestStatus,
} from '../../../../core/execution/batches/model.ts';
import type { BatchStore, StoredResult } from '../../../../core/execution/batches/store.ts';
import { batchId, personId } from '../../../../core/kernel/ids.ts';
import { listLimits } from '../../../../core/kernel/limits.ts';
import { noUsage, type Price, type Usage } from '../../../../core/ports/model.ts';
import type { RunError } from '../../../../core/execution/runs/model.ts';
import { pageOf } from '../../sql/page-of.ts';
import { read, type Db, type Row } from './part.ts';

/** A request without an outcome. */
export const OPEN: readonly RequestStatus[] = ['waiting', 'running'];
const OVER: readonly RequestOutcome[] = ['succeeded', 'errored', 'canceled', 'expired'];

export const batchStore = (db: Db): BatchStore => ({
  get: async (id) => {
    const row = await read(
      db.selectFrom('batches').selectAll().where('batch_id', '=', id).executeTakeFirst(),
    );
    return row ? batchFrom(row) : null;
  },

  unfinished: async () => {
    const query = db.selectFrom('batches').selectAll().where('ended_at', 'is', null).orderBy('batch_no');
    return (await read(query.execute())).map(batchFrom);
  },

  counts: async (id) => {
    const query = db
      .selectFrom('batch_requests')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .where('batch_id', '=', id)
      .groupBy('status');
    const counts = new Map((await read(query.execute())).map(({ status, count }) => [status, count]));
    const of = (...statuses: readonly RequestStatus[]): number =>
      statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
    return {
      processing: of(...OPEN),
      succeeded: of('succeeded'),
      errored: of('errored'),
      canceled: of('canceled'),
      expired: of('expired'),
    } satisfies RequestCounts;
  },

  open: async (id) => {
    const query = db
      .selectFrom('batch_requests')
      .select(['place', 'prompt_tokens as promptTokens', 'worst_usd as worstUsd'])
      .where('batch_id', '=', id)
      .where('status', 'in', OPEN)
      .orderBy('place');
    return await read(query.execute());
  },

  nextWaiting: async (id) => {
    const query = db.selectFrom('batch_requests').selectAll().where('batch_id', '=', id);
    const row = await read(
      query.where('status', '=', 'waiting').orderBy('place').limit(1).executeTakeFirst(),
    );
    return row ? requestFrom(row) : null;
  },

  results: async (id, { limit, after }) => {
    const over = db
      .selectFrom('batch_requests')
      .where('batch_id', '=', id)
      .where('status', 'in', OVER)
      .where('place', '>', after?.place ?? -1)
      .orderBy('place');
    const bytes = sql<number>`coalesce(octet_length(text), 0) + coalesce(octet_length(error_json), 0)`.as(
      'bytes',
    );
    const sizes = await read(
      over
        .select(['place', bytes])
        .limit(limit + 1)
        .execute(),
    );
    const { items, next } = pageOf(sizes, { limit, maxBytes: listLimits.pageBytes }, ({ place }) => ({
      place,
    }));
    const last = items.at(-1);
    if (!last) return { items: [], next: null };
    const rows = await read(
      over
        .select(['place', 'id', 'status', 'text', 'error_json', 'usage_json', 'cost_usd'])
        .where('place', '<=', last.place)
        .execute(),
    );
    return { items: rows.map(resultFrom), next };
  },

  isKnown: async (id) =>
    (await read(
      db.selectFrom('batches').select('batch_no').where('provider_batch_id', '=', id).executeTakeFirst(),
    )) !== undefined,
});

const batchFrom = (row: Row<'batches'>): Batch => ({
  batchId: batchId(row.batch_id),
  principal: row.principal,
  personId: personId(row.person_id),
  state: row.state as BatchState,
  requests: row.requests,
  provider:
    row.address === null
      ? null
      : {
          model: row.model ?? '',
          name: row.provider ?? '',
          address: row.address,
          batchId: row.provider_batch_id,
          price: JSON.parse(row.price_json ?? 'null') as Price,
        },
  createdAt: row.created_at,
  endedAt: row.ended_at,
});

const requestFrom = (row: Row<'batch_requests'>): BatchRequest => ({
  place: row.place,
  id: row.id,
  task: row.task,
  system: row.system,
  promptTokens: row.prompt_tokens,
  worstUsd: row.worst_usd,
});

const resultFrom = (
  row: Pick<
    Row<'batch_requests'>,
    'place' | 'id' | 'status' | 'text' | 'error_json' | 'usage_json' | 'cost_usd'
  >,
): StoredResult => ({
  place: row.place,
  id: row.id,
  status: row.status as RequestOutcome,
  text: row.text,
  error: row.error_json === null ? null : (JSON.parse(row.error_json) as RunError),
  usage: row.usage_json === null ? noUsage : (JSON.parse(row.usage_json) as Usage),
  costUsd: row.cost_usd ?? 0,
});
