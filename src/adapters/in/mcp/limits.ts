import { MIB } from '../../../core/kernel/bytes.ts';

export const mcpLimits = {
  /** Of one message: 25 MB of attachments are 34 MB of base64. */
  messageBytes: 48 * MIB,
  /** Of all messages that are being read and answered at once, over HTTP. */
  allMessagesBytes: 96 * MIB,
  /** How long answers may still come after a host has closed its end of stdio. */
  lastAnswersMs: 2_000,
  /** Sessions over HTTP; one more closes the one that has been idle for longest. */
  sessions: 256,
  idleSessionMs: 30 * 60_000,
  keepAliveMs: 15_000,
  /** Messages of one batch over HTTP. */
  batch: 100,
  /** How long a host has to ask its person something. */
  elicitationMs: 10 * 60_000,
  clientNameChars: 200,
} as const;
