import { INTERRUPTED, type Run, type StopReason } from '../runs/model.ts';

type Outcome = Pick<Run, 'status' | 'stopReason' | 'error' | 'threadId'>;

/** Why a run did not reach its end, for its host; null if it did, or is in progress. */
export function errorIn({ status, error, threadId }: Outcome): string | null {
  if (threadId === null) return DELETED;
  switch (status) {
    case 'running':
    case 'completed':
      return null;
    case 'aborted':
      return 'The run was aborted before it completed. What it had done is kept.';
    case 'interrupted':
      return RESTARTED;
    case 'failed':
      return error?.error ?? 'The run failed.';
  }
}

const RESTARTED =
  'The server restarted before the run completed. What it had done is kept; start the task again to go on.';
const DELETED = 'The owner of this engine has deleted the conversation of this run.';

/** How a run ended, in words. */
export function endingOf({ status, stopReason, error, threadId }: Outcome): string {
  if (threadId === null) return 'deleted';
  if (status === 'completed') return ENDINGS[stopReason ?? 'end_turn'];
  return error?.code === INTERRUPTED.code ? 'interrupted' : status;
}

const ENDINGS: Readonly<Record<StopReason, string>> = {
  end_turn: 'completed',
  aborted: 'aborted',
  max_iterations: 'ended early: it made as many model calls as a run may',
  budget: 'ended early: it reached a ceiling on spending',
  output_limit: 'ended early: the answer is longer than the model can write',
  refused: 'ended early: the model refused to go on',
  loop: 'ended early: it repeated the same call',
};
