import {
  conflict,
  impossible,
  internal,
  notFound,
  refusalsInText,
  unavailable,
  upstream,
  upstreamTimeout,
} from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  run_not_found: notFound('There is no run with this id, or its thread was deleted.'),
  not_running: conflict('No run is in progress here.'),
  run_not_ended: conflict('This run is still in progress. Wait until it has ended, or stop it first.'),
  recording_incomplete: impossible(
    'Not everything that this run did is still stored, so it cannot be run again with its recorded results.',
  ),
  too_many_replays: conflict('As many replays as may run at once are in progress. Wait until one has ended.'),
  idempotency_mismatch: conflict('This Idempotency-Key was used before with a different body.'),
  /** For the model. */
  agents_refused: impossible('These sub-agents cannot be started like this.'),
  agents_failed: impossible('None of the sub-agents reached an answer.'),
  tool_call_not_found: notFound('No call of this conversation has this id, or it has no result yet.'),
  nothing_to_compact: conflict('The thread has nothing to summarise.'),
  provider_error: upstream('The model could not be called.'),
  provider_timeout: upstreamTimeout('The model did not answer in time.'),
  budget: impossible('This could cost more than may still be spent.'),
  /** How a run may end, told to a client that waits for its result. */
  interrupted: unavailable('The engine stopped before this run was finished.'),
  empty_answer: upstream('The model ended its turn without an answer.'),
  context_overflow: impossible(
    "The model's context window is too small for the instructions, the tools and a message.",
  ),
  run_failed: internal('The run failed.'),
  draining: unavailable('The engine is shutting down and takes no new work.'),
});
