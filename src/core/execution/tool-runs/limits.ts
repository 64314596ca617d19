import { KIB, MIB } from '../../kernel/bytes.ts';

/** The limits of the tool server (specification › Limits), and some of ours. */
export const toolRunLimits = {
  /** Sessions that have a run in progress, over all principals. */
  activeSessions: 12,
  /** Runs of one person that can be polled, over all principals. */
  trackedRuns: 64,
  /** Text kept in memory: of one run, and of all. Older text is dropped first. */
  textBytes: 2 * MIB,
  allTextBytes: 8 * MIB,
  /** Decoded. */
  fileBytes: 10 * MIB,
  allFileBytes: 25 * MIB,
  files: 100,
  /** Text of attachments that stands in the task; what exceeds it is written to a file. */
  inlineBytes: 200 * KIB,
  events: 500,
  textChunkChars: 2_000,
  thinkingChars: 200,
  previewChars: 300,
  /** Tool names that a finished run lists, and the files it produced. */
  statusHistory: 500,
  outputFiles: 200,
  /** Of the input of a tool call in the event log: longer texts in it are cut. */
  inputTextChars: 2_000,
  inputChars: 20_000,
  /** Runs whose events are kept in memory; those of others are read again when they are polled. */
  foldedRuns: 24,
  /** A file that svc_read_file returns. */
  readBytes: 10 * MIB,
  /** How long an abort or a reset waits for its run to end. */
  stopMs: 30_000,

  /** A shorter secret of the tool server can be found by trying: its operator is warned. */
  secretChars: 16,

  taskChars: 1_000_000,
  contextChars: 200_000,
  bodyBytes: 48 * MIB,
} as const;
