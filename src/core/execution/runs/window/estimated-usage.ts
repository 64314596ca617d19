import { promptTokensIn, type ModelRequest, type Price, type Usage } from '../../../ports/model.ts';
import type { MaxUsage } from './plausible-usage.ts';
import { tokensIn, tokensInBytes, tokensInText, tokensInTools } from './tokens.ts';

/** Some models and texts take more tokens for the same bytes: the estimate of a bill must not be too low. */
const UPWARDS = 1.3;

/** One request, and what arrived of its answer. */
export interface Seen {
  /** Tokens of the request (`promptEstimate`); called only if needed. */
  readonly prompt: () => number;
  /** UTF-8 bytes of the answer that arrived: text, thoughts and tool arguments. */
  readonly answerBytes: number;
  /** Searches that the provider made itself, and the UTF-8 bytes they brought. Each calls the model once more. */
  readonly searches: number;
  readonly foundBytes: number;
  /** Tokens of prompt and answer together, if the provider reported that but not the prompt. */
  readonly total?: number;
}

const ANY: MaxUsage = { prompt: Infinity, prompts: Infinity, answer: Infinity };

const upwards = (tokens: number): number => Math.ceil(tokens * UPWARDS);

/** Tokens of this request, estimated high. */
export const promptEstimate = ({ system, messages, tools, tail = '' }: ModelRequest): number =>
  upwards(tokensInText(system) + tokensInText(tail) + tokensInTools(tools) + tokensIn(messages));

/**
 * The usage to bill for a request of which the provider reported only `reported`, or nothing. Never less than
 * `reported`. A prompt that was not counted is billed as the most expensive kind of token. With a `total`, the answer
 * is what our plain estimate of the prompt leaves of it, while the prompt is still estimated high: together never less
 * than the total.
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
