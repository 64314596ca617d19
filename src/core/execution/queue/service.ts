import { EVERYONE, byPerson, type Whose } from '../../trust/people/model.ts';
import {
  queuedTaskId as asQueuedTaskId,
  type PersonId,
  type QueuedTaskId,
  type RunId,
  type ThreadId,
} from '../../kernel/ids.ts';
import type { AttachmentService } from '../../workspace/attachments/service.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import type { ModelGateway } from '../../ports/model.ts';
import { refuse as refuseRun } from '../runs/errors.ts';
import type { RunService } from '../runs/service.ts';
import type { SessionService } from '../../conversation/sessions/service.ts';
import { refuse as refuseThread, threadGoneOr } from '../../conversation/threads/errors.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import type { UnreadChange } from '../../conversation/unread/changes.ts';
import type { QueueChange, QueueStore, SentTask } from './store.ts';
import { refuse } from './errors.ts';
import { queueLimits } from './limits.ts';
import { heldAfter, type Queue, type QueuedTask } from './model.ts';
import type { PlacesOfRuns } from './port.ts';

export interface QueueServiceParts {
  readonly journal: Journal<QueueChange | UnreadChange>;
  readonly store: QueueStore;
  readonly threads: Pick<ThreadStore, 'get'>;
  readonly sessions: Pick<SessionService, 'create'>;
  readonly runs: Pick<RunService, 'start'>;
  readonly places: PlacesOfRuns;
  readonly attachments: Pick<AttachmentService, 'at'>;
  readonly models: ModelGateway;
  /** Masks the values of secrets in a task before it is stored. */
  readonly masked: Masked;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

export interface TaskToQueue {
  readonly task: string;
  readonly profile: string | null;
  /** Paths of files of the workspace; absent: none. */
  readonly attachments?: readonly string[];
  /** Scoped to the thread, kept for 24 hours. */
  readonly idempotencyKey: string | null;
}

/** A task that was sent: it waits at `position`, from 1, or has started as `runId` (then the position is 0). */
export interface Sent {
  readonly queuedTaskId: QueuedTaskId;
  readonly position: number;
  readonly runId: RunId | null;
}

/**
 * Tasks that wait until the run of their thread has ended. A task leaves its queue in the commit that starts its run, so
 * it starts once, and none is lost.
 */
export class QueueService {
  readonly #parts: QueueServiceParts;
  readonly #working = new OneAtATime<ThreadId>();
  /** Held, but the disk could not take it. */
  readonly #stuck = new Set<ThreadId>();

  constructor(parts: QueueServiceParts) {
    this.#parts = parts;
  }

  /**
   * For startup: work does not start by itself after a crash, so what waits is held. Afterwards queues go on when the
   * runs before them end.
   * @throws the errors of the journal
   */
  async begin(): Promise<void> {
    const { journal, store, places, log } = this.#parts;
    places.whenFree((threadId) => {
      this.#working
        .run(threadId, () => this.#goOn(threadId))
        .catch((error: unknown) => log.error('a queue could not go on', { threadId, error }));
    });
    if (await store.isAnyWaiting()) await journal.commit([{ change: 'queue.hold-all', why: 'restarted' }]);
  }

  /**
   * Adds a task to the queue of a thread; resolves once it is on disk. It starts at once if it can. With an idempotency
   * key that was already used for the same task, returns what became of that.
   * @throws Refusal thread_not_found, queue_full, idempotency_mismatch, draining, profile_unknown, provider_incomplete,
   *   attachment_not_found, attachment_unusable
   */
  async add(
    whose: Whose,
    threadId: ThreadId,
    { task: given, profile, attachments: named = [], idempotencyKey }: TaskToQueue,
  ): Promise<Sent> {
    const { journal, store, threads, places, models, masked, ids, clock, expiry } = this.#parts;
    const task = masked(given.toWellFormed(), whose);
    if (profile !== null) await models.open(profile, whose);
    const attachments = [...new Set(named)];
    return await this.#working.run(threadId, async () => {
      const thread = await threads.get(whose, threadId);
      if (!thread) throw refuseThread.thread_not_found();
      const at = clock.now();
      if (idempotencyKey !== null) {
        const earlier = await store.byKey(threadId, idempotencyKey, expiry.past(DAY_MS).before);
        if (earlier) return await this.#same(threadId, earlier, { task, profile, attachments });
      }
      // Attachments are read when the task starts; a file that is missing now is a mistake of the caller.
      await this.#parts.attachments.at(thread.personId, attachments);
      if (places.draining) throw refuseRun.draining();
      const { tasks } = await store.queueOf(threadId);
      if (tasks.length >= queueLimits.tasks) throw refuse.queue_full({ limit: queueLimits.tasks });
      const queuedTaskId = asQueuedTaskId(ids.next());
      const queued: QueuedTask = { queuedTaskId, threadId, task, profile, attachments, createdAt: at };
      const forget = { change: 'queue.forget-keys', past: expiry.past(DAY_MS) } as const;
      await journal
        .commit([
          ...(idempotencyKey === null ? [] : [forget]),
          { change: 'queue.add', task: queued, idempotencyKey },
          { change: 'thread.seen', threadId },
        ])
        .catch(async (error: unknown) => {
          throw await threadGoneOr(error, threadId, threads);
        });
      const started = await this.#startNext(threadId);
      if (started?.queuedTaskId === queuedTaskId) return { queuedTaskId, position: 0, runId: started.runId };
      return { queuedTaskId, position: await this.#positionOf(threadId, queuedTaskId), runId: null };
    });
  }

  /** @throws Refusal thread_not_found */
  async get(whose: Whose, threadId: ThreadId): Promise<Queue> {
    if (!(await this.#parts.threads.get(whose, threadId))) throw refuseThread.thread_not_found();
    return await this.#queueOf(threadId);
  }

  /** @throws Refusal thread_not_found, queued_task_not_found */
  async remove(whose: Whose, threadId: ThreadId, queuedTaskId: QueuedTaskId): Promise<void> {
    const { journal, threads } = this.#parts;
    if (!(await threads.get(whose, threadId))) throw refuseThread.thread_not_found();
    await journal.commit([{ change: 'queue.remove', threadId, queuedTaskId }]).catch((error: unknown) => {
      throw isJournalConflict(error) ? refuse.queued_task_not_found() : error;
    });
  }

  /**
   * Lets a held queue go on; repeatable.
   * @returns the run that has started, if the thread was free and a task waited
   * @throws Refusal thread_not_found
   */
  async resume(whose: Whose, threadId: ThreadId): Promise<RunId | null> {
    const { journal, threads, store } = this.#parts;
    return await this.#working.run(threadId, async () => {
      if (!(await threads.get(whose, threadId))) throw refuseThread.thread_not_found();
      this.#stuck.delete(threadId);
      if ((await store.queueOf(threadId)).heldBy !== null)
        await journal.commit([{ change: 'queue.resume', threadId }]);
      return (await this.#startNext(threadId))?.runId ?? null;
    });
  }

  /** After a run has ended, or could not start. */
  async #goOn(threadId: ThreadId): Promise<void> {
    const { store, places } = this.#parts;
    // After a stop, the next start holds what waits.
    if (places.draining) return;
    const { tasks, heldBy } = await this.#queueOf(threadId);
    if (tasks.length === 0 || heldBy !== null || places.runningIn(threadId) !== null) return;
    const last = await store.lastRun(threadId);
    const why = last && heldAfter(last);
    if (why === null) await this.#startNext(threadId);
    else await this.#hold(threadId, why);
  }

  /** Starts the oldest task, unless the queue is held or a run is in progress. */
  async #startNext(
    threadId: ThreadId,
  ): Promise<{ readonly queuedTaskId: QueuedTaskId; readonly runId: RunId } | null> {
    const { places, runs, log } = this.#parts;
    for (let again = 3; ; again--) {
      const { tasks, heldBy } = await this.#queueOf(threadId);
      const [next] = tasks;
      if (!next || heldBy !== null || places.draining || places.runningIn(threadId) !== null) return null;
      const { queuedTaskId, task, profile, attachments } = next;
      const personId = (await this.#parts.threads.get(EVERYONE, threadId))?.personId;
      if (personId === undefined) return null;
      try {
        const request = {
          task,
          profile,
          attachments,
          idempotencyKey: null,
          startedBy: byPerson(personId),
          fromQueue: queuedTaskId,
        };
        return { queuedTaskId, runId: await runs.start(await this.#sessionFor(threadId, personId), request) };
      } catch (error) {
        if (isRefusal(error) && (error.code === 'run_in_progress' || error.code === 'draining')) return null;
        // It may have been removed, or its session or thread deleted, while it was about to start.
        const left = await this.#queueOf(threadId);
        const isSessionGone = isRefusal(error) && error.code === 'session_not_found';
        if (left.tasks[0]?.queuedTaskId !== queuedTaskId || (isSessionGone && again > 0)) continue;
        log.warn('a queued task could not start', { threadId, error });
        await this.#hold(threadId, isRefusal(error) ? error.code : 'internal');
        return null;
      }
    }
  }

  async #sessionFor(threadId: ThreadId, person: PersonId) {
    const { store, sessions } = this.#parts;
    return (await store.sessionFor(threadId)) ?? (await sessions.create(person, threadId, null)).sessionId;
  }

  async #hold(threadId: ThreadId, why: string): Promise<void> {
    // On a full disk the queue must not try to start again and again.
    this.#stuck.add(threadId);
    await this.#parts.journal.commit([{ change: 'queue.hold', threadId, why }]);
    this.#stuck.delete(threadId);
  }

  async #queueOf(threadId: ThreadId): Promise<Queue> {
    const queue = await this.#parts.store.queueOf(threadId);
    return this.#stuck.has(threadId) && queue.heldBy === null ? { ...queue, heldBy: 'storage_error' } : queue;
  }

  async #same(
    threadId: ThreadId,
    earlier: SentTask,
    asked: Pick<SentTask, 'task' | 'profile' | 'attachments'>,
  ): Promise<Sent> {
    const { queuedTaskId, runId } = earlier;
    const isSame =
      earlier.task === asked.task &&
      earlier.profile === asked.profile &&
      JSON.stringify(earlier.attachments) === JSON.stringify(asked.attachments);
    if (!isSame) throw refuseRun.idempotency_mismatch();
    if (runId !== null) return { queuedTaskId, position: 0, runId };
    return { queuedTaskId, position: await this.#positionOf(threadId, queuedTaskId), runId };
  }

  async #positionOf(threadId: ThreadId, id: QueuedTaskId): Promise<number> {
    const { tasks } = await this.#parts.store.queueOf(threadId);
    return tasks.findIndex(({ queuedTaskId }) => queuedTaskId === id) + 1;
  }
}
