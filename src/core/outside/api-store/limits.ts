import { KIB } from '../../kernel/bytes.ts';

/** Profiles of APIs. */
export const apiLimits = {
  /** Size of all profiles in a prompt above which the owner is warned; nothing is cut. */
  promptBytes: 40_000,
  /** The longest that a request waits while the limit for a second is used up (see `RateWindows.take`). */
  waitMs: 2_000,
  faultsTold: 5,
  /** From an OpenAPI document: the most endpoints, and the most characters of each text. */
  draftEndpoints: 200,
  draftChars: 200,
  /** Parsing YAML takes milliseconds for each kB and blocks the event loop. */
  yamlChars: 256 * KIB,
  /** Characters of an API's name and address in a question to the owner. */
  shownNameChars: 100,
  shownPlaceChars: 300,
  /** The most characters shown of the text of a new profile, or of an update; longer updates are refused. */
  shownChangeChars: 8_000,
} as const;
