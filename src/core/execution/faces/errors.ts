import { refusals } from '../../kernel/refusal.ts';
import type { FaceProblems } from './says.ts';

export const refuse = refusals<FaceProblems>()('faces', {
  face_off: 'not_found',
  model_unknown: 'not_found',
  still_working: 'conflict',
  request_too_long: 'too_large',
  aside_ceiling: 'impossible',
  aside_failed: 'upstream',
});
