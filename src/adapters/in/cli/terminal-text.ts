/** What steers a terminal, or turns the direction of a text. */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RUN_OF_THEM = new RegExp(`${STEERING.source}+`, 'gu');

/** A terminal shows what a model, a tool or a file says, and does not obey it. Line breaks and tabs stay. */
export const shown = (text: string): string => text.replace(RUN_OF_THEM, ' ');

/** The same, on one line. */
export const onOneLine = (text: string): string => shown(text).replace(/[\n\t]+/gu, ' ');

/** The same where a person decides about the text: what would steer the terminal is seen, as \x1b or \u202e. */
export const visible = (text: string): string => text.replace(STEERING, escaped);

/** The same, on one line. */
export const visibleOnOneLine = (text: string): string => visible(text).replace(/[\n\t]/gu, escaped);

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}
