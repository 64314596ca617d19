import { isDeeperThan, type Json, type JsonObject } from '../../../../../core/kernel/json.ts';
import { toolLimits } from '../../../../../core/kernel/limits.ts';
import { objectIn } from '../payload.ts';

/** Data that came with one call of a reply and must return with it. Ids would not work: the engine assigns its own. */
export interface CallExtra {
  /** The position among the calls of the reply. */
  readonly index: number;
  readonly extraContent: JsonObject;
}

/** The `extra_content` of an entry of `tool_calls`, in which Gemini's servers sign calls; null if it is empty. */
export function extraContentIn(call: JsonObject): JsonObject | null {
  const extra = objectIn(call['extra_content']);
  if (extra === null || isDeeperThan(extra, toolLimits.inputDepth)) return null;
  return saysNothing(extra) ? null : extra;
}

function saysNothing(value: Json): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value as JsonObject).every(saysNothing);
}
