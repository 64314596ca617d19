import { KIB, MIB } from '../../kernel/bytes.ts';

export const cloudFileLimits = {
  /** Files that one search shows, what it looks at in one page, and the pages. */
  found: 20,
  page: 100,
  pages: 5,
  queryChars: 400,
  nameChars: 200,
  /** An id, or an address that holds one. */
  idChars: 500,
  /** Characters of a text in one answer. */
  shownChars: 40_000,
  /** The largest file, document or answer that is read or sent: what a file of the workspace may have. */
  fileBytes: 5 * MIB,
  /** Text that a call brings. */
  textChars: MIB,
  /** Folders above a file that are looked at, and look-ups in one call. */
  depth: 50,
  lookups: 300,
  lookupsAtOnce: 8,
  /** All of one call, and all that is looked up before its owner is asked. */
  callMs: 120_000,
  demandMs: 30_000,
  /** What the owner sees of a text, a name, and values. */
  shownToOwnerChars: 500,
  /** Rows and cells that one call writes, and rows and characters that it shows. */
  writtenRows: 1_000,
  writtenCells: 10_000,
  shownRows: 500,
  rangeChars: 300,
  cellChars: 50_000,
  /** The engine's own words around a text. */
  noteChars: 4 * KIB,
} as const;
