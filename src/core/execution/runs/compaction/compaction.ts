import { EVERYONE } from '../../../trust/people/model.ts';
import type { RunId, ThreadId } from '../../../kernel/ids.ts';
import { compactionLimits } from '../limits.ts';
import type { AttachmentService } from '../../../workspace/attachments/service.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import { costOfEnd, type Model } from '../../../ports/model.ts';
import type { Compaction, Message, ShownMessage } from '../../../conversation/threads/model.ts';
import type { ThreadStore } from '../../../conversation/threads/store.ts';
import { conversationIn, turnsOf } from '../window/conversation.ts';
import type { RunFailure } from '../model.ts';
import { saySide } from '../says.ts';
import { outbound } from '../window/outbound.ts';
import type { SideCalls } from '../side-call.ts';
import { summarise } from './summary.ts';
import { withAttachments } from './attached.ts';
import { tokensIn } from '../window/tokens.ts';
import type { TurnCaller } from '../loop/turn.ts';
import { nonceFrom } from '../../../trust/untrusted/untrusted.ts';
import { worstOfCall } from '../loop/worst-case.ts';

export interface CompactorDeps {
  readonly threads: ThreadStore;
  readonly attachments: Pick<AttachmentService, 'shown'>;
  readonly sideCalls: SideCalls;
  readonly turnCaller: TurnCaller;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface CompactionRequest {
  readonly threadId: ThreadId;
  readonly trigger: Compaction['trigger'];
  readonly focus: string | null;
  /** The run after which it is made; null if the owner asked for it. */
  readonly runId: RunId | null;
  /** Its messages stay as they are: it is in progress. */
  readonly during?: RunId;
  /** What a summary covered when that run measured the thread. If more is covered now, the thread is not that full. */
  readonly coveredUpTo?: number;
}

export type Compacted =
  | { readonly kind: 'compacted'; readonly compaction: Compaction }
  | { readonly kind: 'nothing' }
  /** The summary took no less room than what it was to replace, and was discarded. */
  | { readonly kind: 'no_shorter' }
  | { readonly kind: 'failed'; readonly error: RunFailure };

/** Whether to compact a thread that takes this much of the window after its run. */
export const needsCompaction = (occupiedTokens: number, model: Model): boolean =>
  occupiedTokens >= automaticAt(model);

const automaticAt = ({ contextWindow }: Model): number =>
  Math.min(contextWindow * compactionLimits.automatic, compactionLimits.automaticTokens);

/** Makes the summaries of threads. */
export class Compactor {
  readonly #deps: CompactorDeps;

  constructor(deps: CompactorDeps) {
    this.#deps = deps;
  }

  /**
   * Replaces everything before the last run with a summary, for the model only: every message stays stored. A summary
   * that fails, is empty, incomplete or no shorter changes nothing. A crash at any moment leaves either the old
   * conversation or the new one.
   */
  async compact(
    { threadId, trigger, focus, runId, during, coveredUpTo = Infinity }: CompactionRequest,
    model: Model,
    signal: AbortSignal,
  ): Promise<Compacted> {
    const { threads, sideCalls, turnCaller, ids, clock } = this.#deps;
    const conversation = await conversationIn(threadId, threads);
    if ((conversation.compaction?.uptoSeq ?? 0) > coveredUpTo) return { kind: 'nothing' };
    // With its images, because they take room as well.
    const thread = await threads.get(EVERYONE, threadId);
    if (thread === null) return { kind: 'nothing' };
    const shown = await this.#deps.attachments.shown(thread.personId, conversation.messages);
    const last = (during === undefined ? coveredBy(shown, model) : before(during, shown)).at(-1);
    if (!last) return { kind: 'nothing' };
    const isCovered = ({ seq }: Pick<Message, 'seq'>): boolean => seq <= last.seq;
    if (trigger === 'automatic' && during === undefined && !isWorthwhile(shown.filter(isCovered), model))
      return { kind: 'nothing' };
    const covered = conversation.messages.filter(isCovered);
    const tokensBefore = tokensIn(outbound(turnsOf({ ...conversation, messages: shown })));
    const earlier = conversation.compaction?.summary ?? null;

    const personId = (await threads.get(EVERYONE, threadId))?.personId;
    // It was deleted a moment ago.
    if (personId === undefined) return { kind: 'nothing' };
    const done = await sideCalls.make(
      { purpose: 'compaction', threadId, runId, personId },
      model,
      worstCase(tokensBefore, model),
      async (affords) => {
        const nonce = nonceFrom(ids.next());
        const asked = { earlier, focus, affords, nonce };
        const summary = await summarise(covered, asked, model, signal, turnCaller);
        const { spent } = summary;
        if (summary.kind === 'failed')
          return { outcome: 'failed' as const, error: summary.error, spent, compaction: null };
        const draft = {
          threadId,
          uptoSeq: last.seq,
          summary: withAttachments(summary.text, covered),
          trigger,
          focus,
          tokensBefore,
          tokensAfter: 0,
          model: model.id,
          costUsd: costOfEnd(spent, model.price),
          createdAt: clock.now(),
        };
        const messages = shown.filter((message) => !isCovered(message));
        const tokensAfter = tokensIn(outbound(turnsOf({ compaction: draft, messages })));
        if (tokensAfter >= tokensBefore)
          return { outcome: 'empty' as const, error: null, spent, compaction: null };
        const compaction: Compaction = { ...draft, tokensAfter };
        const changes = [{ change: 'thread.compact', compaction }] as const;
        return { outcome: 'useful' as const, error: null, spent, compaction, changes };
      },
    );
    if (!done) return { kind: 'failed', error: TOO_EXPENSIVE };
    const { error, compaction } = done.made;
    if (error) return { kind: 'failed', error };
    if (!compaction) return { kind: 'no_shorter' };
    return done.kept ? { kind: 'compacted', compaction } : { kind: 'nothing' };
  }
}

/** A window may be full of what no summary replaces: tools, the last run, memory. */
const isWorthwhile = (covered: readonly ShownMessage[], model: Model): boolean =>
  tokensIn(outbound(covered)) >= automaticAt(model) * compactionLimits.minShare;

/** The whole transcript, estimated generously, with the longest answer to each call that it takes. */
function worstCase(tokens: number, model: Model): number {
  const read = tokens * 1.5;
  const calls = Math.max(1, Math.ceil(read / (model.contextWindow * compactionLimits.share)));
  // Each call reads its part and the summary of the parts before.
  return calls * worstOfCall(read / calls + model.outputLimit, model);
}

/** Everything before this run. */
function before(runId: RunId, messages: readonly ShownMessage[]): readonly ShownMessage[] {
  const first = messages.findIndex((message) => message.runId === runId);
  return first === -1 ? [] : messages.slice(0, first);
}

/** Everything but the last run, if that is small and not the only one. Runs stay whole, so calls keep their results. */
function coveredBy(messages: readonly ShownMessage[], { contextWindow }: Model): readonly ShownMessage[] {
  const lastRun = messages.at(-1)?.runId;
  const first = messages.findIndex(({ runId }) => runId === lastRun);
  const isSmall = tokensIn(outbound(messages.slice(first))) <= contextWindow * compactionLimits.keptShare;
  return first > 0 && isSmall ? messages.slice(0, first) : messages;
}

const TOO_EXPENSIVE: RunFailure = {
  code: 'budget',
  says: [saySide('side.summary_too_dear')],
  retryable: false,
};
