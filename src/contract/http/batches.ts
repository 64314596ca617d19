import { inThousands } from '../../core/kernel/counts.ts';
import { Type } from 'typebox';
import { batchId } from '../../core/kernel/ids.ts';
import type { refuse as refuseBatches } from '../../core/execution/batches/errors.ts';
import { batchLimits } from '../../core/execution/batches/limits.ts';
import { isOver } from '../../core/execution/batches/model.ts';
import type { BatchReport } from '../../core/execution/batches/service.ts';
import type { ResultPosition } from '../../core/execution/batches/store.ts';
import type { refuse as refuseModels } from '../../core/instance/models/errors.ts';
import type { refuse as refuseRuns } from '../../core/execution/runs/errors.ts';
import { rowsRefusing } from '../row.ts';
import { closed, cursorQuery, Id, NextCursor, saysAs, SaysOfText, Time, time } from '../shapes.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { PrincipalField } from './tool-server.ts';

const { privateJson } = rowsRefusing<typeof refuseBatches & typeof refuseModels & typeof refuseRuns>();

const { requests, idChars, taskChars, systemChars, textBytes, bodyBytes } = batchLimits;

/** For the table of tools. The limits are checked by the service, which names the one that is exceeded. */
export const BatchRequests = Type.Array(
  Type.Object(
    {
      id: Type.String({
        description: `Names the request in the results: another one for each, at most ${idChars} characters`,
      }),
      task: Type.String({ description: `What to do, in at most ${inThousands(taskChars)} characters` }),
      system: Type.Optional(
        Type.String({
          description: `The system prompt, of at most ${inThousands(systemChars)} characters; absent: a short one of the engine`,
        }),
      ),
    },
    closed,
  ),
  {
    description: `1 to ${inThousands(requests)} requests, with at most ${inThousands(textBytes)} bytes of text together`,
  },
);

const Why = Type.Object({ code: Type.String(), error: Type.String(), says: SaysOfText });
const Problem = Type.Union([Why, Type.Null()]);

const Count = Type.Integer({ minimum: 0 });

/** How a batch stands. */
export const BatchState = Type.Object({
  batchId: Id,
  status: Type.Enum(['in_progress', 'ended', 'failed'], {
    description:
      'ended: every request has its outcome; failed: the provider never had it, or its results could not be had',
  }),
  reducedPrice: Type.Boolean({
    description:
      "true: it runs in the provider's batch interface; false: the provider has none, and it is run one by one at the usual price",
  }),
  counts: Type.Object({
    processing: Count,
    succeeded: Count,
    errored: Count,
    canceled: Count,
    expired: Count,
  }),
  problem: Type.Union([Why, Type.Null()], {
    description:
      'While it is in progress: what keeps it from going on, or the engine from learning how it stands',
  }),
  createdAt: Time,
  endedAt: Type.Union([Time, Type.Null()]),
});

/** With its results, once it is over. */
export const BatchWithResults = Type.Object({
  ...BatchState.properties,
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      status: Type.Enum(['succeeded', 'errored', 'canceled', 'expired'], {
        description: 'succeeded: a whole answer',
      }),
      text: Type.Union([Type.String(), Type.Null()], {
        description: 'The answer; of an errored request what there is of it',
      }),
      error: Problem,
      costUsd: Type.Number(),
    }),
    { description: 'In the order of the requests; empty while the batch is in progress' },
  ),
  nextCursor: NextCursor,
});

const shown = ({ batch, counts, problem }: BatchReport) => ({
  batchId: batch.batchId,
  status: isOver(batch.state) ? (batch.state as 'ended' | 'failed') : ('in_progress' as const),
  reducedPrice: batch.provider !== null,
  counts,
  problem: shownProblem(problem),
  createdAt: time(batch.createdAt),
  endedAt: batch.endedAt === null ? null : time(batch.endedAt),
});

const shownProblem = (problem: BatchReport['problem']) =>
  problem && { code: problem.code, error: problem.error, ...saysAs('says', problem.says) };

const isPosition = (value: unknown): value is ResultPosition =>
  Number.isSafeInteger((value as { place?: unknown } | null)?.place);

export const batches = {
  'batches.submit': privateJson({
    route: 'POST /api/tool-server/batches',
    who: 'starter',
    needs: 'run',
    summary: `Submit a batch: requests that are answered later, without tools and without a conversation. At most ${batchLimits.unfinished} batches are unfinished, of one member at most half of that, and of all members together three quarters. Not to be repeated: each call is another batch.`,
    status: 201,
    refuses: [
      'batch_empty',
      'batch_request_invalid',
      'batch_ids_not_unique',
      'batch_too_large',
      'batches_full',
      'batch_too_expensive',
      'provider_incomplete',
      'provider_error',
      'draining',
    ],
    ours: true,
    bodyBytes,
    body: Type.Object({ principal: PrincipalField, requests: BatchRequests }, closed),
    returns: BatchState,
    handle: async ({ batches }, { body: { principal, requests: sent }, asker: { person } }) =>
      shown(await batches.submit({ person, principal }, sent)),
  }),
  'batches.get': privateJson({
    route: 'POST /api/tool-server/batches/:id',
    who: 'starter',
    needs: 'read',
    summary: 'How a batch stands and, once it is over, its results in pages.',
    status: 200,
    refuses: ['batch_not_found'],
    ours: true,
    body: Type.Object({ principal: PrincipalField, cursor: cursorQuery }, closed),
    returns: BatchWithResults,
    handle: async ({ batches }, { params, body: { principal, cursor }, asker: { person } }) => {
      const id = batchId(params.id);
      const submitter = { person, principal };
      const report = await batches.get(id, submitter);
      const { items, next } = await batches.results(id, submitter, positionFrom(cursor, isPosition));
      return {
        ...shown(report),
        results: items.map(({ id: own, status, text, error, costUsd }) => ({
          id: own,
          status,
          text,
          error: shownProblem(error),
          costUsd,
        })),
        nextCursor: cursorFrom(next),
      };
    },
  }),
};
