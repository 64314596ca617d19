/**
 * PostgreSQL takes no NUL and, where it looks into JSON, no escape of one and none of half a pair (`\ud83d` alone). They are
 * sent as the first character that it takes, with a letter of no alphabet; so is that character itself. In JSON its escape stands for
 * it. So every text comes back as it was, JSON is still JSON, texts keep their order, and a text that JSON holds equals the same text
 * in a column.
 */
const FIRST = '\u0001';
const NUL = '\u{E000}';
const ITSELF = '\u{E001}';
const HALF = '\u{E002}';

const RAW = /[\0\u0001]/gu;
/**
 * In a text that is no JSON, or after a backslash that is escaped, the letters of an escape mean nothing. They are changed
 * all the same: what PostgreSQL takes out of JSON then is what it has for that text.
 */
const ESCAPED = /(?<=\\)u(000[01]|[dD][89a-fA-F][\da-fA-F]{2})/gu;
const ASKED = /[\0\u0001]|\\u(?:000[01]|[dD][89a-fA-F])/u;

/** A text in the form in which it is sent. */
export const written = (text: string): string =>
  ASKED.test(text)
    ? text
        .replace(RAW, (found) => FIRST + (found === '\0' ? NUL : ITSELF))
        .replace(ESCAPED, (_found, code: string) => `u0001${LETTERS[code] ?? HALF + code}`)
    : text;

const LETTERS: Readonly<Record<string, string>> = { '0000': NUL, '0001': ITSELF };

const IN_TEXT = /\u0001(?:([\u{E000}\u{E001}])|((?:\u0001?\u{E002}[\da-fA-F]{4})+))/gu;
const IN_JSON = /(?<=\\)u0001(?:([\u{E000}\u{E001}])|\u{E002}([\da-fA-F]{4}))/gu;

/** The text that was sent so. */
export const asRead = (text: string): string =>
  text.includes(NUL) || text.includes(ITSELF) || text.includes(HALF)
    ? text
        .replace(IN_TEXT, (_found, letter: string | undefined, halves = '') =>
          letter === undefined ? joined(halves) : letter === NUL ? '\0' : FIRST,
        )
        .replace(
          IN_JSON,
          (_found, letter: string | undefined, code = '') =>
            `u${letter === undefined ? code : letter === NUL ? '0000' : '0001'}`,
        )
    : text;

/** Of halves in a row, as of JSON from elsewhere. What is still none is the text that SQLite takes out of JSON for it. */
const joined = (halves: string): string =>
  String.fromCharCode(
    ...(halves.match(/[\da-fA-F]{4}/gu) ?? []).map((code) => Number.parseInt(code, 16)),
  ).replace(/\p{Surrogate}/gu, '\uFFFD'.repeat(3));
