import { KIB, MIB } from '../kernel/bytes.ts';

export const workspaceLimits = {
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
  /** Of a file, what a preview shows (specification). */
  previewBytes: MIB,
} as const;
