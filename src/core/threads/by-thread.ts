import { refuse as refuseChanges, refusedReview } from '../changesets/errors.ts';
import { decide, type PendingSummary, type Review } from '../changesets/model.ts';
import type { ChangesetService, Reviewed, ShownSet } from '../changesets/service.ts';
import type { ChangesetStore } from '../changesets/store.ts';
import type { RunId, SessionId, ThreadId } from '../kernel/ids.ts';
import { isRefusal } from '../kernel/refusal.ts';
import { refuse as refusePrompt } from '../prompts/errors.ts';
import type { PromptService, Reply, SecretSaved } from '../prompts/service.ts';
import type { PromptStore } from '../prompts/store.ts';
import type { SessionStore } from '../sessions/store.ts';
import { refuse } from './errors.ts';
import type { ThreadStore } from './store.ts';

export interface ByThreadDeps {
  readonly threads: ThreadStore;
  readonly sessions: SessionStore;
  readonly promptStore: PromptStore;
  readonly prompts: Pick<PromptService, 'reply' | 'secretSaved'>;
  readonly changesetStore: Pick<ChangesetStore, 'pendingInThread'>;
  readonly changesets: Pick<ChangesetService, 'pending' | 'review'>;
}

export interface ShownInThread {
  /** Null when nothing waits for review, or not what was asked for. */
  readonly set: ShownSet | null;
  /** The others that wait in this thread, that of the latest run first. */
  readonly others: readonly Pick<PendingSummary, 'runId' | 'fileCount'>[];
}

/**
 * Questions and changes of a thread, for clients that do not know which of its sessions they belong to. Each is done
 * in that session, by the service that does it for the session.
 */
export class ByThread {
  readonly #deps: ByThreadDeps;

  constructor(deps: ByThreadDeps) {
    this.#deps = deps;
  }

  /** As `PromptService.reply`. @throws Refusal thread_not_found, and what that throws but session_not_found */
  async reply(threadId: ThreadId, reply: Reply): Promise<{ readonly duplicate: boolean }> {
    const session = await this.#asking(threadId, reply.promptId);
    return await unlessGone(this.#deps.prompts.reply(session, reply), nothingAsked);
  }

  /** As `PromptService.secretSaved`. @throws Refusal thread_not_found, and what that throws but session_not_found */
  async secretSaved(threadId: ThreadId, saved: SecretSaved): Promise<{ readonly duplicate: boolean }> {
    const session = await this.#asking(threadId, saved.promptId);
    return await unlessGone(this.#deps.prompts.secretSaved(session, saved), nothingAsked);
  }

  /**
   * The changes of one set of this thread, against the files as they are now: that of `runId`, or with null that of the
   * latest run that has left something to be reviewed.
   * @throws Refusal thread_not_found
   */
  async changes(threadId: ThreadId, runId: RunId | null): Promise<ShownInThread> {
    await this.#confirm(threadId);
    const sets = await this.#deps.changesetStore.pendingInThread(threadId);
    let set: ShownSet | null = null;
    for (const { sessionId } of sets.filter((one) => runId === null || one.runId === runId)) {
      set = await unlessGone(this.#deps.changesets.pending(sessionId), () => null);
      if (set) break;
    }
    const others = sets.filter((one) => one.runId !== (set?.runId ?? runId) && one.fileCount > 0);
    return { set, others: others.map(({ runId: run, fileCount }) => ({ runId: run, fileCount })) };
  }

  /**
   * As `ChangesetService.review`, of the set that the review names. Where several wait, each has its own run; to take
   * all of them back is to begin with the latest.
   * @throws Refusal thread_not_found, and what that throws but session_not_found
   */
  async review(threadId: ThreadId, review: Review): Promise<Reviewed> {
    await this.#confirm(threadId);
    const sets = await this.#deps.changesetStore.pendingInThread(threadId);
    const set = sets.find(({ runId }) => runId === review.runId) ?? sets[0];
    if (set) return await unlessGone(this.#deps.changesets.review(set.sessionId, review), nothingWaits);
    const isRunning = (await this.#deps.threads.activity([threadId])).get(threadId)?.activeRunId != null;
    const outcome = decide(null, review, isRunning);
    if ('refused' in outcome) throw refusedReview(outcome, null);
    return nothingWaits();
  }

  /** Which session asks what is to be answered. @throws Refusal thread_not_found, prompt_not_found, no_pending_prompt */
  async #asking(threadId: ThreadId, promptId: Reply['promptId']): Promise<SessionId> {
    await this.#confirm(threadId);
    if (promptId === null) {
      const activity = (await this.#deps.threads.activity([threadId])).get(threadId);
      if (!activity?.pendingPrompt) throw refusePrompt.no_pending_prompt();
      return activity.pendingPrompt.sessionId;
    }
    const prompt = await this.#deps.promptStore.get(promptId);
    const session = prompt && (await this.#deps.sessions.get(prompt.sessionId));
    if (session?.threadId !== threadId) throw refusePrompt.prompt_not_found();
    return session.sessionId;
  }

  async #confirm(threadId: ThreadId): Promise<void> {
    if (!(await this.#deps.threads.get(threadId))) throw refuse.thread_not_found();
  }
}

function nothingAsked(): never {
  throw refusePrompt.no_pending_prompt();
}

function nothingWaits(): never {
  throw refuseChanges.no_changeset({ runId: null });
}

/** A session that was found may be deleted before it is asked: then what was in it is gone, too. */
async function unlessGone<T, Otherwise>(
  asked: Promise<T>,
  otherwise: () => Otherwise,
): Promise<T | Otherwise> {
  try {
    return await asked;
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'session_not_found') throw error;
    return otherwise();
  }
}
