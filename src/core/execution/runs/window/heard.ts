import type { Message } from '../../../conversation/threads/model.ts';
import type { ThreadStore } from '../../../conversation/threads/store.ts';
import type { LiveRun } from '../live-runs.ts';
import { allMessagesIn } from './conversation.ts';

/** Everything said where a run and its sub-agents work: background work knows nothing of earlier runs of its thread. */
export async function heardBy(
  { threadId, runId, request: { background } }: Pick<LiveRun, 'threadId' | 'runId' | 'request'>,
  threads: ThreadStore,
): Promise<readonly Message[]> {
  const all = await allMessagesIn(threadId, threads);
  return background ? all.filter((message) => message.runId === runId) : all;
}
