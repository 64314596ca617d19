import { KIB } from '../../kernel/bytes.ts';

/** Limits of one secret; the specification sets `oldDays`. */
export const secretLimits = {
  chars: 64 * KIB,
  hosts: 20,
  oldDays: 90,
  promptChars: 1_000,
  kindChars: 80,
} as const;
