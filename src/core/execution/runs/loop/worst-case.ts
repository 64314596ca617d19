import { modelLimits } from '../../../instance/models/limits.ts';
import { priceAt, type Model } from '../../../ports/model.ts';

/**
 * The most that one call may cost, in US dollars: a prompt of this many tokens, none of them cached, and the longest
 * answer. Each search by the provider costs its fee and calls the model again, with everything found before.
 */
export function worstOfCall(
  promptTokens: number,
  { price, outputLimit, contextWindow }: Pick<Model, 'price' | 'outputLimit' | 'contextWindow'>,
  searches: number = 0,
): number {
  const maxVendorResults = Math.max(0, contextWindow - promptTokens);
  const foundBy = (search: number): number =>
    Math.min(search * modelLimits.vendorSearchTokens, maxVendorResults);
  const { input, output, cacheWrite } = priceAt(promptTokens + foundBy(searches), price);
  const prompts = (searches + 1) * promptTokens * Math.max(input, cacheWrite);
  let found = 0;
  for (let search = 1; search <= searches; search++) found += foundBy(search) * input;
  return searches * (price.search ?? 0) + (prompts + found + outputLimit * output) / 1_000_000;
}
