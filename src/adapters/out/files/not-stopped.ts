import { refuse } from '../../../core/workspace/files/errors.ts';

/** Call it right before each call that changes something. @throws Refusal change_stopped after an abort */
export function confirmNotStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw refuse.change_stopped();
}
