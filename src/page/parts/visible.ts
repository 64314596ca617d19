/** Letters that need a joiner between them to be spelled right (Unicode Standard, 23.2 Layout Controls). */
const JOINED = (
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
)
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Where a character without a shape of its own belongs to what is around it, and changes how that looks. */
const BELONGS = [
  // An emoji in colour, a keycap, and emoji that are joined to one (UTS #51).
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]`,
  String.raw`[\d#*]\uFE0F(?=\u20E3)`,
  String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic})`,
  String.raw`[${JOINED}][\u200C\u200D](?=[${JOINED}])`,
  // Variants of one letter.
  String.raw`\p{Script=Han}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`\p{Script=Mongolian}[\u180B-\u180D\u180F]`,
];

/**
 * Characters that reorder or hide what is around them, or are drawn as nothing (UAX #9, UTS #39): the ones that fonts
 * ignore, the empty braille pattern, and the marks of annotations.
 */
const hidden = new RegExp(
  String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\uFFF9-\uFFFB](?<!${BELONGS.join('|')})`,
  'gu',
);

/** The text with a mark in the place of each character that would make it read differently from what it is. */
export const visible = (text: string): string => text.replace(hidden, '\u{FFFD}');
