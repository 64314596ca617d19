/** Notices when a thread differs from what is shown: other tabs, browsers and the terminal work on it, too. */
export function threadDrift({ read, onDrift }) {
  let shown = null;
  return {
    /** What is shown is as this thread says; null while nothing is. */
    shows: (thread) => (shown = thread && sign(thread)),
    /** `read` resolves to the thread, or to null while it does not matter, as when its run is followed. */
    async look() {
      const before = shown;
      const thread = before === null ? null : await read();
      if (thread && before === shown && (thread.activeRunId || sign(thread) !== shown)) onDrift();
    },
  };
}

const sign = ({ messageCount, pendingChangeset: set }) => [messageCount, set?.runId, set?.fileCount].join();
