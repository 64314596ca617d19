import { promptTokensIn, type ModelRequest, type Price, type Usage } from '../../ports/model.ts';
import type { MaxUsage } from './plausible-usage.ts';
import { tokensIn, tokensInBytes, tokensInText } from './tokens.ts';

/** Some models and texts take more tokens for the same bytes: the estimate of a bill must not be too low. */
const UPWARDS = 1.3;

/** One request, and what has arrived of its answer. */
export interface Seen {
  /** Tokens of the request (`promptEstimate`); asked for only where they are needed. */
  readonly prompt: () => number;
  /** UTF-8 bytes of the answer that arrived: text, thoughts, and arguments of tools. */
  readonly answerBytes: number;
  /** Searches that the provider made by itself, and the UTF-8 bytes that they brought: each asks the model once more. */
  readonly searches: number;
  readonly foundBytes: number;
  /** Tokens of prompt and answer together, where the provider has told that and nothing of the prompt. */
  readonly total?: number;
}

const ANY: MaxUsage = { prompt: Infinity, prompts: Infinity, answer: Infinity };

const upwards = (tokens: number): number => Math.ceil(tokens * UPWARDS);

/** Tokens that this request takes, rather too many. */
export const promptEstimate = ({ system, messages, tools, tail = '' }: ModelRequest): number =>
  upwards(
    tokensInText(system) +
      tokensInText(tail) +
      (tools.length === 0 ? 0 : tokensInText(JSON.stringify(tools))) +
      tokensIn(messages),
  );

/**
 * What a request is billed for when the provider has counted only `reported` of it, or nothing. Never less than `reported`. A
 * prompt that was not counted is taken for the dearest kind of token. Of a total, what a prompt of our plain estimate
 * leaves is the answer, and the prompt is estimated upwards all the same: together never less than the total.
 */
export function estimatedUsage(
  reported: Usage,
  seen: Seen,
  { input, cacheWrite }: Price,
  max: MaxUsage = ANY,
): Usage {
  const { searches, total = 0 } = seen;
  const isPromptReported = promptTokensIn(reported) > 0;
  const first = isPromptReported ? promptTokensIn(reported) : Math.min(seen.prompt(), max.prompt);
  const again = searches * Math.min(first + upwards(tokensInBytes(seen.foundBytes)), max.prompt);
  const unknown = again + (isPromptReported ? 0 : first);
  const left = isPromptReported || total > max.prompts + max.answer ? 0 : total - Math.floor(first / UPWARDS);
  const answer = Math.max(upwards(tokensInBytes(seen.answerBytes)), left);
  const written = cacheWrite > input ? unknown : 0;
  return {
    ...reported,
    inputTokens: reported.inputTokens + unknown - written,
    cacheWriteTokens: reported.cacheWriteTokens + written,
    outputTokens: Math.max(reported.outputTokens, Math.min(answer, max.answer)),
  };
}
