import {
  costOf,
  promptTokensIn,
  type ModelEnd,
  type Price,
  type Usage,
} from '../../../../core/ports/model.ts';
import { estimatedUsage } from '../../../../core/runs/window/estimated-usage.ts';
import { maxUsageOf, plausibleUsage, type Allowed } from '../../../../core/runs/window/plausible-usage.ts';

/** What is needed to price a request, besides the counts of its provider. */
export interface Billing {
  readonly price: Price;
  /** Tokens of the request, for a provider that does not say: rather too many. */
  readonly prompt: () => number;
  /** Counts that this request cannot come to are not believed. */
  readonly allowed: Allowed;
}

/** What has arrived of an answer beside its text and thoughts, in UTF-8 bytes. */
export interface Beside {
  /** The provider has counted the answer; where it counts on the way, up to now. */
  readonly isCounted: boolean;
  /** Arguments of tools, and seals of thoughts. */
  readonly hiddenBytes: number;
  /** Searches that the provider made by itself, and what they brought. */
  readonly searches: number;
  readonly foundBytes: number;
  /** Tokens of prompt and answer together, where nothing was said of the prompt alone. */
  readonly total?: number;
}

/** How far a request came. */
export interface Progress {
  /** UTF-8 bytes of text and thoughts that have arrived. */
  spokenBytes: number;
  /** The provider has not begun with it: it was refused, or not reached. Nothing of it is billed. */
  isUntouched: boolean;
}

/**
 * The same end, with an estimate of what its provider has not counted, or has counted as more than can be, and with the
 * fees of searches.
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
