import { promptTokensIn, type ModelRequest, type Price, type Usage } from '../../ports/model.ts';
import { tokensIn, tokensInBytes, tokensInText } from './tokens.ts';

/** Some models and texts take more tokens for the same bytes, and what is billed is not to be guessed too low. */
const UPWARDS = 1.3;

/** What one request asked, and what is seen of its answer although nobody has counted it. */
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
 * What a request is billed for of which the provider has told only `told`, or nothing: never less than that. A prompt of
 * which nothing was told counts as the kind of token that is dearest.
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
