import { refusals } from '../../../core/kernel/refusal.ts';
import type { RequestProblems } from '../../../contract/request-says.ts';

/** What the tool server itself refuses; everything else is the engine's. */
export const refuse = refusals<RequestProblems>()('request', {
  engine_lost: 'unreachable',
  engine_not_available: 'unavailable',
});
