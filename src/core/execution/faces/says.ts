import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface FaceProblems extends Plain<
  | 'faces.face_off'
  | 'faces.still_working'
  | 'faces.model_unknown'
  | 'faces.aside_ceiling'
  | 'faces.aside_failed'
> {
  'faces.request_too_long': { most: number };
}
