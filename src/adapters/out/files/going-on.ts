import { refuse } from '../../../core/files/errors.ts';

/** To be asked right before the call that changes something. @throws Refusal change_stopped once it has aborted */
export function confirmGoingOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw refuse.change_stopped();
}
