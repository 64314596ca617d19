/**
 * The numbers that bound what a user can notice, in one place; those of the specification join with their features.
 * Bytes are binary (1 MB = 1 MiB, house §3.12.15).
 */
const KIB = 1024;
const MIB = 1024 * KIB;

export const limits = {
  http: {
    bodyBytes: MIB,
    jsonDepth: 64,
    headersMs: 10_000,
    requestMs: 60_000,
    sockets: 512,
    heartbeatMs: 15_000,
    /** A stream whose reader accepts nothing for this long is closed; the run goes on (D31, R15). */
    stalledReaderMs: 30_000,
    /** Characters of whole frames in one write, unless a single frame is longer. */
    writeChars: 64 * KIB,
  },
  list: { byDefault: 50, most: 200, cursorChars: 512 },
  run: {
    /** Model calls in one run before it ends with `max_iterations`. */
    turns: 200,
    /** Deltas are committed at once when this long has passed since the last commit, else collected. */
    batchMs: 15,
    batchChars: 2 * KIB,
    /** Deltas are not joined to an event that is longer than this. */
    eventChars: 16 * KIB,
    /** How long an aborted model may take to end its stream by itself. */
    abortGraceMs: 500,
    /** Committed events kept in memory for the live readers; older ones are read from the store. */
    tailEvents: 256,
    tailChars: MIB,
    /** Read back for one reader at a time: what a reader that does not read may hold (R15). */
    replayEvents: 500,
    replayBytes: 128 * KIB,
    idempotencyMs: 24 * 60 * 60 * 1000,
  },
  tool: {
    outputChars: 80_000,
    inputDepth: 64,
    callMs: 15 * 60 * 1000,
    /** Identical calls with an identical result before the next one is refused; refusals before the run ends. */
    repeats: 3,
    ignoredRefusals: 2,
  },
  memory: {
    /** Of one request that writes memory: JSON may need two bytes for one. */
    bodyBytes: 8 * MIB,
    /** What one namespace may hold, in UTF-16 units. */
    namespaceChars: 32 * MIB,
    /** What of its past is shown at once. */
    historyEntries: 1_000,
    /** Of an entry, what is searched: nobody looks for the end of a megabyte. */
    indexedChars: 16 * KIB,
    /** Of a question, what is read of it. */
    questionChars: 2_000,
    questionTerms: 32,
    /** What one search looks at: so many places of its terms, and so many entries more closely, or all it is asked for. */
    searchedPostings: 3_000,
    searchedEntries: 80,
    /** How much of a text an entry must be about to be put beside it unasked, and how much of what the best one is. */
    leastCoverage: 0.2,
    shareOfBest: 0.6,
  },
  workspace: { fileBytes: 5 * MIB, pathChars: 1024, segmentBytes: 255 },
  /** Of a title that is made, and of one that is given. */
  thread: { titleChars: 80, titleMost: 200 },
  /** Ids and profile names that a client sends. */
  name: { chars: 200 },
  shutdown: { stepMs: 2_000 },
} as const;
