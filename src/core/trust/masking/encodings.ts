/**
 * The encodings in which programs write one text inside another. Each encodes character by character, independent of
 * the neighbours, so that a long text can be encoded in pieces.
 */
export type Encoding = (text: string) => string;

export const asItIs: Encoding = (text) => text;

/** The same encoding with a cache of its results. */
function perCharacter(encode: Encoding): Encoding {
  const ascii: string[] = [];
  return (text) => {
    let written = '';
    for (let at = 0; at < text.length;) {
      const code = text.codePointAt(at) ?? 0;
      const char = String.fromCodePoint(code);
      written += code < 128 ? (ascii[code] ??= encode(char)) : encode(char);
      at += char.length;
    }
    return written;
  };
}

const hex = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0');
/** A character as escapes of its one or two UTF-16 units. */
const units = (char: string, digits: (unit: string) => string): string =>
  Array.from({ length: char.length }, (_, index) => `\\u${digits(char.charAt(index))}`).join('');

const plainJson: Encoding = (text) => JSON.stringify(text).slice(1, -1);
const asciiJson: Encoding = (text) =>
  plainJson(text).replace(/[\u{80}-\u{10ffff}]/gu, (char) => units(char, hex));

const slashed: Encoding = (text) => text.replaceAll('/', String.raw`\/`);

/** JSON strings as Python, PHP (in two ways), Go and .NET write them, where they differ from ECMAScript. */
const otherJson: readonly Encoding[] = [
  asciiJson,
  (text) => slashed(asciiJson(text)),
  (text) => slashed(plainJson(text)),
  (text) => plainJson(text).replace(/[&<>]/gu, (char) => `\\u${hex(char)}`),
  (text) =>
    Array.from(text, (char) =>
      /["&'+<>`\u{7f}-\u{10ffff}]/u.test(char)
        ? units(char, (unit) => hex(unit).toUpperCase())
        : plainJson(char),
    ).join(''),
];

const twice =
  (encode: Encoding): Encoding =>
  (text) =>
    encode(encode(text));

/** Plain, in JSON, and in JSON inside JSON. */
export const inJson: readonly Encoding[] = [asItIs, ...[plainJson, twice(plainJson)].map(perCharacter)];

/** The same for each of those programs. */
export const inAnyJson: readonly Encoding[] = [
  ...inJson,
  ...[...otherJson, ...otherJson.map(twice)].map(perCharacter),
];

/** Characters that stay unescaped in an address: by `encodeURI`, by ECMAScript, by RFC 3986, by forms, and by strict encoders. */
const unescaped = ["!'()*~;,/?:@&=+$#", "!'()*~", '~', '*', ''];

const escaped = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
const percent = (text: string, kept: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/gu, (mark) => (kept.includes(mark) ? mark : escaped(mark)))
    .replace(/%[\dA-F]{2}/gu, (code) => {
      const mark = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return kept.includes(mark) ? mark : code;
    });
const lower: Encoding = (text) => text.replace(/%[\dA-F]{2}/gu, (code) => code.toLowerCase());
const plus: Encoding = (text) => text.replaceAll('%20', '+');

const inAddress: readonly Encoding[] = unescaped
  .flatMap((kept): readonly Encoding[] => [
    (text) => percent(text, kept),
    (text) => plus(percent(text, kept)),
  ])
  .flatMap((encode): readonly Encoding[] => [encode, (text) => lower(encode(text))]);

/** An address inside another address: with its `+` plain or escaped. */
const inAddressAgain: readonly Encoding[] = inAddress.flatMap((encode) =>
  ['+', '%2B', '%2b'].map(
    (sign): Encoding =>
      (text) =>
        encode(text).replaceAll('%', '%25').replaceAll('+', sign),
  ),
);

/** HTML: libraries write quotation marks in different ways; `"` and `'` may stay. */
const inHtml: readonly Encoding[] = (
  [
    ['&quot;', '&#39;'],
    ['&quot;', '&#039;'],
    ['&quot;', '&#x27;'],
    ['&quot;', '&apos;'],
    ['&quot;', "'"],
    ['&#34;', '&#39;'],
    ['"', "'"],
  ] as const
).map(([double, single]): Encoding => {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': double,
    "'": single,
  };
  return (text) => text.replace(/[&<>"']/gu, (mark) => names[mark] ?? mark);
});

const BREAKS: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };

/** Quoted for a shell (both kinds of quotation marks, in two ways each), unquoted, as a literal of a program, and in SQL. */
const quotedText: readonly Encoding[] = [
  (text) => text.replaceAll("'", String.raw`'\''`),
  (text) => text.replaceAll("'", `'"'"'`),
  (text) => text.replace(/["\\$`]/gu, String.raw`\$&`),
  (text) => text.replace(/["\\$`!]/gu, String.raw`\$&`),
  (text) => text.replace(/[^\w@%+=:,./\u{80}-\u{10ffff}-]/gu, String.raw`\$&`),
  (text) => text.replace(/['\\\n\r\t]/gu, (mark) => `\\${BREAKS[mark] ?? mark}`),
  (text) => text.replaceAll("'", "''"),
  (text) => text.replaceAll('"', '""'),
];

/** All except JSON, which may contain any of these. */
export const textual: readonly Encoding[] = [
  asItIs,
  ...[
    ...inAddress,
    ...inAddressAgain,
    (text: string) => text.replaceAll(' ', '+'),
    ...inHtml,
    ...quotedText,
  ].map(perCharacter),
];

/** Encodes bytes that come in pieces of any length. */
export type BytesEncoding = (pieces: Iterable<Uint8Array>) => Iterable<string>;

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte] ?? '';
  return text;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function groupsOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) text += BASE64.charAt((bits >> shift) & 63);
  }
  return text;
}

/** Whole groups only, because the encoding of the bytes at the edges depends on their neighbours. Leaves `skipped` out. */
function* base64(pieces: Iterable<Uint8Array>, skipped: number): Generator<string> {
  let rest: readonly number[] = [];
  let skip = skipped;
  for (const piece of pieces) {
    const bytes = Uint8Array.from([...rest, ...piece.subarray(skip)]);
    skip = Math.max(0, skip - piece.length);
    const whole = bytes.length - (bytes.length % 3);
    rest = Array.from(bytes.subarray(whole));
    yield groupsOf(bytes.subarray(0, whole));
  }
}

/** In lines, as in mails and shells; the value begins at the start of the first line. */
function* inLines(pieces: Iterable<string>, width: number): Generator<string> {
  let line = '';
  for (const piece of pieces) {
    line += piece;
    let broken = '';
    for (; line.length > width; line = line.slice(width)) broken += `${line.slice(0, width)}\n`;
    yield broken;
  }
  yield line;
}

function* each(pieces: Iterable<Uint8Array>, encode: (bytes: Uint8Array) => string): Generator<string> {
  for (const piece of pieces) yield encode(piece);
}

function* forAddresses(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield piece.replaceAll('+', '-').replaceAll('/', '_');
}

/** Hex, and base64 in both alphabets at each of the three offsets at which a value can begin. */
export const binary: readonly BytesEncoding[] = [
  (pieces) => each(pieces, hexOf),
  (pieces) => each(pieces, (bytes) => hexOf(bytes).toUpperCase()),
  ...[0, 1, 2].flatMap((skipped): readonly BytesEncoding[] => [
    (pieces) => base64(pieces, skipped),
    (pieces) => forAddresses(base64(pieces, skipped)),
  ]),
  ...[64, 76].map(
    (width): BytesEncoding =>
      (pieces) =>
        inLines(base64(pieces, 0), width),
  ),
];
