/** Notices when the shown thread is out of date: other tabs, browsers and the terminal may change it. */
export function threadDrift({ read, onDrift }) {
  let shown = null;
  return {
    /** The thread as shown; null while none is. */
    shows: (thread) => (shown = thread && sign(thread)),
    /** `read` resolves to the thread, or to null while changes do not matter, as when its run is followed. */
    async look() {
      const before = shown;
      const thread = before === null ? null : await read();
      if (thread && before === shown && (thread.activeRunId || sign(thread) !== shown)) onDrift();
    },
  };
}

const sign = ({ messageCount, pendingChangeset: set }) => [messageCount, set?.runId, set?.fileCount].join();
