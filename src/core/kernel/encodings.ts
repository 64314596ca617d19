/** The encodings of files that are read as text and written again. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** What the bytes 0x80 to 0x9F are in windows-1252 (WHATWG): runtimes of the same name differ in them. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const PLACES = new Map(Array.from(WINDOWS_1252, (letter, index) => [letter, 0x80 + index]));

/** The name of the encoding that a label of WHATWG means; null if it means none. */
export function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

/**
 * The text of bytes in this encoding, by any label of WHATWG, without its byte order mark.
 * @param how `whole`: of bytes that are text of it as a whole; `begun`: a character may be cut at the end; `loose`: U+FFFD
 *   stands for what is none
 * @returns null if there is no such encoding, or the bytes are none of its text
 */
export function decodedAs(
  bytes: Uint8Array,
  label: string,
  how: 'whole' | 'begun' | 'loose' = 'whole',
): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: how !== 'loose' });
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes, { stream: how === 'begun' });
    return new TextDecoder('latin1')
      .decode(bytes)
      .replaceAll(/[\u0080-\u009F]/gu, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter);
  } catch {
    return null;
  }
}

/** The bytes of a text, without a byte order mark; null if a letter of it has no place in the encoding. */
export function encodedAs(text: string, encoding: Encoding): Uint8Array | null {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'windows-1252') {
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const byte =
        PLACES.get(text.charAt(at)) ?? (code < 0x80 || (code > 0x9f && code < 0x100) ? code : null);
      if (byte === null) return null;
      bytes[at] = byte;
    }
    return bytes;
  }
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(2 * at, text.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}

/** The bytes that say an encoding at the beginning of a text; longer ones before those that they begin with. */
const MARKS: readonly (readonly [encoding: Encoding | 'utf-32', mark: readonly number[]])[] = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** What the byte order mark says; null without one, and for an encoding that is not read. */
export function markOf(bytes: Uint8Array): { readonly encoding: Encoding; readonly length: number } | null {
  const [encoding, mark] = MARKS.find(([, all]) => all.every((byte, at) => bytes[at] === byte)) ?? [];
  return encoding === undefined || encoding === 'utf-32' ? null : { encoding, length: mark?.length ?? 0 };
}

/** Bytes that are looked at to tell an encoding that nothing names. */
const LOOKED_AT = 64 * 1024;

/**
 * UTF-16 without a mark: every second byte of letters of the West is zero, and none of the others is. Null if it is not.
 */
export function utf16In(bytes: Uint8Array): Encoding | null {
  const looked = Math.min(bytes.length, LOOKED_AT) & ~1;
  if (looked < 4 || bytes.length % 2 === 1) return null;
  const zeros = [0, 0];
  for (let at = 0; at < looked; at += 1) if (bytes[at] === 0) zeros[at % 2]! += 1;
  const [first = 0, second = 0] = zeros;
  if (Math.min(first, second) > 0 || Math.max(first, second) * 4 < looked) return null;
  return first === 0 ? 'utf-16le' : 'utf-16be';
}

/**
 * Whether bytes that are no UTF-8 are most probably UTF-8 all the same, with something broken in it: more letters of
 * several bytes are whole than bytes stand alone.
 */
export function isBrokenUtf8(bytes: Uint8Array): boolean {
  const looked = bytes.subarray(0, LOOKED_AT);
  const whole = wholeLetters(looked);
  return whole.letters > looked.filter((byte) => byte > 0x7f).length - whole.bytes;
}

/** The text of bytes that should be UTF-8 and came from outside: those of other programs may be windows-1252. */
export const readable = (bytes: Uint8Array): string =>
  decodedAs(bytes, 'utf-8') ??
  decodedAs(bytes, isBrokenUtf8(bytes) ? 'utf-8' : 'windows-1252', 'loose') ??
  '';

/** Letters of UTF-8 that have several bytes, and the bytes of them. */
function wholeLetters(bytes: Uint8Array): { readonly letters: number; readonly bytes: number } {
  let [letters, all] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const first = bytes[at]!;
    const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
    if (length === 1 || first >= 0xf5) continue;
    let further = 1;
    while (further < length && (bytes[at + further] ?? 0) >> 6 === 2) further += 1;
    if (further < length) continue;
    letters += 1;
    all += length;
    at += length - 1;
  }
  return { letters, bytes: all };
}
