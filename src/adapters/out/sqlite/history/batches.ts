import { say } from '../../../../core/keeping/backups/says.ts';
import { sql } from 'kysely';
import type { BatchChange, BatchStore } from '../../../../core/execution/batches/store.ts';
import type { Batch, BatchRequest } from '../../../../core/execution/batches/model.ts';
import type { RunError } from '../../../../core/execution/runs/model.ts';
import type { Price } from '../../../../core/ports/model.ts';
import { prepared } from '../../sql/prepared.ts';
import { stepsOf } from '../../sql/step.ts';
import { batchStore, OPEN } from './batch-reads.ts';
import { batches as migration } from './migrations/batches.ts';
import type { NewRow, Part } from './part.ts';
import { kept, ofPerson } from '../exported.ts';
import { amount, flag, isTrue, list, members, orAbsent } from '../shape.ts';
import { says } from './question-shape.ts';
import { usage, why } from './shapes.ts';
import type { BatchTables } from './schema.ts';

/** An earlier version ended requests without saying `retryable`. */
const requestError = members<Omit<RunError, 'retryable'> & { readonly retryable?: boolean }>({
  ...why,
  says: orAbsent(list(says)),
  retryable: orAbsent(flag),
});
const tokenPrice = { input: amount, output: amount, cacheRead: amount, cacheWrite: amount };
const price = members<Price>({
  ...tokenPrice,
  search: orAbsent(amount),
  long: orAbsent(members<NonNullable<Price['long']>>({ ...tokenPrice, above: amount })),
  isAssumed: orAbsent(isTrue),
});

const OPEN_HERE = "status IN ('waiting', 'running')";
/** Of this engine's own only what it sends by itself: the results of the others wait at the provider. */
const SENT_FROM_HERE = `${OPEN_HERE} AND EXISTS (SELECT 1 FROM batches AS b
  WHERE b.batch_id = batch_requests.batch_id AND b.state = 'working')`;

const canceled = (column: string, becomes: string) => ({
  becomes: `CASE WHEN ${OPEN_HERE} THEN ${becomes} ELSE ${column} END`,
  own: `CASE WHEN ${SENT_FROM_HERE} THEN ${becomes} ELSE ${column} END`,
});

const NOTHING_USED = '{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}';
const CUT_OFF = `json_object('code', 'restored', 'error',
  'It came with a backup or an export that was made while it was in progress. It may have been done since.',
  'retryable', json('false'))`;
const BATCHES_ENDED = say('arrived.batches');

export const batches: Part<BatchTables, BatchChange, { readonly batches: BatchStore }> = {
  migration,
  ids: [['batches', 'batch_id']],
  exported: {
    batches: {
      arriving: {
        columns: {
          ...kept(
            'batch_no',
            'batch_id',
            'principal',
            'requests',
            'model',
            'provider',
            'address',
            'provider_batch_id',
            'created_at',
          ),
          ...ofPerson,
          price_json: { holds: price },
          state: {
            becomes: "CASE WHEN ended_at IS NULL THEN 'failed' ELSE state END",
            own: "CASE WHEN state = 'working' THEN 'failed' ELSE state END",
            told: BATCHES_ENDED,
          },
          ended_at: {
            becomes: 'coalesce(ended_at, :at)',
            own: "CASE WHEN state = 'working' THEN coalesce(ended_at, :at) ELSE ended_at END",
          },
        },
      },
      section: 'batches',
      says: 'requests that were given together, to be answered later',
    },
    batch_requests: {
      arriving: {
        columns: {
          ...kept('batch_id', 'place', 'id', 'task', 'system', 'prompt_tokens', 'worst_usd', 'text'),
          status: canceled('status', "'canceled'"),
          error_json: { ...canceled('error_json', CUT_OFF), holds: requestError },
          usage_json: { ...canceled('usage_json', `coalesce(usage_json, '${NOTHING_USED}')`), holds: usage },
          cost_usd: canceled('cost_usd', 'coalesce(cost_usd, 0)'),
        },
      },
      section: 'batchRequests',
      says: 'these requests and their answers',
    },
  },
  steps: (db) => {
    const addRequest = prepared<NewRow<'batch_requests'>>((row) =>
      db.insertInto('batch_requests').values({
        batch_id: row.batch_id,
        place: row.place,
        id: row.id,
        task: row.task,
        system: row.system,
        prompt_tokens: row.prompt_tokens,
        worst_usd: row.worst_usd,
        status: row.status,
      }),
    );
    const submitting = (id: string) =>
      db.updateTable('batches').where('batch_id', '=', id).where('state', '=', 'submitting');
    const requestOf = (id: string) => db.updateTable('batch_requests').where('batch_id', '=', id);
    const must = (query: Parameters<typeof stepsOf>[0][number]) =>
      stepsOf([query]).map((step) => ({ ...step, atLeast: 1 }));
    return {
      'batch.add': ({ batch, requests }) => {
        const next = sql<number>`(SELECT coalesce(max(batch_no), 0) + 1 FROM batches)`;
        return [
          ...stepsOf([db.insertInto('batches').values({ ...batchRow(batch), batch_no: next })]),
          ...requests.map((request) => addRequest(requestRow(batch, request))),
        ];
      },
      'batch.submitted': ({ batchId: id, providerBatchId }) =>
        must(submitting(id).set({ state: 'submitted', provider_batch_id: providerBatchId })),
      'batch.one-by-one': ({ batchId: id }) => [
        ...must(
          submitting(id).set({
            state: 'working',
            model: null,
            provider: null,
            address: null,
            price_json: null,
          }),
        ),
        ...stepsOf([requestOf(id).set({ worst_usd: 0 })]),
      ],
      'batch.drop': ({ batchId: id }) =>
        must(db.deleteFrom('batches').where('batch_id', '=', id).where('state', '=', 'submitting')),
      'batch.run': ({ batchId: id, place }) =>
        must(
          requestOf(id).set({ status: 'running' }).where('place', '=', place).where('status', '=', 'waiting'),
        ),
      'batch.result': ({ batchId: id, place, result }) =>
        must(
          requestOf(id)
            .set({
              status: result.status,
              text: result.text,
              error_json: result.error && JSON.stringify(result.error),
              usage_json: JSON.stringify(result.usage),
              cost_usd: result.costUsd,
            })
            .where('place', '=', place)
            .where('status', 'in', OPEN),
        ),
      'batch.end': ({ batchId: id, state, error, endedAt }) => [
        ...must(
          db
            .updateTable('batches')
            .set({ state, ended_at: endedAt })
            .where('batch_id', '=', id)
            .where('ended_at', 'is', null),
        ),
        ...stepsOf([
          requestOf(id)
            .set({ status: 'errored', error_json: JSON.stringify(error) })
            .where('status', 'in', OPEN),
        ]),
      ],
    };
  },
  reads: (db) => ({ batches: batchStore(db) }),
};

const batchRow = ({ batchId: id, provider, ...batch }: Batch): Omit<NewRow<'batches'>, 'batch_no'> => ({
  batch_id: id,
  principal: batch.principal,
  person_id: batch.personId,
  state: batch.state,
  requests: batch.requests,
  model: provider?.model ?? null,
  provider: provider?.name ?? null,
  address: provider?.address ?? null,
  provider_batch_id: provider?.batchId ?? null,
  price_json: provider && JSON.stringify(provider.price),
  created_at: batch.createdAt,
  ended_at: batch.endedAt,
});

const requestRow = ({ batchId: id }: Batch, request: BatchRequest): NewRow<'batch_requests'> => ({
  batch_id: id,
  place: request.place,
  id: request.id,
  task: request.task,
  system: request.system,
  prompt_tokens: request.promptTokens,
  worst_usd: request.worstUsd,
  status: 'waiting',
});
