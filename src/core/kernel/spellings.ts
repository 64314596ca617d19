/** Shorter values would be found in every other word. */
const LEAST_KNOWN = 6;

/**
 * How known values may be written: as they are, escaped in JSON, percent-encoded, in base64. The longest come first, so
 * that of two which begin alike the longer one is found.
 */
export function spellings(known: readonly string[]): readonly string[] {
  const long = known.filter(({ length }) => length >= LEAST_KNOWN);
  return [...new Set(long.flatMap(spellingsOf))].toSorted((a, b) => b.length - a.length);
}

/** Finds any of these texts; without one, nothing. */
export const anyOf = (texts: readonly string[]): RegExp =>
  texts.length === 0
    ? /(?!)/g
    : new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('|'), 'g');

/** How much of the beginning of `secret` stands at the end of `text`; 0 where it is too little to tell. */
export function beginningAtEnd(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length); length >= LEAST_KNOWN; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}

function spellingsOf(secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    ...percentOf(secret.toWellFormed()),
    ...base64Of(new TextEncoder().encode(secret)),
  ];
}

/** Left as they are by ECMAScript, by RFC 3986, by forms, and by the careful. */
const KEPT = ["!'()*~", '~', '*', ''];

function percentOf(secret: string): readonly string[] {
  const percent = encodeURIComponent(secret);
  return KEPT.flatMap((kept) => {
    const upper = percent.replace(/[!'()*~]/gu, (mark) =>
      kept.includes(mark) ? mark : `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    return [upper, upper.replace(/%[\dA-F]{2}/gu, (escape) => escape.toLowerCase())];
  });
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What bytes look like in base64 whatever stands before and after them; of the edges one byte or two are left out. */
function base64Of(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((skipped) => {
    const whole = bytes.subarray(skipped, bytes.length - ((bytes.length - skipped) % 3));
    if (whole.length < LEAST_KNOWN) return [];
    let text = '';
    for (let at = 0; at < whole.length; at += 3) {
      const [a = 0, b = 0, c = 0] = whole.subarray(at, at + 3);
      const bits = (a << 16) | (b << 8) | c;
      for (const shift of [18, 12, 6, 0]) text += BASE64.charAt((bits >> shift) & 63);
    }
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
