import { KIB, MIB } from '../../kernel/bytes.ts';

export const workspaceLimits = {
  fileBytes: 5 * MIB,
  pathChars: 1024,
  segmentBytes: 255,
  /** Bytes of a file in one answer of `read_file`, and of the text around it. */
  readBytes: 256 * KIB,
  readNoteChars: 4 * KIB,
  /** Bytes that one run may write, all its files together, and how many runs the count covers. */
  runBytes: 100 * MIB,
  runsCounted: 1_000,
  listEntries: 500,
  listDepth: 3,
  listChars: 60_000,
  /** Names read from one folder: those beyond are neither sorted nor shown. */
  folderNames: 100_000,
  /** Bytes of a file that a preview shows (specification). */
  previewBytes: MIB,
} as const;
