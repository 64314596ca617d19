import { promptTokensIn, type ModelRequest, type Price, type Usage } from '../../ports/model.ts';
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
}

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
 * What a request is billed for when the provider has counted only `told` of it, or nothing. Never less than `told`. A
 * prompt that was not counted is taken for the dearest kind of token.
 */
export function estimatedUsage(told: Usage, seen: Seen, { input, cacheWrite }: Price): Usage {
  const { searches } = seen;
  const isTold = promptTokensIn(told) > 0;
  const first = isTold ? promptTokensIn(told) : seen.prompt();
  const again = searches * (first + upwards(tokensInBytes(seen.foundBytes)));
  const unknown = again + (isTold ? 0 : first);
  const written = cacheWrite > input ? unknown : 0;
  return {
    ...told,
    inputTokens: told.inputTokens + unknown - written,
    cacheWriteTokens: told.cacheWriteTokens + written,
    outputTokens: Math.max(told.outputTokens, upwards(tokensInBytes(seen.answerBytes))),
  };
}
