import type { RunId, ThreadId } from '../../kernel/ids.ts';
import { EVERY } from '../versions/model.ts';
import type { ThreadStore } from './store.ts';

/**
 * The first message of a run in its thread, by its `seq`; null if the thread is gone, or has none of this run; in any
 * version. Ids rise, and a thread has one run at a time, so it is found among any number of messages by looking at a few.
 */
export async function beginOfRun(
  threads: Pick<ThreadStore, 'messages' | 'versions'>,
  threadId: ThreadId,
  runId: RunId,
): Promise<number | null> {
  const { lastSeq } = await threads.versions(threadId);
  if (lastSeq === 0) return null;
  const at = async (seq: number) =>
    (await threads.messages(threadId, { after: seq - 1, limit: 1, within: EVERY }))[0];
  let [low, high] = [1, lastSeq];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (((await at(middle))?.runId ?? '') < runId) low = middle + 1;
    else high = middle;
  }
  const first = await at(low);
  return first?.runId === runId ? first.seq : null;
}
