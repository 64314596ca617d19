import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface HandoverProblems extends Plain<
  'handover.handover_not_found' | 'handover.receiver_disabled'
> {}
