import { runId as asRunId, type ThreadId } from '../kernel/ids.ts';
import { limits } from '../kernel/limits.ts';
import type { Ids } from '../ports/ids.ts';
import { isJournalConflict, type Journal } from '../ports/journal.ts';
import { costOf, type Model } from '../ports/model.ts';
import type { Compaction, Message } from '../threads/model.ts';
import type { ThreadStore } from '../threads/store.ts';
import { conversationIn, turnsOf, type Conversation } from './conversation.ts';
import type { RunError } from './model.ts';
import { outbound } from './outbound.ts';
import type { Spending } from './spending.ts';
import { summarise } from './summary.ts';
import { tokensIn } from './tokens.ts';
import type { TurnDeps } from './turn.ts';

export interface CompactionDeps extends TurnDeps {
  readonly journal: Journal;
  readonly threads: ThreadStore;
  readonly spending: Spending;
  readonly ids: Ids;
}

export interface CompactionRequest {
  readonly threadId: ThreadId;
  readonly trigger: Compaction['trigger'];
  readonly focus: string | null;
}

export type Compacted =
  | { readonly kind: 'compacted'; readonly compaction: Compaction }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly error: RunError };

/** Whether a thread that takes this much of the window is compacted once its run has ended (engine notes §1.10). */
export const isCrowded = (occupiedTokens: number, { contextWindow }: Model): boolean =>
  occupiedTokens >= limits.compaction.automatic * Math.min(contextWindow, limits.compaction.budgetTokens);

/**
 * Puts a summary in the place of what was said before the last run, for the model only: every message stays. A
 * summary that fails, is empty, or is not whole changes nothing, and dying at any moment leaves the old
 * conversation or the new one.
 */
export async function compact(
  { threadId, trigger, focus }: CompactionRequest,
  model: Model,
  signal: AbortSignal,
  deps: CompactionDeps,
): Promise<Compacted> {
  const conversation = await conversationIn(threadId, deps.threads);
  const covered = coveredBy(conversation, model);
  const last = covered.at(-1);
  if (!last) return { kind: 'nothing' };

  const tokensBefore = tokensIn(outbound(turnsOf(conversation)));
  // No run, but what it costs is reserved as one would be.
  const spender = asRunId(deps.ids.next());
  const worst = worstCase(tokensBefore, model);
  const { refused } = await deps.spending.reserve(spender, 0, worst);
  if (refused) return { kind: 'failed', error: TOO_DEAR };

  const earlier = conversation.compaction?.summary ?? null;
  const made = await summarise(covered, { earlier, focus }, model, signal, deps);
  const costUsd = costOf(made.usage, model.price);
  if (made.kind === 'failed') {
    deps.spending.release(spender, costUsd);
    return made;
  }
  const uptoSeq = last.seq;
  const kept = conversation.messages.filter(({ seq }) => seq > uptoSeq);
  const draft = {
    threadId,
    uptoSeq,
    summary: made.text,
    trigger,
    focus,
    tokensBefore,
    model: model.id,
    costUsd,
  };
  const compaction: Compaction = {
    ...draft,
    tokensAfter: tokensIn(
      outbound(turnsOf({ compaction: { ...draft, tokensAfter: 0, createdAt: 0 }, messages: kept })),
    ),
    createdAt: deps.clock.now(),
  };
  try {
    await deps.journal.commit([{ change: 'thread.compact', compaction }]);
  } catch (error) {
    // The thread was deleted meanwhile.
    if (isJournalConflict(error)) return { kind: 'nothing' };
    throw error;
  } finally {
    deps.spending.release(spender, costUsd);
  }
  return { kind: 'compacted', compaction };
}

/** All that is read, estimated generously, and each of the calls that this takes answering as long as it may. */
function worstCase(tokens: number, { contextWindow, outputLimit, price }: Model): number {
  const read = tokens * 1.5;
  const calls = Math.max(1, Math.ceil(read / (contextWindow * limits.compaction.share)));
  return (read * price.input + calls * outputLimit * (price.input + price.output)) / 1_000_000;
}

/** All but the last run, if that is small and not all there is: a run is whole, so no call is parted from its result. */
function coveredBy({ messages }: Conversation, { contextWindow }: Model): readonly Message[] {
  const lastRun = messages.at(-1)?.runId;
  const first = messages.findIndex(({ runId }) => runId === lastRun);
  const isSmall = tokensIn(outbound(messages.slice(first))) <= contextWindow * limits.compaction.keptShare;
  return first > 0 && isSmall ? messages.slice(0, first) : messages;
}

const TOO_DEAR: RunError = {
  code: 'budget',
  error:
    'A summary could cost more than may still be spent. Raise max_cost_per_day_usd or max_cost_per_month_usd.',
  retryable: false,
};
