import { MIB } from '../../kernel/bytes.ts';

export const contactLimits = {
  queryChars: 200,
  /** What a search or a filter reads before it goes through all contacts. */
  candidates: 2_000,
  /** Of the type and the channel of an interaction, and the type, source and language of a contact. */
  wordChars: 80,
  tags: 20,
  tagChars: 50,
  notesChars: 10_000,
  summaryChars: 4_000,
  titleChars: 200,
  nextActionChars: 1_000,
  /** So that amounts are exact as numbers, with four digits after the point. */
  amountMax: 99_999_999_999.9999,
  /** A text of contacts to import, and the contacts in it. */
  importBytes: 8 * MIB,
  importRows: 5_000,
  timeline: 200,
  /** Interactions, and deals, that are deleted at once: some milliseconds of the event loop. */
  forgottenAtOnce: 500,
} as const;
