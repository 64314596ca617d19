import { Type } from 'typebox';
import { batchLimits } from '../../core/execution/batches/limits.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { BatchRequests, BatchState, BatchWithResults } from '../http/batches.ts';
import { ProblemError } from '../client.ts';
import { refuseRequest } from '../problem.ts';
import { closed } from '../shapes.ts';
import { toolServerRow } from './row.ts';
import { say as sayOfValue } from '../../core/kernel/value-says.ts';
import { say } from '../request-says.ts';

/** The engine checks them, too: it also takes requests that have not passed this table. */
const Requests = Type.Array(BatchRequests.items, {
  ...BatchRequests,
  minItems: 1,
  maxItems: batchLimits.requests,
});

const WRONG_CURSOR = { path: '/cursor', says: sayOfValue('wrong.cursor') };

/** Nothing else of the request comes from the host unchecked. */
const isWrongCursor = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'invalid_request';

const BatchIdField = Type.String({ description: 'Send it to svc_status' });

const { batchId: _state, ...state } = BatchState.properties;
const { batchId: _whole, ...whole } = BatchWithResults.properties;

export const svcBatch = toolServerRow({
  name: 'svc_batch',
  who: 'starter',
  needs: 'run',
  title: 'Submit a batch',
  summary:
    'Submit many independent questions at once, to be answered later, at a reduced price where the provider offers one ' +
    '(reducedPrice). They are answered without tools. Returns a batch_id for svc_status.',
  input: Type.Object({ requests: Requests }, closed),
  output: Type.Object({ batch_id: BatchIdField, ...state }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  handle: async (engine, { requests }, { principal }) => {
    const { batchId, ...rest } = await engine['batches.submit']({ body: { principal, requests } });
    return { structured: { batch_id: batchId, ...rest } };
  },
});

export const svcStatus = toolServerRow({
  name: 'svc_status',
  who: 'starter',
  needs: 'read',
  title: 'Look at a batch',
  summary:
    'How far a batch is and, once it has ended, its answers. They come in pages: while nextCursor is not null, call again with it as cursor.',
  input: Type.Object(
    {
      batch_id: Type.String({ minLength: 1, maxLength: 200, description: 'From svc_batch' }),
      cursor: Type.Optional(
        Type.String({ maxLength: listLimits.cursorChars, description: 'The nextCursor of the last page' }),
      ),
    },
    closed,
  ),
  output: Type.Object({ batch_id: BatchIdField, ...whole }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  handle: async (engine, { batch_id: id, cursor }, { principal }) => {
    const body = { principal, ...(cursor === undefined ? {} : { cursor }) };
    const { batchId, ...rest } = await engine['batches.get']({ params: { id }, body }).catch(
      (error: unknown) => {
        throw isWrongCursor(error)
          ? refuseRequest.invalid_request({ violations: [WRONG_CURSOR] }, say('request.wrong_cursor'))
          : error;
      },
    );
    return { structured: { batch_id: batchId, ...rest } };
  },
});
