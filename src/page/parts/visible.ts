/** Characters that reorder or hide what is around them (Unicode Bidirectional Algorithm, UAX #9; UTS #39). */
const hidden = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** The text with a mark in the place of each character that would make it read differently from what it is. */
export const visible = (text: string): string => text.replace(hidden, '\u{FFFD}');
