import { EVERYONE, isOf, type Whose, type WhyOut } from '../../trust/people/model.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import {
  runId as asRunId,
  type PersonId,
  type RunId,
  type SessionId,
  type ThreadId,
} from '../../kernel/ids.ts';
import { aborted } from '../../kernel/abort.ts';
import { runLimits } from './limits.ts';
import { givenOf } from '../../instance/instructions/model.ts';
import type { Past } from '../../instance/expiry/model.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import type { AttachmentService } from '../../workspace/attachments/service.ts';
import type { Attachment } from '../../conversation/threads/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import type { MachineBoot } from '../../ports/machine-boot.ts';
import { isFree, type Model, type ModelGateway } from '../../ports/model.ts';
import type { Session } from '../../conversation/sessions/model.ts';
import type { SessionStore } from '../../conversation/sessions/store.ts';
import { refuse as refuseSession } from '../../conversation/sessions/errors.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { HeldThreads } from '../../conversation/threads/port.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import type { TurnVersions } from './port.ts';
import { refuse, refuseWork } from './errors.ts';
import type { RunStore, RunWrite } from './store.ts';
import type { Failure, RunEnding } from './ending.ts';
import { say, sayEnd } from './says.ts';
import type { Spending } from './loop/spending.ts';
import type { SideCalls } from './side-call.ts';
import type { AfterRun } from './after-run.ts';
import type { RunExecutor } from './executor.ts';
import type { StreamedEvent } from './events.ts';
import { LiveRun, type LiveRuns } from './live-runs.ts';
import { INTERRUPTED, type GivenToRun, type Run, type RunFailure } from './model.ts';
import { replay } from './replay.ts';
import { ownRecordOf } from './replays/own-record.ts';
import type { Recordings } from './replays/recording.ts';
import type { Resuming } from './resume/resuming.ts';
import type { RunRequest } from './request.ts';
import { RunLog } from './run-log.ts';
import { fittingInstructions } from './window/instructions.ts';
import { modelFor } from './model-for.ts';
import { newRun, requestOf, sameRun, startChanges } from './start.ts';

export interface RunServiceDeps {
  readonly journal: Journal<RunWrite>;
  readonly runs: RunStore;
  readonly sessions: SessionStore;
  /** What the configuration has for all conversations of this person: the instructions there are its owner's words. */
  readonly instructions: (person: PersonId) => string | null;
  readonly threads: ThreadStore;
  readonly versions: Pick<TurnVersions, 'another'>;
  readonly models: ModelGateway;
  readonly live: LiveRuns;
  readonly holds: HeldThreads;
  readonly executor: RunExecutor;
  readonly afterRun: AfterRun;
  readonly ending: RunEnding;
  readonly resuming: Resuming;
  readonly recordings: Recordings;
  readonly sideCalls: SideCalls;
  readonly spending: Pick<Spending, 'keep' | 'release'>;
  readonly attachments: Pick<AttachmentService, 'at'>;
  readonly whyOut: WhyOut;
  /** Masks the values of secrets in a task before it is stored. */
  readonly masked: Masked;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly boot: Pick<MachineBoot, 'id'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts runs, follows them, stops them, and ends those that a crash cut off. */
export class RunService {
  readonly #deps: RunServiceDeps;
  /** Runs whose start was refused by the disk, although the store may have it. */
  readonly #neverRan = new Set<RunId>();

  constructor(deps: RunServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts a run; resolves once the task is on disk. With an idempotency key that was already used for the same task,
   * returns the id of that first run.
   * @throws Refusal session_not_found, run_in_progress, idempotency_mismatch, draining, provider_incomplete,
   *   attachment_not_found, attachment_unusable, message_not_found, person_disabled, own_erasure_running,
   *   disk_full
   */
  async start(sessionId: SessionId, asked: RunRequest): Promise<RunId> {
    const { opening } = asked;
    const whose = asked.startedBy.personId;
    const session = opening?.session ?? (await this.#deps.sessions.get(whose, sessionId));
    if (!session) throw refuseSession.session_not_found();
    const masked = (text: string) => this.#deps.masked(text.toWellFormed(), whose);
    const request = {
      ...asked,
      task: masked(asked.task),
      ...(asked.material === undefined ? {} : { material: masked(asked.material) }),
      ...(asked.modelsMaterial === undefined ? {} : { modelsMaterial: masked(asked.modelsMaterial) }),
      ...(await this.#profileOf(asked, session)),
    };
    const earlier = await this.#startedBefore(session, request);
    if (earlier !== null) return earlier;
    // Before the thread has a place for it: a task without its files must not start.
    const attachments = await this.#deps.attachments.at(
      request.startedBy.personId,
      request.attachments ?? [],
    );
    const { threadId } = session;
    for (let before = await this.#toldEnd(threadId); before !== null || this.#deps.holds.isHeld(threadId);) {
      await before?.ended;
      await this.#deps.holds.released(threadId);
      // The session may have been deleted while its thread was held.
      if (!opening && !(await this.#deps.sessions.get(whose, sessionId)))
        throw refuseSession.session_not_found();
      before = await this.#toldEnd(threadId);
    }
    if (this.#deps.live.draining) throw refuse.draining();
    refuseWork(this.#deps.whyOut(whose));
    const busy = this.#deps.live.inThread(threadId);
    if (busy) return await sameStart(busy, sessionId, request);
    const runId = asked.runId ?? asRunId(this.#deps.ids.next());
    // No await between the last check of the hold and the entry in the map: of two requests for one thread, exactly one
    // gets the place.
    const { journal, runs, clock } = this.#deps;
    const live = new LiveRun({ runId, sessionId, threadId, request, startedAt: clock.now() }, (self) => {
      return new RunLog(runId, { journal, store: runs, clock, onFailure: () => self.abort('storage') });
    });
    return await this.#begun(live, attachments);
  }

  /**
   * Runs an ended run once more, by another model or profile, with the results that its calls had: nothing outside of the
   * model is asked, and nothing changes but the record of the replay. Its cost counts for the ceilings. Of a replay, the
   * run that it repeats is replayed. Resolves once it is on disk.
   * @throws Refusal run_not_found, run_not_ended, recording_incomplete, too_many_replays, draining, provider_incomplete,
   *   profile_unknown, person_disabled, own_erasure_running, disk_full
   */
  async replay(named: RunId, by: ReplayRequest): Promise<RunId> {
    const { recordings, live: lives, holds, journal, runs, clock, ids } = this.#deps;
    const { run: of, replayed: replay } = await recordings.of(by.startedBy.personId, named);
    const { sessionId, threadId, task, attachments } = of;
    if (threadId === null) throw refuse.run_not_found();
    while (holds.isHeld(threadId)) await holds.released(threadId);
    if (lives.draining) throw refuse.draining();
    refuseWork(this.#deps.whyOut(by.startedBy.personId));
    const own = lives.all().filter((live) => live.isReplay && ofTheirs(by.startedBy.personId, live));
    if (own.length >= runLimits.replays) throw refuse.too_many_replays();
    const runId = asRunId(ids.next());
    const request = { ...by, task, idempotencyKey: null, replay };
    const live = new LiveRun({ runId, sessionId, threadId, request, startedAt: clock.now() }, (self) => {
      const onFailure = () => self.abort('storage');
      return new RunLog(runId, { journal: ownRecordOf(journal), store: runs, clock, onFailure });
    });
    return await this.#begun(live, attachments);
  }

  /** Takes its place at once: no await may come between the caller's last check and this. */
  async #begun(live: LiveRun, attachments: readonly Attachment[]): Promise<RunId> {
    const { runId } = live;
    this.#deps.live.add(live);
    const launched = this.#launch(live, attachments);
    live.started = launched.then(() => undefined);
    live.ended = launched.then(
      ({ ended }) => ended,
      () => undefined,
    );
    try {
      await live.started;
    } catch (error) {
      live.abort('storage');
      live.log.close({ thrown: error });
      // What was kept for it is free again.
      this.#deps.spending.release(runId, 0);
      // If its sync failed, it may be in the store nevertheless.
      if (isRefusal(error) && (error.code === 'storage_error' || error.code === 'disk_full'))
        this.#neverRan.add(runId);
      throw error;
    } finally {
      void live.ended.then(() => this.#deps.live.remove(live));
    }
    return runId;
  }

  /**
   * The events of a run after `after`, in batches, live if the run is live, up to and including the terminal one. A
   * `ReplayGap` replaces events that a loss of power took. Closing the stream or aborting `signal` does not affect the
   * run. May be called any number of times.
   * @throws Refusal run_not_found, and of a run that is starting what kept it from that
   */
  async follow(
    whose: Whose,
    runId: RunId,
    after: number,
    signal: AbortSignal,
  ): Promise<AsyncIterable<readonly StreamedEvent[]>> {
    const live = ofTheirs(whose, this.#deps.live.get(runId));
    if (live) {
      // Nothing of a run is told before its task is on disk.
      await live.started;
      return live.log.follow(after, signal);
    }
    const run = await this.#deps.runs.get(whose, runId);
    if (!run || run.threadId === null) throw refuse.run_not_found();
    const failure = await this.#endedIfLeft(run);
    return replay(runId, after, signal, failure, this.#deps.runs);
  }

  /**
   * Asks the run of a session to stop; with `named`, only that run, so a repeated request never stops the next one.
   * @throws Refusal session_not_found, not_running
   */
  async abort(whose: Whose, sessionId: SessionId, named: RunId | null): Promise<RunId> {
    const stopped = stop(ofTheirs(whose, this.#deps.live.inSession(sessionId)), named);
    if (stopped) return stopped;
    if (!(await this.#deps.sessions.get(whose, sessionId))) throw refuseSession.session_not_found();
    throw refuse.not_running();
  }

  /**
   * The same for the run of a thread, whichever of its sessions started it.
   * @throws Refusal thread_not_found, not_running
   */
  async abortIn(whose: Whose, threadId: ThreadId, named: RunId | null): Promise<RunId> {
    const stopped = stop(ofTheirs(whose, this.#deps.live.inThread(threadId)), named);
    if (stopped) return stopped;
    if (!(await this.#deps.threads.get(whose, threadId))) throw refuseThread.thread_not_found();
    throw refuse.not_running();
  }

  /**
   * A run as it is stored; null if there is none. One that no process executes any more has ended, unless the disk
   * cannot take its end.
   */
  async get(whose: Whose, runId: RunId): Promise<Run | null> {
    const isLive = this.#deps.live.isLive(runId);
    const run = await this.#deps.runs.get(whose, runId);
    if (!run || isLive || run.status !== 'running') return run;
    await this.#endedIfLeft(run);
    return await this.#deps.runs.get(whose, runId);
  }

  /** Its end could not be written because the disk was full: then it is written now. Reading works either way. */
  async #endedIfLeft(run: Run): Promise<Failure | null> {
    if (run.status !== 'running' || (await this.#isForNextEngine(run))) return null;
    return await this.#deps.ending.end(run, this.#whyStale(run));
  }

  async #isForNextEngine({ runId }: Run): Promise<boolean> {
    const { resuming, live, runs } = this.#deps;
    return resuming.isLeft(runId) || (live.draining && (await runs.resumable(runId)) !== null);
  }

  /**
   * Asks this run to stop, a replay, too. Repeatable while it ends.
   * @throws Refusal run_not_found, not_running
   */
  async stop(whose: Whose, runId: RunId): Promise<void> {
    const live = ofTheirs(whose, this.#deps.live.get(runId));
    if (live) live.abort('user');
    else throw (await this.#deps.runs.get(whose, runId)) ? refuse.not_running() : refuse.run_not_found();
  }

  countOf(whose: Whose): number {
    return this.#deps.live.countOf(whose);
  }

  get liveCount(): number {
    return this.#deps.live.liveCount;
  }

  /**
   * For startup, before anything is served. Expires every prompt, because no call waits for it, and ends the runs and
   * side calls that the last process left unfinished, except runs that asked to go on after a restart: those do after
   * `goOn`. A run that cannot be read is skipped, so that the engine still starts.
   * @throws Refusal disk_full, storage_error
   */
  async recover(isLasting = true): Promise<void> {
    const at = this.#deps.clock.now();
    await this.#deps.journal.commit([
      { change: 'idempotency.forget', past: this.#pastKeys },
      { change: 'prompt.expire', which: 'all', at },
    ]);
    for (const run of await this.#deps.runs.unfinished()) {
      const why = await this.#deps.resuming.take(run, isLasting);
      if (why === null) continue;
      const failure = await this.#deps.ending.end(run, why);
      if (isRefusal(failure?.thrown)) throw failure.thrown;
      if (!failure) this.#deps.log.info('run was interrupted by the last stop', { runId: run.runId });
    }
    const { resuming, live } = this.#deps;
    await this.#deps.sideCalls.endLeftovers((runId) => resuming.isLeft(runId) || live.isLive(runId));
  }

  /** Once the engine serves: goes on with the runs that the last process left. Waits for nothing. */
  goOn(): void {
    this.#deps.resuming.begin();
  }

  /**
   * Goes on in this process with a run that an engine that does not stay had left for another one. Does nothing for any
   * other run. Repeatable.
   */
  async takeUp(runId: RunId): Promise<void> {
    const { resuming, live, runs, ending } = this.#deps;
    if (!resuming.isLeft(runId) || live.draining) return;
    const run = await runs.get(EVERYONE, runId);
    if (run?.status !== 'running') return;
    const why = await resuming.take(run, true);
    if (why !== null) await ending.end(run, why);
  }

  /** For shutdown: takes no new work, ends what runs as interrupted, and waits at most `ms` for that. */
  async drain(ms: number): Promise<void> {
    const { live, afterRun, clock } = this.#deps;
    const ended = live.drain();
    const deadline = clock.deadline(ms);
    await Promise.race([Promise.all([ended, afterRun.stop()]), aborted(deadline.signal)]);
    deadline.cancel();
  }

  /**
   * The run of a thread whose end is readable before it is synced; null if there is none. A client that has read that end may
   * start the next run, which then waits for the sync.
   */
  async #toldEnd(threadId: ThreadId): Promise<LiveRun | null> {
    const { live, runs } = this.#deps;
    const busy = live.inThread(threadId);
    if (!busy) return null;
    const stored = await runs.get(EVERYONE, busy.runId);
    return stored && stored.status !== 'running' ? busy : null;
  }

  /** The run that the same request has already started. */
  async #startedBefore({ sessionId }: Session, request: RunRequest): Promise<RunId | null> {
    const key = request.idempotencyKey;
    if (key === null) return null;
    const earlier = await this.#deps.runs.byIdempotencyKey(sessionId, key, this.#pastKeys.before);
    if (!earlier || this.#neverRan.has(earlier.runId)) return null;
    const runId = sameRun(earlier.runId, requestOf(earlier), request);
    // It can be read a moment before it is on disk.
    await this.#deps.live.get(runId)?.started;
    return runId;
  }

  get #pastKeys(): Past {
    return this.#deps.expiry.past(runLimits.idempotencyMs);
  }

  #whyStale({ runId }: Run): RunFailure {
    return this.#neverRan.has(runId) ? NEVER_RAN : INTERRUPTED;
  }

  /** What is asked for now, then what its session asked for, then what its thread began with. Other work takes its own. */
  async #profileOf(
    { profile, background, opening }: RunRequest,
    session: Session,
  ): Promise<Pick<RunRequest, 'profile' | 'isThreadsProfile'>> {
    const named = profile ?? session.profile;
    if (named !== null || background) return { profile: named };
    const settings = opening?.settings ?? (await this.#deps.threads.settings(session.threadId));
    return { profile: settings.profile, isThreadsProfile: true };
  }

  /** Of a replay, what its original was given. Work beside conversations is not given the instructions of its thread. */
  async #givenTo({ threadId, request }: LiveRun): Promise<GivenToRun> {
    const { instructions: ofAll, threads } = this.#deps;
    const { personId } = request.startedBy;
    const masked = (text: string) => this.#deps.masked(text, personId);
    if (request.replay) return request.replay;
    const { instructions, tools } = request.opening?.settings ?? (await threads.settings(threadId));
    const conversation = request.background ? null : instructions;
    return { instructions: givenOf({ all: ofAll(personId), conversation }, masked), tools };
  }

  /** @throws Refusal message_not_found */
  async #versionOf({ threadId, request: { insteadOf = null } }: LiveRun): Promise<RunWrite | null> {
    return insteadOf === null ? null : await this.#deps.versions.another(threadId, insteadOf);
  }

  /** @throws Refusal budget */
  async #keepBudget({ runId, request: { background, startedBy } }: LiveRun, { price }: Model): Promise<void> {
    if (background?.isReserved !== true || isFree(price)) return;
    const { refused } = await this.#deps.spending.keep(startedBy.personId, runId, background.ceilingUsd);
    if (refused)
      throw refuse.budget({}, say('runs.no_room', { worstUsd: background.ceilingUsd, ...refused }));
  }

  /** Resolves once the task is on disk; `ended` covers what follows. */
  async #launch(
    live: LiveRun,
    attachments: readonly Attachment[],
  ): Promise<{ readonly ended: Promise<void> }> {
    const { model, isProfileGone } = await modelFor(live.request, this.#deps.models);
    live.goneProfile = isProfileGone ? live.request.profile : null;
    if (this.#deps.live.draining) throw refuse.draining();
    await this.#keepBudget(live, model);
    const { instructions, tools } = await this.#givenTo(live);
    live.instructions = fittingInstructions(instructions, model);
    live.switches = tools;
    const run = newRun(live, attachments, model, this.#deps.clock.now());
    const changes = startChanges(run, live.threadId, live.request, {
      bootId: this.#deps.boot.id,
      past: this.#pastKeys,
      version: await this.#versionOf(live),
      given: { instructions: live.instructions, tools },
    });
    for (let stale: Run | null = null; ;) {
      try {
        const ending = stale ? await this.#deps.ending.changesFor(stale, this.#whyStale(stale)) : [];
        const { opening = this.#deps.journal } = live.request;
        await opening.commit([...ending, ...changes], 'written');
        break;
      } catch (error) {
        if (!isJournalConflict(error)) throw error;
        if (live.isReplay) throw refuse.run_not_found();
        // A run whose end could not be written (the disk was full) still holds the thread: end it now.
        const left = await this.#deps.runs.liveInThread(live.threadId);
        const found: Run | null = left === null ? null : await this.#deps.runs.get(EVERYONE, left);
        if (!found) throw refuseSession.session_not_found();
        if (found.runId === stale?.runId) throw error;
        stale = found;
      }
    }
    live.model = model;
    // While the disk syncs, the run reads what its first model call needs, and makes the call.
    const synced = this.#deps.journal.commit([]);
    const executed = this.#deps.executor.execute(live, run, model);
    await synced;
    return { ended: executed.then((how) => this.#deps.afterRun.begin(run, how, model)) };
  }
}

/** Who answers a replay, and who asked for it. */
export interface ReplayRequest extends Pick<RunRequest, 'profile' | 'startedBy'> {
  /** Another model of the profile's provider; null: the one of the profile. */
  readonly model: string | null;
}

const NEVER_RAN: RunFailure = {
  code: 'storage_error',
  says: [sayEnd('run.never_ran')],
  retryable: true,
};

/**
 * Two identical requests at once: the second follows the first.
 * @throws Refusal run_in_progress, idempotency_mismatch
 */
async function sameStart(busy: LiveRun, sessionId: SessionId, request: RunRequest): Promise<RunId> {
  const { idempotencyKey: key } = request;
  if (key === null || busy.request.idempotencyKey !== key || busy.sessionId !== sessionId)
    throw refuseThread.run_in_progress({ runId: busy.runId });
  await busy.started;
  return sameRun(busy.runId, busy.request, request);
}

/** Others' runs are as unknown as others' sessions and threads. */
const ofTheirs = (whose: Whose, live: LiveRun | undefined): LiveRun | undefined =>
  live && isOf(whose, live.request.startedBy.personId) ? live : undefined;

function stop(live: LiveRun | undefined, named: RunId | null): RunId | null {
  if (!live || (named !== null && live.runId !== named)) return null;
  live.abort('user');
  return live.runId;
}
