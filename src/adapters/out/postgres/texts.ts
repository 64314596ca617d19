/**
 * PostgreSQL takes no NUL, neither as it is nor, where it looks into JSON, as an escape. Here each is this mark, which no
 * alphabet has, with a letter; and a text that has the mark itself gets a letter, too. So every text comes back as it was.
 */
const MARK = '\u{E000}';

/** A backslash before the escape would make it mean something else. */
const ASKED = /\0|\u{E000}|(?<!\\)((?:\\\\)*)\\u0000/gu;

export function written(text: string): string {
  const isPlain = !text.includes('\0') && !text.includes(MARK) && !text.includes('\\u0000');
  if (isPlain) return text;
  return text.replace(ASKED, (found, before: string | undefined) => {
    if (found === '\0') return `${MARK}0`;
    return found === MARK ? `${MARK}m` : `${before ?? ''}${MARK}u`;
  });
}

const MEANS: Readonly<Record<string, string>> = { '0': '\0', m: MARK, u: '\\u0000' };

export const asRead = (text: string): string =>
  text.includes(MARK)
    ? text.replace(/\u{E000}([0mu])/gu, (_found, letter: string) => MEANS[letter] ?? '')
    : text;
