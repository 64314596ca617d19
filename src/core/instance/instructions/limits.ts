export const instructionLimits = {
  /** Of one text. */
  chars: 8_000,
  /** As JSON Schema has it: no control characters but tabs and line breaks. */
  pattern: String.raw`^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$`,
} as const;
