import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { Usage } from '../../../../../core/ports/model.ts';
import { countIn, objectIn } from '../payload.ts';

/** The token counts of a chunk. */
export interface Counted {
  readonly usage: Usage;
  /** Tokens of prompt and answer together, if the prompt was not reported separately; otherwise 0. */
  readonly total: number;
}

/**
 * The token counts so far according to a chunk; null if it contains none, or only zeros. Servers include cached tokens
 * in the prompt and report them under different names; here they are separate.
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
    // Some servers count thoughts only in the total, not in the completion; they are billed all the same.
    outputTokens: prompt === 0 ? completion : Math.max(completion, all - prompt),
    cacheReadTokens,
    cacheWriteTokens,
  };
  return prompt + completion + all === 0 ? null : { usage, total: prompt === 0 ? all : 0 };
}

const firstCount = (...values: readonly unknown[]): number =>
  values.map(countIn).find((count) => count > 0) ?? 0;
