import { isDeeperThan, type Json, type JsonObject } from '../../../kernel/json.ts';
import { looseJson } from '../../../kernel/loose-json.ts';
import { toolLimits } from '../../../kernel/limits.ts';
import type { Violation } from '../../../ports/validator.ts';

/** Each round decodes one level of what is inside what the last one decoded. */
const ROUNDS = 4;

/**
 * The input of a call with those of its texts decoded that are the JSON of what the schema wants in their place, and
 * without members that are null where the schema has no null, as weak models write it. The input itself, unless that makes
 * it valid.
 */
export function decodedInput(
  input: JsonObject,
  violationsOf: (input: JsonObject) => readonly Violation[],
): JsonObject {
  let decoded = input;
  for (let round = 0; ; round += 1) {
    const violations = violationsOf(decoded);
    if (violations.length === 0) return isDeeperThan(decoded, toolLimits.inputDepth) ? input : decoded;
    if (round === ROUNDS) return input;
    const before = decoded;
    for (const { path } of violations) decoded = decodedAt(decoded, stepsOf(path)) as JsonObject;
    if (decoded === before) return input;
  }
}

/** The steps of a JSON Pointer. */
const stepsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The same value if there is nothing to decode at this place. */
function decodedAt(value: Json, [step, ...more]: readonly string[]): Json {
  if (step === undefined) return typeof value === 'string' ? decodedText(value) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  const inner = (value as JsonObject)[step] as Json;
  if (inner === null && more.length === 0 && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step));
  const decoded = decodedAt(inner, more);
  if (decoded === inner) return value;
  if (Array.isArray(value)) return value.with(Number(step), decoded);
  return Object.fromEntries(
    Object.entries(value).map((entry) => (entry[0] === step ? [step, decoded] : entry)),
  );
}

function decodedText(text: string): Json {
  try {
    const value = looseJson(text);
    return typeof value === 'string' ? text : value;
  } catch {
    return text;
  }
}
