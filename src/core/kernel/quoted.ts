/**
 * A text of a model as a person is shown it who is to judge by it: in quotes, in one line, without anything in it that
 * is not seen or turns the line around, and with how much of it was left out.
 */
export const quoted = (text: string, maxChars: number): string =>
  JSON.stringify(shortened(text.toWellFormed(), maxChars)).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );

export const shortened = (text: string, maxChars: number): string =>
  text.length <= maxChars
    ? text
    : `${text.slice(0, maxChars).replace(/[\ud800-\udbff]$/u, '')}… (${text.length - maxChars} more)`;
