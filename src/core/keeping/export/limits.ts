import { MIB } from '../../kernel/bytes.ts';

export const exportLimits = {
  /** Characters of all profiles of APIs and records of merges in an import, which are held in memory. */
  textChars: 128 * MIB,
  /** A reader that takes nothing for this long no longer holds the moment: the log of each database would grow. */
  stallMs: 60_000,
  /** Nor does one that takes longer than this for all of it. */
  longestMs: 2 * 3_600_000,
  /** Of the text that is put together before it is sent. */
  pieceChars: 32_768,
  /** Of the zip that is imported. */
  importBytes: 64 * 1024 * MIB,
  /** Of one item of a section. */
  itemChars: 64 * MIB,
  /** Of everything in a document beside its sections. */
  headChars: MIB,
  /** Files and folders in a zip. */
  entries: 1_000_000,
} as const;
