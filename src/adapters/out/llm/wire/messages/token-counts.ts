import type { JsonObject } from '../../../../../core/kernel/json.ts';
import type { Usage } from '../../../../../core/ports/model.ts';
import { countIn, objectIn } from '../payload.ts';

/** The counts of `message_start`: the prompt. If repeated, the larger number counts. */
export function countsAtStart(known: Usage, said: JsonObject): Usage {
  const counts = countsIn(said);
  return {
    inputTokens: Math.max(known.inputTokens, counts.inputTokens),
    outputTokens: Math.max(known.outputTokens, counts.outputTokens),
    cacheReadTokens: Math.max(known.cacheReadTokens, counts.cacheReadTokens),
    cacheWriteTokens: Math.max(known.cacheWriteTokens, counts.cacheWriteTokens),
  };
}

/**
 * The counts of `message_delta`: the answer so far, and the prompt if the start only estimated it, even if it is
 * lower: some proxies start with the whole prompt and subtract the cached part at the end.
 */
export function countsLater(known: Usage, said: JsonObject): Usage {
  const counts = countsIn(said);
  const wasAllCached =
    said['input_tokens'] === 0 &&
    counts.cacheReadTokens + counts.cacheWriteTokens > known.cacheReadTokens + known.cacheWriteTokens;
  return {
    inputTokens: wasAllCached ? 0 : counts.inputTokens || known.inputTokens,
    outputTokens: Math.max(known.outputTokens, counts.outputTokens),
    cacheReadTokens: counts.cacheReadTokens || known.cacheReadTokens,
    cacheWriteTokens: counts.cacheWriteTokens || known.cacheWriteTokens,
  };
}

/** Searches that the vendor made and bills; null if not reported. */
export const searchesIn = (said: JsonObject): number | null => {
  const made = objectIn(said['server_tool_use']);
  return made && 'web_search_requests' in made ? countIn(made['web_search_requests']) : null;
};

const countsIn = (said: JsonObject): Usage => ({
  inputTokens: countIn(said['input_tokens']),
  outputTokens: countIn(said['output_tokens']),
  cacheReadTokens: countIn(said['cache_read_input_tokens']),
  cacheWriteTokens: countIn(said['cache_creation_input_tokens']),
});
