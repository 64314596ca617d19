import { KIB, MIB } from '../../kernel/bytes.ts';

/** Requests of the agent to other machines. */
export const webLimits = {
  urlChars: 8 * KIB,
  /** All header lines of a request, and of a reply. */
  headerBytes: 16 * KIB,
  bodyBytes: MIB,
  redirects: 5,
  resolveMs: 5_000,
  /** One call from its first byte to its last, including redirects: the default, and the maximum. */
  callMs: 30_000,
  maxCallMs: 60_000,
  /** How many addresses of one name are tried. All of them are checked. */
  addressesTried: 8,
  encodings: 2,
  /** How much of a reply is read; and how much of it is shown, if it cannot be shortened. */
  readBytes: 2 * MIB,
  textChars: 100 * KIB,
  /** Longer JSON and HTML is shortened: items of a list, characters of a text, and characters in total. */
  shortenAbove: 30_000,
  jsonItems: 25,
  jsonStringChars: 1_000,
  jsonDepth: 64,
  shortChars: 24_000,
  /** A page with less text is not useful: its HTML is shown instead. */
  minPageChars: 200,
  /** Characters of a page in one answer of `read_page`. */
  pageChars: 40_000,
  pageDepth: 1_000,
  /** The headers, and the note before them. */
  noteChars: 8 * KIB,
  /** Calls of `http_request` in one conversation, in an hour, and in a day. */
  callsOfThread: 100,
  callsOfHour: 200,
  callsOfDay: 2_000,
  threadsCounted: 1_000,
  /** The number of runs whose pages are counted. */
  runsCounted: 1_000,
  /** The longest path with query, and headers, of a request without consent: longer ones could disclose something. */
  queryChars: 500,
  readingHeaderChars: 200,
  /** How much of a request the owner sees when asked for consent. */
  shownUrlChars: 500,
  shownHeaderChars: 300,
  shownBodyChars: 2_000,
} as const;

export const searchLimits = {
  ms: 10_000,
  results: 5,
  maxResults: 20,
  maxFallbackResults: 10,
  queryChars: 400,
  /** The title, the address and the text of one result. */
  titleChars: 300,
  addressChars: 2_000,
  resultChars: 1_000,
  checkMs: 5_000,
} as const;
