import type { Answer } from '../engine/client.ts';
import { amount } from '../parts/amount.ts';
import { count, duration } from '../parts/format.ts';
import { outcomeOf } from '../parts/run-outcome.ts';
import { timelineWords as said } from '#words/timeline.ts';

export type Timeline = Answer<'runs.timeline'>;
export type Span = Timeline['spans'][number];
export type Run = Timeline['run'];

export function howItEnded(run: Pick<Run, 'status' | 'stopReason'>): string {
  const { stopReason } = run;
  const outcome = said.statuses[outcomeOf(run)];
  const whys: Readonly<Record<string, string | undefined>> = said.stopReasons;
  const why = stopReason === null ? undefined : whys[stopReason];
  return why === undefined ? outcome : `${outcome}, ${why}`;
}

export const tokensOf = ({ usage }: { readonly usage: Run['usage'] }): number =>
  usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;

export const costOf = (run: Pick<Run, 'costUsd' | 'priceKnown'>): string => amount(run);

/** What a step is, in words: its kind, its name, whose it is and whether it failed. */
export function nameOf({ kind, name, agentId, success }: Span): string {
  const whose = agentId !== null && kind !== 'agent' ? ` ${said.ofAgent}` : '';
  return `${said.kinds[kind]}${whose}: ${name}${success === false ? ` (${said.failed})` : ''}`;
}

export const durationIn = ({ durationMs }: Pick<Span, 'durationMs'>): string =>
  durationMs === null ? said.goesOn : duration(durationMs);

export const costIn = ({ costUsd }: Pick<Span, 'costUsd'>, { priceKnown }: Pick<Run, 'priceKnown'>): string =>
  costUsd === null || costUsd === 0 ? '' : amount({ costUsd, priceKnown });

export const usageIn = ({ usage }: Pick<Span, 'usage'>): string =>
  usage === null
    ? ''
    : said.inOut(
        count(usage.inputTokens),
        count(usage.cacheReadTokens + usage.cacheWriteTokens),
        count(usage.outputTokens),
      );
