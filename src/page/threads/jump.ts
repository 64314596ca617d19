import { effect } from '@preact/signals';
import { place, type Place } from '../app/place.ts';
import { conversation } from '../conversation/current.ts';
import type { RunModel } from '../conversation/run-model.ts';

/** Earlier messages are read at most this often for one jump. */
const MOST_READS = 200;

/** Shows what the address names: a run, or the run that a message belongs to, at the top. */
export function jumpToMessages(): void {
  let done = '';
  effect(() => {
    const { threadId, seq, runId } = place.value;
    const isThere = conversation.threadId.value === threadId && !conversation.isLoading.value;
    const key = keyOf(place.value);
    const isNamed = seq !== null || runId !== null;
    if (!isNamed) done = '';
    if (!isNamed || threadId === null || !isThere || conversation.runs.value.length === 0 || key === done)
      return;
    done = key;
    const isWanted = () => keyOf(place.peek()) === key;
    void (seq === null ? showRun(runId ?? '', isWanted) : showMessage(seq, isWanted));
  });
}

const keyOf = ({ threadId, seq, runId }: Place): string => `${threadId} ${seq} ${runId}`;

async function showMessage(seq: number, isWanted: () => boolean): Promise<void> {
  await conversation.showMessage(seq);
  await readUntil(([first]) => (first?.taskSeq.peek() ?? Infinity) <= seq, isWanted);
  const found = conversation.runs.peek().findLastIndex(({ taskSeq }) => {
    const begins = taskSeq.peek();
    return begins !== null && begins <= seq;
  });
  draw(Math.max(0, found), isWanted);
}

/** One that is in no version that is shown leaves the end of the thread in sight. */
async function showRun(runId: string, isWanted: () => boolean): Promise<void> {
  const at = (runs: readonly RunModel[]) => runs.findIndex((run) => run.runId.peek() === runId);
  await readUntil((runs) => at(runs) !== -1, isWanted);
  const found = at(conversation.runs.peek());
  if (found !== -1) draw(found, isWanted);
}

/** Reads earlier messages until this is among them. */
async function readUntil(
  isRead: (runs: readonly RunModel[]) => boolean,
  isWanted: () => boolean,
): Promise<void> {
  for (let reads = 0; reads < MOST_READS && isWanted(); reads += 1) {
    if (!conversation.hasEarlier.peek() || isRead(conversation.runs.peek())) break;
    await conversation.earlier();
  }
}

function draw(nth: number, isWanted: () => boolean): void {
  // The components draw what was read before the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!isWanted()) return;
      const run = document.querySelectorAll('.transcript article.run')[nth];
      run?.scrollIntoView({ block: 'start' });
      run?.classList.add('found');
    }),
  );
}
