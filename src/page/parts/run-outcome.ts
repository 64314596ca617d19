import type { RunRecord } from '../engine/client.ts';

type Ended = Pick<RunRecord, 'status' | 'stopReason'>;

/** Ends by the engine, in a sentence of its own, before the agent had an answer. */
const CUT_SHORT = ['max_iterations', 'budget', 'loop'];
export const isCutShort = (stopReason: string | null): boolean =>
  stopReason !== null && CUT_SHORT.includes(stopReason);

/** What became of a run, as the page says it everywhere: one that the engine ended early is stopped, and not done. */
export function outcomeOf({ status, stopReason }: Ended): Ended['status'] {
  if (status !== 'completed') return status;
  if (isCutShort(stopReason)) return 'aborted';
  if (stopReason === 'output_limit') return 'interrupted';
  return stopReason === 'refused' ? 'failed' : status;
}
