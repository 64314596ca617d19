import { decodedAs, encodedAs, isBrokenUtf8, markOf, utf16In, type Encoding } from './encodings.ts';

/** A file as text, without a leading byte order mark. */
export interface FileText {
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasMark: boolean;
}

/**
 * The text of a file in UTF-8, UTF-16 or windows-1252, of which Latin-1 is a part.
 * @returns null if it is in none of them, or contains a NUL, which text never does
 */
export function textIn(content: Uint8Array): FileText | null {
  const mark = markOf(content);
  const encoding = mark?.encoding ?? (content.includes(0) ? utf16In(content) : 'utf-8');
  if (encoding === null) return null;
  const text = decodedAs(content.subarray(mark?.length ?? 0), encoding);
  if (text === null) return mark === null && encoding === 'utf-8' ? inOneByte(content) : null;
  const isText = encoding === 'utf-8' ? !text.includes('\0') : !CONTROLS.test(text);
  return isText ? { text, encoding, hasMark: mark !== null } : null;
}

/** Longer than any character. */
const CHARACTER_BYTES = 4;

/** The text of the beginning of a file that goes on, without half a character at its end. */
export function textBeginning(bytes: Uint8Array): FileText | null {
  const whole = textIn(bytes);
  if (whole && whole.encoding !== 'windows-1252') return whole;
  for (let less = 1; less < CHARACTER_BYTES; less += 1) {
    const found = textIn(bytes.subarray(0, bytes.length - less));
    // Half a character of UTF-8 is no letter of another encoding.
    if (found && found.encoding !== 'windows-1252') return found;
  }
  return whole;
}

/** The bytes of a file; null if a letter of the text has no place in its encoding. */
export function bytesOf({ text, encoding, hasMark }: FileText): Uint8Array | null {
  return encodedAs(hasMark ? `\uFEFF${text}` : text, encoding);
}

const CONTROLS = /[\0-\u0008\u000E-\u001A\u001C-\u001F\u007F-\u009F]/u;
/** What texts in windows-1252 have besides ASCII; with more of others it is some other encoding. */
const LETTERS = /[\u00C0-\u00FFŠŒŽšœžŸ]/gu;
const SIGNS = /[€‚„…†‡‰‹‘’“”•–—›\u00A0¡¢£§©ª«\u00AD®°±²³´µ·¹º»¼½¾¿]/gu;

/** Bytes that are no UTF-8, if they look like the text of a language of the West. */
function inOneByte(content: Uint8Array): FileText | null {
  if (isBrokenUtf8(content)) return null;
  const text = decodedAs(content, 'windows-1252');
  if (text === null || CONTROLS.test(text)) return null;
  const high = content.filter((byte) => byte > 0x7f).length;
  const known = (text.match(LETTERS)?.length ?? 0) + (text.match(SIGNS)?.length ?? 0);
  const plain = text.match(/[a-z]/giu)?.length ?? 0;
  const isWestern = plain > high && known * 10 >= high * 9;
  return isWestern ? { text, encoding: 'windows-1252', hasMark: false } : null;
}
