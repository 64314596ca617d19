import { isDeeperThan, isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { looseJson } from '../../../kernel/loose-json.ts';
import { toolLimits } from '../../../kernel/limits.ts';
import type { Violation } from '../../../ports/validator.ts';

/** Each round mends one level of what is inside what the last one mended. */
const ROUNDS = 6;
/** With more that is wrong it was not meant for this tool; mending each takes a look at all. */
const MOST_WRONG = 400;
/** So many fields are tried one by one. */
const FIELDS = 40;
/** Keys in which weak models wrap the real input. */
const WRAPPINGS = ['arguments', 'input'];

type ViolationsOf = (input: JsonObject) => readonly Violation[];

/**
 * The input of a call as its tool wants it, where a weak model wrote it in another way: JSON in a text, null or an empty text
 * for what is left out, one entry in place of a list of one, all of it within `arguments` or `input`. Only what the schema
 * refuses is changed, each field by itself, and only to what the schema takes; the rest stays as it was sent.
 */
export function decodedInput(
  input: JsonObject,
  violationsOf: ViolationsOf,
  fields: readonly string[] = [],
): JsonObject {
  const violations = violationsOf(input);
  if (violations.length === 0 || violations.length > MOST_WRONG) return input;
  const whole = mended(input, violationsOf);
  if (whole !== null) return whole;
  const inner = unwrapped(input, fields);
  const bare = inner && (violationsOf(inner).length === 0 ? inner : mended(inner, violationsOf));
  if (bare !== null) return bare;
  const wrong = new Set(violations.flatMap(({ path }) => stepsOf(path)[0] ?? []));
  let partly = input;
  for (const name of [...wrong].slice(0, FIELDS)) {
    const ofField = (each: JsonObject) => violationsOf(each).filter(({ path }) => stepsOf(path)[0] === name);
    partly = mended(partly, ofField) ?? partly;
  }
  return partly;
}

/** Without what is wrong; null if something still is, or it nests too deeply. */
function mended(input: JsonObject, violationsOf: ViolationsOf): JsonObject | null {
  let decoded = input;
  for (let round = 0; ; round += 1) {
    const violations = violationsOf(decoded);
    if (violations.length === 0) return isDeeperThan(decoded, toolLimits.inputDepth) ? null : decoded;
    if (round === ROUNDS || violations.length > MOST_WRONG) return null;
    const before = decoded;
    const paths = new Set(violations.map((each) => each.path));
    decoded = mendedAt(decoded, Array.from(paths, stepsOf)) as JsonObject;
    if (decoded === before) return null;
  }
}

function unwrapped(input: JsonObject, fields: readonly string[]): JsonObject | null {
  const [name, ...others] = Object.keys(input);
  if (name === undefined || others.length > 0 || !WRAPPINGS.includes(name) || fields.includes(name))
    return null;
  const given = input[name]!;
  const inner = typeof given === 'string' ? decodedText(given) : given;
  return isJsonObject(inner) ? inner : null;
}

/** The steps of a JSON Pointer. */
export const stepsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The same value if there is nothing to mend at these places. Each list and object is copied once, however many they are. */
function mendedAt(value: Json, places: readonly (readonly string[])[]): Json {
  const whole = places.some(({ length }) => length === 0) ? asWanted(value) : value;
  if (whole !== value || typeof value !== 'object' || value === null) return whole;
  const within = new Map<string, (readonly string[])[]>();
  for (const [step, ...more] of places) {
    if (step === undefined || !Object.hasOwn(value, step)) continue;
    const known = within.get(step);
    if (known) known.push(more);
    else within.set(step, [more]);
  }
  const mends = new Map<string, Json | undefined>();
  for (const [step, more] of within) {
    const inner = (value as JsonObject)[step] as Json;
    const isNothing = (inner === null || inner === '') && more.some(({ length }) => length === 0);
    const decoded = isNothing && !Array.isArray(value) ? undefined : mendedAt(inner, more);
    if (decoded !== inner) mends.set(step, decoded);
  }
  if (mends.size === 0) return value;
  const nextOf = (step: string, one: Json): readonly Json[] => {
    const next = mends.has(step) ? mends.get(step) : one;
    return next === undefined ? [] : [next];
  };
  if (Array.isArray(value)) return value.flatMap((one: Json, at) => nextOf(String(at), one));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => nextOf(name, one).map((next) => [name, next] as const)),
  );
}

/** A text parsed as JSON, or else a list with this one value. The schema says whether either is valid. */
function asWanted(value: Json): Json {
  if (Array.isArray(value) || value === null) return value;
  if (typeof value !== 'string') return [value];
  const decoded = decodedText(value);
  return decoded === value && isOneEntry(value) ? [value] : decoded;
}

/** A text with commas or lines may be meant as several entries, and one in brackets is broken JSON. */
const isOneEntry = (text: string): boolean => text.trim() !== '' && !/[,;\n]|^\s*[[{"]/u.test(text);

function decodedText(text: string): Json {
  try {
    const value = looseJson(text);
    return typeof value === 'string' ? text : value;
  } catch {
    return text;
  }
}
