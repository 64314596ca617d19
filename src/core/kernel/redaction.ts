/**
 * Keeps secrets out of what is written down (promise D9). Patterns are linear-time: each begins with a literal
 * or a bounded class and has no nested repetition (S39).
 */
const MASK = '[redacted]';
const MOST_DEPTH = 8;
const MOST_TEXT = 8_192;

const SECRET_KEY =
  /pass(word|phrase)|secret|token(?!s)|api[-_]?key|authorization|cookie|credential|private[-_]?key|vault[-_]?key/iu;

const SECRET_TEXT: readonly RegExp[] = [
  /\b(Bearer|Basic) +[\w.~+/=-]{8,}/giu,
  /\b(?:sk|pk|rk|ghp|gho|ghs|xox[abprs]|AKIA|AIza)[-_]?[A-Za-z0-9_-]{12,}/gu,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/gu,
  /(\/\/[^\s:/@]{1,128}:)[^\s@/]{1,256}@/gu,
];

/** Text without what looks like a secret, and without the values in `known`, cut to a bounded length. */
export function redactText(text: string, known: readonly string[] = []): string {
  let clean = text;
  for (const value of known) if (value.length >= 6) clean = clean.replaceAll(value, MASK);
  for (const pattern of SECRET_TEXT)
    clean = clean.replace(pattern, (_, kept: unknown) =>
      typeof kept === 'string' && kept.endsWith(':') ? `${kept}${MASK}@` : MASK,
    );
  return clean.length > MOST_TEXT ? `${clean.slice(0, MOST_TEXT)}…` : clean;
}

/** What a person would call a password or a key: of a certain form, and with letters and digits in it. */
const KEY_TEXT: readonly RegExp[] = [
  ...SECRET_TEXT,
  /\b(?:pass(?:word|phrase)|api[-_ ]?key|secret|token)\b *(?:is|[:=]) *[^\s,;]{6,256}/giu,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/gu,
];

/**
 * Whether a text holds what looks like a key or a password. Stricter than what is masked in a log, where too much does
 * no harm: "basic electronics" and "skateboarding-lessons" are no secrets.
 */
export function looksSecret(text: string): boolean {
  return KEY_TEXT.some((pattern) => {
    for (const [found] of text.matchAll(pattern))
      if (/^(?:eyJ|-----)/u.test(found) || (/\p{Nd}/u.test(found) && /\p{L}{2}/u.test(found))) return true;
    return false;
  });
}

/** A copy of any value that may be written down: plain, bounded in depth, errors unwrapped with their causes. */
export function redact(value: unknown, known: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value;
  if (depth >= MOST_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redact(item, known, depth + 1));
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([key, field]) => [
      key,
      SECRET_KEY.test(key) && field !== null && typeof field !== 'boolean'
        ? MASK
        : redact(field, known, depth + 1),
    ]),
  );
}

/** By shape, not by class: errors of another realm are errors, too. */
function fieldsOf(value: object): Record<string, unknown> {
  const error = value as {
    message?: unknown;
    stack?: unknown;
    code?: unknown;
    cause?: unknown;
    name?: unknown;
  };
  if (typeof error.message !== 'string' || typeof error.stack !== 'string') return { ...value };
  const { name, message, code, stack, cause } = error;
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause }),
  };
}
