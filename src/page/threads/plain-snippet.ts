export interface Piece {
  readonly text: string;
  readonly match: boolean;
}

/** What a person would not read aloud: marks of emphasis, code, headings, lists, quotes, tables and addresses of links. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\]\n]*)\]\([^)\s]*\)/gu, '$1'],
  [/^[ \t]*(?:`{3,}|~{3,}).*$/gmu, ' '],
  [/^[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*$/gmu, ' '],
  [/^[ \t]{0,3}(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gmu, ''],
  [/\*{2,3}|__|~~|`+/gu, ''],
  [/(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])/gu, ''],
  [/[ \t]*\|[ \t]*/gu, ' '],
];

/** Private use: stands for where a match begins or ends while marks around it are taken away. */
const [BEGIN, END] = ['\u{F0000}', '\u{F0001}'];

/** A snippet of Markdown as plain text on one line, with the same matches. */
export function plainSnippet(snippet: readonly Piece[]): readonly Piece[] {
  const whole = snippet
    .map(({ text, match }) => {
      const own = text.replaceAll(/[\u{F0000}\u{F0001}]/gu, '');
      return match ? `${BEGIN}${own}${END}` : own;
    })
    .join('');
  const plain = marks.reduce((text, [mark, instead]) => text.replaceAll(mark, instead), whole);
  return plain
    .replaceAll(/\s+/gu, ' ')
    .split(/(?=\u{F0000})|(?<=\u{F0001})/u)
    .map((text) => {
      return { text: text.replaceAll(/[\u{F0000}\u{F0001}]/gu, ''), match: text.startsWith(BEGIN) };
    })
    .filter(({ text }) => text !== '');
}
