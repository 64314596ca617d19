import { LINES } from '../../kernel/patterns.ts';

export const instructionLimits = {
  /** Of one text. */
  chars: 8_000,
  /** As JSON Schema has it: no control characters but tabs and line breaks. */
  pattern: LINES,
} as const;
