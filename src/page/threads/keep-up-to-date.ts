import { conversation } from '../conversation/current.ts';
import { refreshThreads } from './thread-list.ts';
import { threads } from './thread-list.ts';

const EVERY_MS = 3_000;

/** Other tabs, browsers and the terminal change threads too. */
export function keepUpToDate(): void {
  const look = async () => {
    if (document.hidden) return;
    await refreshThreads();
    const shown = conversation.thread.value;
    const now = threads.value.find(({ threadId }) => threadId === shown?.threadId);
    // While a run is followed here, its events tell everything.
    if (!shown || !now || conversation.running.value !== null) return;
    const isBehind =
      now.activeRunId !== null ||
      now.messageCount !== shown.messageCount ||
      now.pendingChangeset?.runId !== shown.pendingChangeset?.runId ||
      now.pendingChangeset?.fileCount !== shown.pendingChangeset?.fileCount;
    if (isBehind) await conversation.open(shown.threadId);
  };
  void look();
  setInterval(() => void look(), EVERY_MS);
  addEventListener('focus', () => void look());
  document.addEventListener('visibilitychange', () => void look());
}
