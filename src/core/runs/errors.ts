import { conflict, notFound, refusals, unavailable } from '../kernel/refusal.ts';

export const refuse = refusals({
  run_not_found: notFound('There is no run with this id, or its thread was deleted.'),
  run_in_progress: conflict('A run is in progress here. Follow it by its runId, or abort it first.'),
  not_running: conflict('Nothing is running in this session.'),
  idempotency_mismatch: conflict('This Idempotency-Key was used before with another body.'),
  draining: unavailable('The engine is shutting down and takes no new work.'),
});
