import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { ThreadStore } from './store.ts';

/**
 * The first message of a run in its thread, by its `seq`; null if the thread is gone, or has none of this run. Ids rise, and
 * a thread has one run at a time, so it is found among any number of messages by looking at a few.
 */
export async function beginOfRun(
  threads: Pick<ThreadStore, 'lastMessage' | 'messages'>,
  threadId: ThreadId,
  runId: RunId,
): Promise<number | null> {
  const last = await threads.lastMessage(threadId);
  if (last === null) return null;
  const runOf = async (seq: number): Promise<RunId | null> =>
    (await threads.messages(threadId, { after: seq - 1, limit: 1 }))[0]?.runId ?? null;
  let [low, high] = [1, last.seq];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (((await runOf(middle)) ?? '') < runId) low = middle + 1;
    else high = middle;
  }
  return (await runOf(low)) === runId ? low : null;
}
