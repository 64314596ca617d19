import { KIB } from '../kernel/bytes.ts';

/** Profiles of APIs. */
export const apiLimits = {
  /** Of all of them in a prompt: more is warned of, and never cut. */
  promptBytes: 40_000,
  faultsTold: 5,
  /** What is taken of an OpenAPI document: so many endpoints, and of each text so much. */
  draftEndpoints: 200,
  draftChars: 200,
  /** Reading YAML takes some 2 ms for each kB, in one turn. */
  yamlChars: 256 * KIB,
  /** What the owner is shown when asked for an API: of its name and its address. */
  shownNameChars: 100,
  shownPlaceChars: 300,
  /** Of the text of a new profile, what is shown; of what an update changes, and more is not asked for. */
  shownChangeChars: 8_000,
} as const;
