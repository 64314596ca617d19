import type { Answer, Thread } from '../engine/client.ts';

export const STEPS = ['file', 'review', 'memory', 'question', 'restart'] as const;
export type Step = (typeof STEPS)[number];

interface Facts {
  readonly byTool: Answer<'history.stats'>['byTool'];
  readonly threads: readonly Pick<Thread, 'pendingChangeset' | 'activeRunId' | 'createdAt'>[];
  /** When the engine was started. */
  readonly startedAt: string;
  /** What was seen done before: what is deleted afterwards was done all the same. */
  readonly before: ReadonlySet<Step>;
}

/** What a run that goes on has written may wait for its review in a moment. */
const isReviewed = ({ pendingChangeset, activeRunId }: Facts['threads'][number]): boolean =>
  pendingChangeset === null && activeRunId === null;

/** Which steps are done, from what happened in the engine, whichever client did it. */
export function stepsDone({ byTool, threads, startedAt, before }: Facts): ReadonlySet<Step> {
  const hasWorked = (tool: string) =>
    byTool.some(({ name, calls, failures }) => name === tool && calls > failures);
  const isWritten = before.has('file') || hasWorked('write_file') || hasWorked('edit_file');
  const done: Record<Step, boolean> = {
    file: isWritten,
    review: before.has('review') || (isWritten && threads.every(isReviewed)),
    memory: before.has('memory') || (hasWorked('remember') && hasWorked('recall')),
    question: before.has('question') || hasWorked('ask_user'),
    restart: before.has('restart') || threads.some(({ createdAt }) => createdAt < startedAt),
  };
  return new Set(STEPS.filter((step) => done[step]));
}

/** Whether something was remembered already, so that it can be recalled. */
export const isRemembered = (byTool: Facts['byTool']): boolean =>
  byTool.some(({ name, calls, failures }) => name === 'remember' && calls > failures);
