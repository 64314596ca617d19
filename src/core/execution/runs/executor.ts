import { isRefusal } from '../../kernel/refusal.ts';
import { runLimits } from './limits.ts';
import { nonceFrom } from '../../trust/untrusted/untrusted.ts';
import type { AttachmentService } from '../../workspace/attachments/service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { RunWrite } from './store.ts';
import type { Model } from '../../ports/model.ts';
import { offeredIn } from './offered-tools.ts';
import type { ToolBox } from './port.ts';
import type { ChangesetStore } from '../../workspace/changesets/store.ts';
import type { MemoryService } from '../../knowledge/memory/service.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import type { RevertedFiles } from '../../workspace/changesets/port.ts';
import { conversationIn, lastOf, turnsOf, type Conversation } from './window/conversation.ts';
import { heardBy } from './window/heard.ts';
import { noteOnProfile } from './window/profile-gone.ts';
import { instructionsSection, notesOn } from './window/instructions.ts';
import type { Turn } from './window/outbound.ts';
import type { CompactionService } from './compaction/service.ts';
import type { RunEnding } from './ending.ts';
import { changesEvent, terminalEvent, type RunTotals } from './events.ts';
import type { LiveRun } from './live-runs.ts';
import type { Loop, LoopResult } from './loop/loop.ts';
import type { Spending } from './loop/spending.ts';
import { rememberedFor } from './window/remembered.ts';
import { tailOf } from './window/told-moment.ts';
import {
  endTime,
  whyOfEnd,
  refusedRun,
  runErrorOf,
  STORAGE_LEFT,
  statusAfter,
  type Run,
  type RunFailure,
} from './model.ts';
import { sayEnd } from './says.ts';
import { keptTold } from '../../knowledge/told/model.ts';
import type { Told } from '../../ports/told.ts';
import { CALLS_APIS } from './window/first-request.ts';
import { apiChars, systemPrompt } from './window/system-prompt.ts';
import type { Words } from '../../ports/words.ts';

export interface RunExecutorDeps {
  readonly words: Words;
  readonly loop: Loop;
  readonly ending: RunEnding;
  readonly threads: ThreadStore;
  readonly attachments: Pick<AttachmentService, 'shown'>;
  readonly memory: Pick<MemoryService, 'of'>;
  readonly toolBox: ToolBox;
  /** The section of the system prompt about registered APIs. Read once per run, so that it is constant within one. */
  readonly registeredApis: (maxChars: number) => Promise<string>;
  readonly compactions: Pick<CompactionService, 'duringRun'>;
  readonly spending: Spending;
  readonly changesets: Pick<ChangesetStore, 'pendingIn'>;
  readonly revertedFiles: RevertedFiles;
  readonly ids: Ids;
  readonly clock: Clock;
  /** As IANA names it: the one in which a model is told the time. */
  readonly localTimeZone: () => string;
  readonly log: Log;
}

/** What the work after a run needs to know about it. */
export interface ExecutedRun {
  /** The run ended by itself, with an answer. */
  readonly answered: boolean;
  readonly occupiedTokens: number;
  /** `seq` of the last message that a summary covered when `occupiedTokens` was measured; 0 without a summary. */
  readonly coveredUpTo: number;
}

/** Executes runs that have been started. */
export class RunExecutor {
  readonly #deps: RunExecutorDeps;

  constructor(deps: RunExecutorDeps) {
    this.#deps = deps;
  }

  /**
   * Executes a run to its end. Nothing comes of its first model call before `live.started`; if that rejects, nothing is
   * done. Never rejects. A run whose loop fails is ended from what the store has of it. If
   * that fails too, it stays `running` in the store until the next reader, run or start ends it.
   */
  async execute(live: LiveRun, run: Run, model: Model): Promise<ExecutedRun> {
    const deps = this.#deps;
    const { earlier } = live;
    const startedAt = deps.clock.monotonic() - (earlier?.elapsedMs ?? 0);
    const { background, replay } = live.request;
    if (background) deps.spending.limit(run.runId, background.ceilingUsd);
    try {
      const nonce = nonceFrom(deps.ids.next());
      const [conversation, remembered] = await Promise.all([
        this.#conversationOf(live),
        rememberedFor(run.startedBy.personId, run.task, nonce, deps, {
          contextWindow: model.contextWindow,
          ...(replay ? { before: replay.before } : {}),
        }),
      ]);
      if (!replay) await this.#announceCompactions(live);
      await this.#keepTold(live, remembered?.told ?? []);
      const instructions = instructionsSection(live.instructions);
      const apis = await deps.registeredApis(apiChars(model, instructions));
      // It is unknown which parts of a profile the owner wrote, and which a model copied from a page.
      live.hasUntrustedContent =
        apis !== '' || (remembered?.hasUntrustedContent ?? false) || background?.isTaskOfAgent === true;
      const messages = await deps.attachments.shown(run.startedBy.personId, conversation.messages);
      const thread = turnsOf({ ...conversation, messages });
      const result = await deps.loop.run({
        live,
        model,
        started: live.started,
        system: systemPrompt(instructions, apis),
        tools: live.offered(offeredIn(deps.toolBox)),
        switches: live.switches,
        asked: [...(background?.only ?? []), ...(apis === '' ? [] : [CALLS_APIS])],
        turns: runLimits.turns,
        cacheKey: live.threadId,
        nonce,
        tail: tailOf(replay?.before ?? run.createdAt, deps.localTimeZone(), remembered?.tail),
        promptHasUntrustedContent: live.hasUntrustedContent,
        thread,
        notes:
          earlier === null
            ? [...notesOn(live.instructions, deps.words), ...noteOnProfile(live, deps.words)]
            : [],
        heard: () => heardBy(live, deps.threads),
        ...(background || replay ? {} : { summarise: () => this.#summarised(live, model) }),
        spending: deps.spending,
        ...(earlier === null ? {} : { earlier }),
        ...(replay ? { calls: replay.calls } : {}),
      });
      // Aborted sub-agents take a moment to end, and their cost belongs to this run.
      await Promise.all(live.agents);
      if (result.isSuspended) {
        // What was streamed is stored before its readers are let go.
        await live.log.record([]);
        deps.spending.release(run.runId, null);
        live.log.close();
        return NOTHING;
      }
      // Each wait is rounded.
      const durationMs = Math.max(0, Math.round(deps.clock.monotonic() - startedAt) - live.waitMs);
      await this.#finish(live, result, { durationMs, endedAt: endTime(run, deps.clock.now()) });
      deps.spending.release(run.runId, live.spentUsd + live.agentsUsd);
      live.log.close();
      const { outcome, occupiedTokens } = result;
      const answered = outcome.kind === 'done' && outcome.stopReason === 'end_turn';
      return { answered, occupiedTokens, coveredUpTo: conversation.compaction?.uptoSeq ?? 0 };
    } catch (error) {
      if (!(await hasStarted(live))) {
        // The model may have been asked meanwhile.
        deps.spending.release(run.runId, live.spentUsd);
        return NOTHING;
      }
      deps.log.error('run failed', { runId: run.runId, error });
      // Nothing of the run may go on after its end.
      live.abort('fault');
      await Promise.all(live.agents);
      // Text streamed a moment ago can still be stored, unless the journal is what failed.
      await live.log.record([]).catch(() => undefined);
      live.log.close(await deps.ending.end(run, failureOf(error)));
      deps.spending.release(run.runId, null);
      return NOTHING;
    }
  }

  /** Background work is not sent what other runs of its thread said. */
  async #conversationOf(live: LiveRun): Promise<Conversation> {
    const { threads } = this.#deps;
    if (live.request.replay) return live.request.replay.conversation;
    if (!live.request.background) return await conversationIn(live.threadId, threads);
    if (live.earlier === null) return await lastOf(live.threadId, threads);
    return { compaction: null, messages: await heardBy(live, threads) };
  }

  /** The conversation with what came before this run summarised, and those who follow the run told so. */
  async #summarised(live: LiveRun, model: Model): Promise<readonly Turn[] | null> {
    const { threads, attachments, compactions } = this.#deps;
    // What the run has said by now is part of it.
    await live.log.record([], [], 'written');
    if (!(await compactions.duringRun(live.runId, live.threadId, model))) return null;
    await this.#announceCompactions(live);
    const conversation = await conversationIn(live.threadId, threads);
    return turnsOf({
      ...conversation,
      messages: await attachments.shown(live.standing.personId, conversation.messages),
    });
  }

  /**
   * Summaries are made after streams have ended, some while another run is under way. The next run to start announces
   * them, once: the announcement and the mark that it was made share a commit.
   */
  async #announceCompactions({ log, threadId }: LiveRun): Promise<void> {
    const { threads, clock } = this.#deps;
    const unannounced = await threads.unannouncedCompactions(threadId);
    if (unannounced.length === 0) return;
    const at = clock.now();
    await log.record(
      unannounced.map(({ trigger, tokensBefore, tokensAfter }) => ({
        type: 'compaction',
        data: { trigger, tokensBefore, tokensAfter },
      })),
      unannounced.map((compaction) => ({ change: 'thread.compaction-announced', compaction, at })),
      'written',
    );
  }

  /** On disk before the model is told. */
  async #keepTold(live: LiveRun, told: readonly Told[]): Promise<void> {
    const kept = keptTold(live, null, told, this.#deps.clock.now());
    if (kept.length > 0) await live.log.record([], kept, 'written');
  }

  async #finish(
    live: LiveRun,
    result: LoopResult,
    { durationMs, endedAt }: { readonly durationMs: number; readonly endedAt: number },
  ): Promise<void> {
    const { words } = this.#deps;
    const { outcome, usage } = result;
    const { runId, waitMs, spentUsd, priceKnown } = live;
    const why = whyOfEnd(outcome);
    const totals = { usage, costUsd: spentUsd, priceKnown, durationMs };
    const end: RunWrite = {
      change: 'run.end',
      runId,
      status: statusAfter(outcome),
      stopReason: outcome.kind === 'done' ? outcome.stopReason : null,
      error: why && runErrorOf(why, words),
      totals,
      waitMs,
      endedAt,
    };
    // An aborted call does not wait for its prompt to expire.
    const withdrawn: RunWrite = { change: 'prompt.expire', which: { runId }, at: endedAt };
    // The changes of its thread are not those of a replay.
    const set = live.isReplay ? null : await this.#deps.changesets.pendingIn(live.threadId);
    const isCutOff = outcome.kind !== 'done' || outcome.stopReason === 'aborted';
    const changes = changesEvent(live, set && (await this.#deps.revertedFiles.settle(set, isCutOff)));
    await live.log.record(
      [...result.events, ...changes, terminalEvent(runId, outcome, withAgents(totals, live), words)],
      [...result.changes, withdrawn, end],
    );
  }
}

const NOTHING: ExecutedRun = { answered: false, occupiedTokens: 0, coveredUpTo: 0 };

const hasStarted = async ({ started }: LiveRun): Promise<boolean> =>
  await started.then(
    () => true,
    () => false,
  );

/** The row of the run holds only its own turns; its sub-agents have their own rows. */
const withAgents = (totals: RunTotals, { agentsUsd }: LiveRun): RunTotals => ({
  ...totals,
  costUsd: totals.costUsd + agentsUsd,
});

/** Losing the storage interrupts a run, as the end of the process does. */
function failureOf(error: unknown): RunFailure {
  if (!isRefusal(error)) return { code: 'internal', says: [sayEnd('run.broke')], retryable: false };
  return error.code === 'storage_unavailable' ? STORAGE_LEFT : refusedRun(error);
}
