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
  model: {
    /** Silence after which a call is given up; pings count as life (R21). */
    idleMs: 180_000,
    /** The pauses before the second, third and fourth attempt, and the longest that `Retry-After` may ask for (R20). */
    retryMs: [2_000, 4_000, 8_000],
    retryMostMs: 60_000,
    /** Of one event, and of a whole answer. */
    eventChars: 8 * MIB,
    bodyChars: 64 * MIB,
    /** What a server may still send after the end of its answer before its connection is let go. */
    afterEndMs: 100,
    afterEndReads: 16,
    /** Continuations of one turn that the provider paused. */
    pauses: 10,
  },
  workspace: {
    fileBytes: 5 * MIB,
    pathChars: 1024,
    segmentBytes: 255,
    /** Of a file, in one answer of `read_file`; and what stands around it there. */
    readBytes: 256 * KIB,
    readNoteChars: 4 * KIB,
    /** What one run may write, all its files together, and how many runs are remembered for that. */
    runBytes: 100 * MIB,
    runsCounted: 1_000,
    listEntries: 500,
    listDepth: 3,
    listChars: 60_000,
    /** Names looked at in one folder: those beyond are neither sorted nor shown. */
    folderNames: 10_000,
  },
  /** Of a title that is made, and of one that is given. */
  thread: { titleChars: 80, titleMost: 200 },
  config: { fileBytes: MIB, jsonDepth: 64, violations: 20 },
  /** Ids and profile names that a client sends. */
  name: { chars: 200 },
  shutdown: { stepMs: 2_000 },
} as const;
