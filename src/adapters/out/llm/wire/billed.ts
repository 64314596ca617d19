import {
  costOf,
  promptTokensIn,
  type ModelEnd,
  type Price,
  type Usage,
} from '../../../../core/ports/model.ts';
import { estimatedUsage } from '../../../../core/execution/runs/window/estimated-usage.ts';
import {
  maxUsageOf,
  plausibleUsage,
  type Allowed,
} from '../../../../core/execution/runs/window/plausible-usage.ts';

/** What pricing a request needs, besides the provider's counts. */
export interface Billing {
  readonly price: Price;
  /** Estimated tokens of the request, for a provider that does not report them; rather too many. */
  readonly prompt: () => number;
  /** Limits of plausible counts for this request; higher ones are not believed. */
  readonly allowed: Allowed;
}

/** What has arrived of an answer besides text and thoughts, in UTF-8 bytes. */
export interface Beside {
  /** Whether the provider has counted the answer, if only up to now. */
  readonly isCounted: boolean;
  /** Arguments of tools, and signatures of thoughts. */
  readonly hiddenBytes: number;
  /** The number of searches that the provider made itself, and the size of their results. */
  readonly searches: number;
  readonly foundBytes: number;
  /** Tokens of prompt and answer together, if the prompt was not reported separately. */
  readonly total?: number;
}

/** The progress of a request. */
export interface Progress {
  /** UTF-8 bytes of text and thoughts that have arrived. */
  spokenBytes: number;
  /** The request was refused or did not reach the provider, so nothing is billed. */
  isUntouched: boolean;
}

/**
 * The same end with an estimate of what the provider did not count, or counted implausibly high, and with the fees of
 * searches.
 */
export function billed(end: ModelEnd, progress: Progress, beside: Beside, billing: Billing): ModelEnd {
  if (progress.isUntouched) return end;
  const { price, prompt, allowed } = billing;
  const isCut = end.stop === 'aborted' || end.stop === 'failed';
  const searches = Math.min(beside.searches, allowed.searches);
  const answerBytes = progress.spokenBytes + beside.hiddenBytes;
  const seen = { ...beside, prompt, answerBytes, searches };
  const most = maxUsageOf(seen, allowed);
  const told = plausibleUsage(end.usage, most);
  const isPromptWhole = !isCut && beside.isCounted && promptTokensIn(told) > 0;
  const usage =
    isPromptWhole && told.outputTokens > 0
      ? told
      : estimatedUsage(told, isPromptWhole ? { ...seen, searches: 0 } : seen, price, most);
  const isEstimated = isCut || searches < beside.searches || !isSame(usage, end.usage);
  const fee = searches * (price.search ?? 0);
  return {
    ...end,
    usage,
    ...(isEstimated ? { isEstimated } : {}),
    ...(fee > 0 ? { costUsd: costOf(usage, price) + fee } : {}),
  };
}

const isSame = (a: Usage, b: Usage): boolean =>
  a.outputTokens === b.outputTokens && promptTokensIn(a) === promptTokensIn(b);
