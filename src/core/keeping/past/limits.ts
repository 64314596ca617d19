import { MIB } from '../../kernel/bytes.ts';

export const pastLimits = {
  /** Of a file that is sent. */
  fileBytes: 4_096 * MIB,
  /** Of what is read of a zip: this many times its size, and so much in any case. Text is a tenth of itself in a zip. */
  timesUnpacked: 100,
  leastUnpackedBytes: 32 * MIB,
  /** Files in a zip, most of which are pictures. */
  entries: 200_000,
  /** Of the JSON of one conversation, which is held in memory. */
  itemBytes: 16 * MIB,
  /** Of one conversation, with what is not shown. */
  nodes: 100_000,
  /** Of those that come. */
  messages: 10_000,
  branches: 20,
  /** Ends of a conversation that are looked at for branches. */
  ends: 100,
  conversations: 50_000,
  /** Imports of one person that are remembered, and for how long. */
  imports: 2,
  keptMs: 24 * 3_600_000,
  idChars: 200,
  nameChars: 200,
  modelChars: 100,
} as const;
