import { KIB, MIB } from '../kernel/bytes.ts';

/** What the agent asks of other machines. */
export const webLimits = {
  urlChars: 8 * KIB,
  /** All header lines of a request together, and of a reply. */
  headerBytes: 16 * KIB,
  bodyBytes: MIB,
  redirects: 5,
  resolveMs: 5_000,
  /** Of one call from its first byte to its last, redirects included: unless asked for, and at most. */
  callMs: 30_000,
  maxCallMs: 60_000,
  /** Of one name, what is connected to. All of its addresses are looked at. */
  addressesTried: 8,
  encodings: 2,
  /** Of a reply, what is read of it; of one that is not made shorter, what is told of it. */
  readBytes: 2 * MIB,
  textChars: 100 * KIB,
  /** Longer JSON and HTML is made shorter: to so many items of a list, characters of a text, and of the whole. */
  shortenAbove: 30_000,
  jsonItems: 25,
  jsonStringChars: 1_000,
  jsonDepth: 64,
  shortChars: 24_000,
  /** Less text than this is no page worth reading: then the HTML is told as it is. */
  minPageChars: 200,
  /** Of a page, in one answer of `read_page`. */
  pageChars: 40_000,
  pageDepth: 1_000,
  /** Of the headers, and of the note before them. */
  noteChars: 8 * KIB,
  /** Calls of `http_request`: in one conversation, in an hour, in a day. */
  callsOfThread: 100,
  callsOfHour: 200,
  callsOfDay: 2_000,
  threadsCounted: 1_000,
  /** Runs whose pages are counted. */
  runsCounted: 1_000,
  /** Path and query that are read at without a question to the owner, and headers: more could carry something out. */
  queryChars: 500,
  readingHeaderChars: 200,
  /** Of a request, what the owner is shown when asked for consent. */
  shownUrlChars: 500,
  shownHeaderChars: 300,
  shownBodyChars: 500,
} as const;

export const searchLimits = {
  ms: 10_000,
  results: 5,
  maxResults: 20,
  maxFallbackResults: 10,
  queryChars: 400,
  /** Of the title, the address and the text of one result. */
  titleChars: 300,
  addressChars: 2_000,
  resultChars: 1_000,
  checkMs: 5_000,
} as const;
