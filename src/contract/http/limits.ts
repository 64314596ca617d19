import { KIB, MIB } from '../../core/kernel/bytes.ts';

export const httpLimits = {
  bodyBytes: MIB,
  /** Of rows that are answered without a token: how large a body may be, and how long it may take to arrive. */
  openBodyBytes: 8 * KIB,
  openBodyMs: 5_000,
  jsonDepth: 64,
  headersMs: 10_000,
  requestMs: 60_000,
  /** What each `requestMs` must bring of a body of bytes, which may take longer than that. */
  pacedBytes: MIB,
  sockets: 512,
  heartbeatMs: 15_000,
  /** A stream whose reader accepts nothing for this long is closed; the run goes on. */
  stalledReaderMs: 30_000,
  /** Characters of whole frames in one write, unless a single frame is longer. */
  writeChars: 64 * KIB,
} as const;
