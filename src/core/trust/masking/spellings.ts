import { asItIs, binary, inAnyJson, inJson, textual, type Encoding } from './encodings.ts';

/** Shorter values, or the base64 of shorter ones, would match inside ordinary words. */
export const MIN_SECRET_CHARS = 6;
const minEncodedChars = 8;

/**
 * One spelling of a value: its text from the beginning, in pieces that are made on demand. The spelling of a long value
 * is never held whole.
 */
export type Spelling = () => Iterable<string>;

/** Characters of a value that are encoded at a time, and the length of a short value. */
const PIECE = 128;
const SHORT = 512;

/** Characters that can occur in base64 that is broken into lines. */
const SIGNS = 'aA0+/-_\n';

/**
 * The spellings in which a receiver may repeat a value: a server that echoes a request, a log, a shell. Plain;
 * percent-encoded, as a form, and each of those again; in HTML; quoted for a shell or a program; in hex and base64; and
 * each of these inside JSON, and inside JSON in JSON. A value that is too short has none.
 */
export function spellingsOf(value: string): readonly Spelling[] {
  if (value.length < MIN_SECRET_CHARS) return [];
  const isShort = value.length <= SHORT;
  const sample = isShort ? value : charactersOf(value);
  const texts = distinct(textual, sample).flatMap((inner, index) =>
    (index === 0 ? inAnyJson : inJson).map(
      (outer): Encoding =>
        (text) =>
          outer(inner(text)),
    ),
  );
  const codes = binary.flatMap((encode) => {
    const coded = () => encode(bytesOf(piecesOf(value)));
    const text = isShort ? Array.from(coded()).join('') : SIGNS;
    if (text.length < minEncodedChars) return [];
    return distinct(inAnyJson, text).map(
      (outer): Spelling =>
        () =>
          each(coded(), outer),
    );
  });
  return [
    ...distinct(texts, sample).map(
      (encode): Spelling =>
        () =>
          each(piecesOf(value), encode),
    ),
    ...codes,
  ];
}

/** Encodings that agree on these characters agree on the value: all characters beyond ASCII are treated alike. */
function charactersOf(value: string): string {
  const isThere = new Uint8Array(BEYOND + 1);
  for (let at = 0; at < value.length; at++) isThere[Math.min(value.charCodeAt(at), BEYOND)] = 1;
  return Array.from(isThere, (there, code) => (there === 1 ? String.fromCharCode(code) : '')).join('');
}

/** é represents them: its escapes contain hex letters, which may be lower or upper case. */
const BEYOND = 0xe9;

/** Characters that no encoding changes. */
const PLAIN = /^[\w.-]*$/u;

const distinct = (encodings: readonly Encoding[], sample: string): readonly Encoding[] =>
  PLAIN.test(sample) ? [asItIs] : [...new Map(encodings.map((encode) => [encode(sample), encode])).values()];

/** Never splits a surrogate pair. */
function* piecesOf(value: string): Generator<string> {
  for (let from = 0; from < value.length;) {
    const last = value.charCodeAt(from + PIECE - 1);
    const to = from + (last >= 0xd800 && last < 0xdc00 ? PIECE - 1 : PIECE);
    yield value.slice(from, to);
    from = to;
  }
}

function* bytesOf(pieces: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces) yield encoder.encode(piece);
}

function* each(pieces: Iterable<string>, encode: Encoding): Generator<string> {
  for (const piece of pieces) yield encode(piece);
}
