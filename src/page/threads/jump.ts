import { effect } from '@preact/signals';
import { place } from '../app/place.ts';
import { conversation } from '../conversation/current.ts';

/** Earlier messages are read at most this often for one jump. */
const MOST_READS = 200;

/** Shows the message that the address names, with the run that it belongs to at the top. */
export function jumpToMessages(): void {
  let done = '';
  effect(() => {
    const { threadId, seq } = place.value;
    const isThere = conversation.threadId.value === threadId && !conversation.isLoading.value;
    const key = `${threadId} ${seq}`;
    if (seq === null) done = '';
    if (seq === null || !isThere || conversation.runs.value.length === 0 || key === done) return;
    done = key;
    void jump(seq, () => `${place.peek().threadId} ${place.peek().seq}` === key);
  });
}

async function jump(seq: number, isWanted: () => boolean): Promise<void> {
  await conversation.showMessage(seq);
  for (let reads = 0; reads < MOST_READS && isWanted(); reads += 1) {
    const first = conversation.runs.peek()[0]?.taskSeq.peek() ?? null;
    if (!conversation.hasEarlier.peek() || (first !== null && first <= seq)) break;
    await conversation.earlier();
  }
  const found = conversation.runs.peek().findLastIndex(({ taskSeq }) => {
    const begins = taskSeq.peek();
    return begins !== null && begins <= seq;
  });
  // The components draw what was read before the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!isWanted()) return;
      const run = document.querySelectorAll('.transcript article.run')[Math.max(0, found)];
      run?.scrollIntoView({ block: 'start' });
      run?.classList.add('found');
    }),
  );
}
