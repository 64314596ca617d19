import { conflict, impossible, invalid, notFound, refusals, tooLarge } from '../../kernel/refusal.ts';
import { batchLimits } from './limits.ts';

export const refuse = refusals({
  batch_not_found: notFound('No batch has this id.'),
  batch_empty: invalid('A batch needs at least one request.'),
  batch_ids_not_unique: invalid(
    'Each request of a batch needs an id of its own, so that its result can be told apart.',
  ),
  batch_request_invalid: invalid('Each request of a batch needs an id and a task that is not blank.'),
  batch_too_large: tooLarge('The batch is larger than this engine takes.'),
  batches_full: conflict(
    `${batchLimits.unfinished} batches have not ended, which is the limit. Wait until one has.`,
  ),
  batch_too_expensive: impossible('This batch could cost more than may still be spent.'),
});
