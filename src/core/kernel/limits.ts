import { MIB } from './bytes.ts';

/** `pageBytes`: stored bytes of the items of a page. A page that reaches it ends early, but has at least one item. */
export const listLimits = {
  byDefault: 50,
  max: 200,
  pageBytes: MIB,
  cursorChars: 512,
  textChars: 1_000,
} as const;

/** Ids and profile names that a client sends. */
export const nameLimits = { chars: 200 } as const;

/** A name that a file gets from elsewhere: in UTF-8, the ending that it keeps when it is cut, and how many are tried. */
export const fileNameLimits = { bytes: 200, endingBytes: 20, tried: 1_000 } as const;

export const toolLimits = {
  outputChars: 80_000,
  inputDepth: 64,
  callMs: 15 * 60 * 1000,
  /** Identical calls with an identical result before the next one is refused; refusals before the run ends. */
  repeats: 3,
  ignoredRefusals: 2,
} as const;
