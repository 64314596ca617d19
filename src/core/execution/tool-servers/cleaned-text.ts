import { harmless } from '../../trust/untrusted/untrusted.ts';

/** Invisible characters, changes of text direction, private and unassigned characters; U+2800 is an empty pattern of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/gu;
/** Line breaks and tabs stay: descriptions are paragraphs. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/**
 * A stranger's text for a model or a person: without characters that a reader does not see, with no imitation of
 * the tags that mark foreign text, and cut.
 */
export function cleanedText(text: string, maxChars: number): string {
  // Twice as much as is shown is enough to clean, and bounds the work.
  const visible = text
    .slice(0, maxChars * 2)
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(CONTROLS, ' ');
  const clean = harmless(visible.replace(/\n{3,}/gu, '\n\n').trim());
  return clean.length <= maxChars
    ? clean
    : `${clean.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
}

/** The same on one line. */
export const cleanedLine = (text: string, maxChars: number): string =>
  cleanedText(text.slice(0, maxChars * 2).replace(/\s+/gu, ' '), maxChars);
