import { modelLimits } from '../../../instance/models/limits.ts';
import { promptTokensIn, type Usage } from '../../../ports/model.ts';
import { tokensInBytes } from './tokens.ts';

const { promptTimes, extraTokens, room } = modelLimits.counts;

/** What one request allows. */
export interface Allowed {
  /** Size of the model's window in tokens. */
  readonly contextWindow: number;
  /** Tokens that the model may produce without showing them: the output limit of the request. */
  readonly hiddenTokens: number;
  /** Searches that the provider may make by itself. */
  readonly searches: number;
}

/** The most tokens that one request can use. */
export interface MaxUsage {
  /** Of one prompt, and of all prompts: each search by the provider adds one. */
  readonly prompt: number;
  readonly prompts: number;
  readonly answer: number;
}

/** What is known about a request without the counts of its provider. */
export interface Evidence {
  /** Tokens of the request, estimated high. */
  readonly prompt: () => number;
  readonly answerBytes: number;
  /** UTF-8 bytes that the provider's own searches brought. */
  readonly foundBytes: number;
}

/**
 * The most that a request can use. Generous: providers tokenise differently and add instructions of their own, and a
 * window may be configured too small.
 */
export function maxUsageOf({ prompt, answerBytes, foundBytes }: Evidence, allowed: Allowed): MaxUsage {
  const { contextWindow, hiddenTokens, searches } = allowed;
  const found = Math.max(searches * modelLimits.vendorSearchTokens, tokensInBytes(foundBytes));
  const one = Math.ceil(Math.min(promptTimes * prompt() + found, room * contextWindow)) + extraTokens;
  return {
    prompt: one,
    prompts: (searches + 1) * one,
    // No token is shorter than a byte.
    answer: Math.min(answerBytes, contextWindow + extraTokens) + Math.ceil(room * hiddenTokens),
  };
}

/** The counts of a provider, with implausible ones set to 0, as if they had not been reported. */
export function plausibleUsage(reported: Usage, max: MaxUsage): Usage {
  const { outputTokens } = reported;
  const isPromptPlausible = promptTokensIn(reported) <= max.prompts;
  return {
    ...(isPromptPlausible ? reported : { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }),
    outputTokens: outputTokens <= max.answer ? outputTokens : 0,
  };
}
