// Room: the summary of a long thread, as a row for the model. No message is changed.

import { say } from '../says.ts';
import type { Whose } from '../../../trust/people/model.ts';
import type { RunId, SessionId, ThreadId } from '../../../kernel/ids.ts';
import type { Log } from '../../../ports/log.ts';
import type { Model, ModelGateway } from '../../../ports/model.ts';
import { refuse as refuseSession } from '../../../conversation/sessions/errors.ts';
import { openKept } from '../model-for.ts';
import type { ThreadStore } from '../../../conversation/threads/store.ts';
import type { SessionStore } from '../../../conversation/sessions/store.ts';
import { refuse as refuseThread } from '../../../conversation/threads/errors.ts';
import type { Compaction } from '../../../conversation/threads/model.ts';
import { refuse } from '../errors.ts';
import type { LiveRuns } from '../live-runs.ts';
import type { Compacted, CompactionRequest, Compactor } from './compaction.ts';

export interface CompactionServiceDeps {
  readonly compactor: Compactor;
  readonly sessions: SessionStore;
  readonly threads: Pick<ThreadStore, 'settings'>;
  readonly models: ModelGateway;
  readonly live: LiveRuns;
  readonly log: Log;
}

/** Replaces messages of threads with summaries, at the owner's request and when a thread is full. */
export class CompactionService {
  readonly #deps: CompactionServiceDeps;
  /** At most one per thread. */
  readonly #compacting = new Map<ThreadId, Promise<Compacted>>();
  readonly #stop = new AbortController();

  constructor(deps: CompactionServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Replaces messages with a summary, for the model only; nothing is deleted. A second request for the same thread
   * shares the outcome of the first while that is in progress.
   * @throws Refusal session_not_found, run_in_progress, nothing_to_compact, provider_error, provider_timeout, budget,
   *   draining, disk_full
   */
  async compact(whose: Whose, sessionId: SessionId, focus: string | null): Promise<Compaction> {
    const { sessions, threads, live, models } = this.#deps;
    const session = await sessions.get(whose, sessionId);
    if (!session) throw refuseSession.session_not_found();
    const { threadId, profile } = session;
    const openThreads = async (id: ThreadId): Promise<Model> =>
      (await openKept((await threads.settings(id)).profile, models, whose)).model;
    const runId = live.runningIn(threadId);
    if (runId !== null) throw refuseThread.run_in_progress({ runId });
    if (live.draining) throw refuse.draining();
    const made = await this.#compacted({ threadId, trigger: 'manual', focus, runId: null }, () =>
      profile === null ? openThreads(threadId) : models.open(profile, whose),
    );
    if (made.kind === 'compacted') return made.compaction;
    if (made.kind === 'nothing') {
      // The thread may have been deleted meanwhile, and the session with it.
      if (!(await sessions.get(whose, sessionId))) throw refuseSession.session_not_found();
      throw refuse.nothing_to_compact();
    }
    if (made.kind === 'no_shorter') throw refuse.nothing_to_compact({}, say('runs.no_shorter'));
    const { code, says } = made.error;
    const known = code === 'provider_timeout' || code === 'budget' ? code : 'provider_error';
    throw refuse[known]({}, says);
  }

  /** Compacts a thread that its run left full. Returns at once; failures are logged. */
  afterRun(runId: RunId, threadId: ThreadId, coveredUpTo: number, model: Model): void {
    const { log } = this.#deps;
    this.#compacted({ threadId, trigger: 'automatic', focus: null, runId, coveredUpTo }, async () => model)
      .then((made) => {
        if (made.kind === 'failed') log.warn('compaction failed', { threadId, ...made.error });
      })
      .catch((error: unknown) => log.error('compaction failed', { threadId, error }));
  }

  /**
   * Compacts what came before a run that is in progress, because its model takes no more of it.
   * @returns whether it is shorter now; never rejects
   */
  async duringRun(runId: RunId, threadId: ThreadId, model: Model): Promise<boolean> {
    const { log } = this.#deps;
    const request = { threadId, trigger: 'automatic', focus: null, runId, during: runId } as const;
    try {
      const made = await this.#compacted(request, async () => model);
      if (made.kind === 'failed') log.warn('compaction failed', { threadId, ...made.error });
      return made.kind === 'compacted';
    } catch (error) {
      log.error('compaction failed', { threadId, error });
      return false;
    }
  }

  /** Stops all compactions. Resolves once they have stopped; never rejects. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#compacting.values());
  }

  #compacted(request: CompactionRequest, open: () => Promise<Model>): Promise<Compacted> {
    const { threadId } = request;
    const current = this.#compacting.get(threadId);
    if (current) return current;
    const { compactor } = this.#deps;
    const made = (async () => await compactor.compact(request, await open(), this.#stop.signal))();
    this.#compacting.set(threadId, made);
    void made.catch(() => undefined).then(() => this.#compacting.delete(threadId));
    return made;
  }
}
