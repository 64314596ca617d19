/** Marks that turn the direction of a text, and controls: with them a line looks like another one. */
const HIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** The text in one line; null if it has nothing to read, or has marks that turn its direction. */
export function oneLine(text: string): string | null {
  const line = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return HIDDEN.test(line) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(line) ? null : line;
}
