import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { Usage } from '../../../../../core/ports/model.ts';
import { countIn, objectIn } from '../payload.ts';

/** What a chunk counts. */
export interface Counted {
  readonly usage: Usage;
  /** Tokens of prompt and answer together, where nothing is said of the prompt alone; otherwise 0. */
  readonly total: number;
}

/**
 * What a chunk says of the tokens up to now, null when it says nothing, or that nothing was used. Servers count cached
 * tokens as part of the prompt and name them in their own ways; ours are apart.
 */
export function countedIn(chunk: JsonObject, choice: JsonObject | null): Counted | null {
  const said =
    objectIn(chunk['usage']) ?? objectIn(choice?.['usage']) ?? objectIn(objectIn(chunk['x_groq'])?.['usage']);
  if (!said) return null;
  const details = objectIn(said['prompt_tokens_details']) ?? objectIn(said['input_tokens_details']) ?? {};
  const prompt = firstCount(said['prompt_tokens'], said['input_tokens']);
  const cacheReadTokens = Math.min(
    prompt,
    firstCount(details['cached_tokens'], said['prompt_cache_hit_tokens'], said['cached_tokens']),
  );
  const cacheWriteTokens = Math.min(prompt - cacheReadTokens, countIn(details['cache_write_tokens']));
  const completion = firstCount(said['completion_tokens'], said['output_tokens']);
  const all = countIn(said['total_tokens']);
  const usage: Usage = {
    inputTokens: prompt - cacheReadTokens - cacheWriteTokens,
    // Some leave what was thought out of the completion and count it in the total only; it is billed all the same.
    outputTokens: prompt === 0 ? completion : Math.max(completion, all - prompt),
    cacheReadTokens,
    cacheWriteTokens,
  };
  return prompt + completion + all === 0 ? null : { usage, total: prompt === 0 ? all : 0 };
}

const firstCount = (...values: readonly unknown[]): number =>
  values.map(countIn).find((count) => count > 0) ?? 0;
