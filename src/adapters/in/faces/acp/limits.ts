import { MIB } from '../../../../core/kernel/bytes.ts';

export const acpLimits = {
  /** Of one message: a file of 25 MB is 34 MB of base64. */
  messageBytes: 48 * MIB,
  /** How often the events of a run are asked for again after the engine was lost in the middle. */
  reattached: 3,
  /** Of a title of a call. */
  titleChars: 200,
  /** Messages of a thread that are read at once. */
  page: 100,
} as const;
