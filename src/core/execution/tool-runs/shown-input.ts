import type { Json, JsonObject } from '../../kernel/json.ts';
import { beginning } from './beginning.ts';
import { toolRunLimits } from './limits.ts';

const { inputChars, inputTextChars } = toolRunLimits;

/**
 * The input of a tool call in the event log. It may be a whole file, and a log keeps many: of an input that is too large,
 * long texts are cut, and where that is not enough it is left out.
 */
export function shownInput(input: JsonObject): { readonly input: JsonObject; readonly truncated?: true } {
  if (JSON.stringify(input).length <= inputChars) return { input };
  const shorter = shortened(input) as JsonObject;
  return { input: JSON.stringify(shorter).length <= inputChars ? shorter : {}, truncated: true };
}

function shortened(value: Json): Json {
  if (typeof value === 'string') {
    const kept = beginning(value, inputTextChars);
    return kept === value ? value : `${kept} [${value.length - kept.length} more characters]`;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one)]));
}
