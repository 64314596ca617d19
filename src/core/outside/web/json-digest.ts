import { jsonWithDigits } from '../../kernel/exact-json.ts';
import { isDeeperThan, type Json } from '../../kernel/json.ts';
import { webLimits } from './limits.ts';

const { jsonItems, jsonStringChars, jsonDepth, shortChars } = webLimits;

/** Shortens JSON. A note replaces each omitted part, so that the model does not take the beginning for the whole. */
export function jsonDigest(text: string): string | null {
  const value = parsed(text);
  if (value === undefined || isDeeperThan(value, jsonDepth)) return null;
  const short = JSON.stringify(shortened(value), null, 1);
  return short.length <= shortChars ? short : `${short.slice(0, shortChars).toWellFormed()}\n… and more`;
}

function shortened(value: Json): Json {
  if (typeof value === 'string')
    return value.length <= jsonStringChars
      ? value
      : `${value.slice(0, jsonStringChars).toWellFormed()}… (${value.length} characters)`;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).slice(0, jsonItems).map(shortened);
    return value.length <= jsonItems ? items : [...items, `… (${value.length} items)`];
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shortened(field)]));
}

function parsed(text: string): Json | undefined {
  try {
    return jsonWithDigits(text);
  } catch {
    return undefined;
  }
}
