import { modelLimits } from '../../models/limits.ts';
import { promptTokensIn, type Usage } from '../../ports/model.ts';
import { tokensInBytes } from './tokens.ts';

const { promptTimes, extraTokens, room } = modelLimits.counts;

/** What was asked for in one request. */
export interface Allowed {
  /** Tokens that the model's window has. */
  readonly contextWindow: number;
  /** Tokens that the model may make without showing any of them: what the request allows for the answer. */
  readonly hiddenTokens: number;
  /** Searches that the provider may make by itself. */
  readonly searches: number;
}

/** The most that one request can come to, in tokens. */
export interface MaxUsage {
  /** Of a prompt, and of all prompts: each search of the provider is one more. */
  readonly prompt: number;
  readonly prompts: number;
  readonly answer: number;
}

/** What is known of a request without its provider's counts. */
export interface Evidence {
  /** Tokens of the request, rather too many. */
  readonly prompt: () => number;
  readonly answerBytes: number;
  /** UTF-8 bytes that searches of the provider brought. */
  readonly foundBytes: number;
}

/**
 * What a request can come to at most. Generous: providers split texts in other ways and add instructions of their own,
 * and a window may be set too small.
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

/** The counts of a provider without those that cannot be true: these are 0, as if nothing had been said. */
export function plausibleUsage(reported: Usage, max: MaxUsage): Usage {
  const { outputTokens } = reported;
  const isPromptPlausible = promptTokensIn(reported) <= max.prompts;
  return {
    ...(isPromptPlausible ? reported : { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }),
    outputTokens: outputTokens <= max.answer ? outputTokens : 0,
  };
}
