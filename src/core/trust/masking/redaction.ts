// Room: finds known secrets in any spelling and masks them. What cannot be masked is not written.

import type { Begun } from '../../ports/log.ts';
import { faultFacts } from '../../kernel/fault.ts';
import { finderOf } from './known-values.ts';

/**
 * Keeps secrets out of logs and records. Patterns are linear-time: each begins with a literal
 * or a bounded class and has no nested repetition.
 */
export const MASK = '[redacted]';
const maxDepth = 8;
const maxTextChars = 8_192;

const SECRET_KEY =
  /pass(word|phrase)|secret|token(?!s)|api[-_]?key|authorization|cookie|credential|private[-_]?key|vault[-_]?key/iu;

const SECRET_TEXT: readonly RegExp[] = [
  /\b(Bearer|Basic) +[\w.~+/=-]{8,}/giu,
  /\b(?:sk|pk|rk|ghp|gho|ghs|xox[abprs]|AKIA|AIza)[-_]?[A-Za-z0-9_-]{12,}/gu,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/gu,
  /(\/\/[^\s:/@]{1,128}:)[^\s@/]{1,256}@/gu,
];

/**
 * The text with everything that looks like a secret and every spelling of the values in `known` masked, cut to a
 * bounded length. Pass a new list when the known values grow.
 */
export function redactText(text: string, known: readonly string[] = []): string {
  const clean = withoutPatterns(known.length === 0 ? text : finderOf(known).masked(text, MASK));
  return clean.length > maxTextChars ? `${clean.slice(0, maxTextChars)}…` : clean;
}

function withoutPatterns(text: string): string {
  let clean = text;
  for (const pattern of SECRET_TEXT)
    clean = clean.replace(pattern, (_, kept: unknown) =>
      typeof kept === 'string' && kept.endsWith(':') ? `${kept}${MASK}@` : MASK,
    );
  return clean;
}

/** Looks like a password or key to a person: of a typical form, with letters and digits. */
const KEY_TEXT: readonly RegExp[] = [
  ...SECRET_TEXT,
  /\b(?:pass(?:word|phrase)|api[-_ ]?key|secret|token)\b *(?:is|[:=]) *[^\s,;]{6,256}/giu,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/gu,
];

/**
 * Whether a text contains something that looks like a key or a password. Stricter than the mask of a log, where masking
 * too much does no harm: "basic electronics" and "skateboarding-lessons" are not secrets.
 */
export function looksSecret(text: string): boolean {
  return KEY_TEXT.some((pattern) => {
    for (const [found] of text.matchAll(pattern))
      if (/^(?:eyJ|-----)/u.test(found) || (/\p{Nd}/u.test(found) && /\p{L}{2}/u.test(found))) return true;
    return false;
  });
}

/** A loggable copy of any value: plain, bounded in depth, errors unwrapped with their causes. */
export function redact(value: unknown, known: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value;
  if (depth >= maxDepth) return '[deeper]';
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

/** By shape, not by class, so that errors of another realm count. */
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
  // Its message quotes the text that failed to parse: an expression, or JSON.
  if (name === 'SyntaxError') return { ...faultFacts(value) };
  return {
    name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause }),
  };
}

/** Masks complete data that leaves the engine: nothing is cut, however long or deep it is. */
export interface SecretMask {
  /** The same string when nothing in it needs masking. */
  text(text: string): string;
  /** For text that was cut off at a `…`: also masks a secret of which only the beginning is left. */
  cutText(text: string): string;
  /** A copy of a JSON value with keys and texts masked, and every value under a secret's name. */
  value(value: unknown): unknown;
}

/** For the current values of `known`, in every spelling. */
export function secretMask(known: readonly string[], begunIs: Begun = 'some'): SecretMask {
  const finder = finderOf(known);
  const text = (given: string): string => {
    const clean = withoutPatterns(finder.masked(given, MASK));
    return clean === given ? given : clean;
  };
  const cutText = (given: string): string => {
    const clean = text(given);
    if (!clean.endsWith('…')) return clean;
    const kept = clean.slice(0, -1);
    const begun = begunIs === 'half' ? finder.halfAtEnd(kept) : finder.beginningAtEnd(kept);
    return begun === 0 ? clean : `${kept.slice(0, -begun)}${MASK}…`;
  };
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (typeof given !== 'object' || given === null) return given;
    if (Array.isArray(given)) return given.map(value);
    return Object.fromEntries(
      Object.entries(given).map(([key, field]: [string, unknown]) => [
        text(key),
        SECRET_KEY.test(key) && field !== null && typeof field !== 'boolean' ? MASK : value(field),
      ]),
    );
  };
  return { text, cutText, value };
}
