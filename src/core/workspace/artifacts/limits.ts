import { KIB, MIB } from '../../kernel/bytes.ts';

export const artifactLimits = {
  titleChars: 200,
  descriptionChars: 2_000,
  /** Of one version. */
  contentBytes: 5 * MIB,
  /** Versions that are kept of each artifact; the oldest give way. */
  versions: 10,
  queryChars: 200,
  /** Of a version that the model is shown. */
  shownChars: 80_000,
  /** What comes beside it: what it is, its title, its marks as the text of others. */
  noteChars: 4 * KIB,
} as const;
