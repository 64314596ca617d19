import { MIB } from '../../kernel/bytes.ts';

export const faceLimits = {
  /** Of a request, with the files in it as base64; and of all requests that are being read and begun. */
  bodyBytes: 48 * MIB,
  allBodyBytes: 96 * MIB,
  messages: 10_000,
  /** Of all texts of a request. */
  allChars: 4_000_000,
  /** Of the last message, which becomes the task. */
  taskChars: 1_000_000,
  /** Of what was said before and is not in the thread: the newest of it. */
  historyChars: 400_000,
  /** Threads of one chat that are looked at, newest first. */
  threads: 20,
  chatChars: 200,
} as const;
