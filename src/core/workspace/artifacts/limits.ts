import { MIB } from '../../kernel/bytes.ts';

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
} as const;
