import { refusePeople } from '../../kernel/people-refusals.ts';
import { refusals } from '../../kernel/refusal.ts';
import type { Out } from '../../trust/people/model.ts';
import type { RunProblems } from './says.ts';

export const refuse = refusals<RunProblems>()('runs', {
  run_not_found: 'not_found',
  not_running: 'conflict',
  run_not_ended: 'conflict',
  recording_incomplete: 'impossible',
  too_many_replays: 'conflict',
  idempotency_mismatch: 'conflict',
  agents_refused: 'impossible',
  agents_failed: 'impossible',
  tool_call_not_found: 'not_found',
  nothing_to_compact: 'conflict',
  provider_error: 'upstream',
  provider_timeout: 'upstream_timeout',
  budget: 'impossible',
  interrupted: 'unavailable',
  empty_answer: 'upstream',
  context_overflow: 'impossible',
  run_failed: 'internal',
  draining: 'unavailable',
  /** Nothing begins for whom is disabled. */
  person_disabled: 'conflict',
});

/** @param out null: work of theirs may begin @throws Refusal person_disabled, own_erasure_running */
export function refuseWork(out: Out | null): void {
  if (out === 'disabled') throw refuse.person_disabled();
  if (out === 'erasing') throw refusePeople.own_erasure_running();
}
