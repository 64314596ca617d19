import { runId as asRunId, type RunId, type ThreadId, type ToolSessionId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { RunService } from '../runs/service.ts';
import type { SessionService } from '../../conversation/sessions/service.ts';
import type { SessionStore } from '../../conversation/sessions/store.ts';
import type { ThreadService } from '../../conversation/threads/service.ts';
import { nonceFrom } from '../../trust/untrusted/untrusted.ts';
import { attachedFiles, divided, type Attached } from './attachments.ts';
import type { ToolRunChange } from './changes.ts';
import { refuse } from './errors.ts';
import { materialOf } from './material.ts';
import { starterOf, type ToolRun, type ToolRunRequest, type ToolSession } from './model.ts';
import type { RunFolders } from './port.ts';
import type { Remains } from './remains.ts';
import type { ToolRunStore } from './store.ts';
import type { Place, TrackedRuns } from './tracked-runs.ts';

export interface ToolRunStartDeps {
  readonly journal: Journal<ToolRunChange>;
  readonly store: Pick<ToolRunStore, 'session'>;
  readonly tracked: TrackedRuns;
  readonly remains: Remains;
  readonly folders: Pick<RunFolders, 'write' | 'placeOf'>;
  readonly runs: Pick<RunService, 'start'>;
  readonly threads: Pick<ThreadService, 'delete'>;
  readonly sessions: Pick<SessionService, 'create'>;
  readonly sessionStore: SessionStore;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** A start that has passed all checks. */
interface Checked {
  readonly runId: RunId;
  readonly toolSessionId: ToolSessionId;
  readonly request: ToolRunRequest;
  readonly files: readonly Attached[];
  readonly place: Place;
}

/** Starts one run for a host. A start that fails leaves nothing. */
export class ToolRunStart {
  readonly #deps: ToolRunStartDeps;

  constructor(deps: ToolRunStartDeps) {
    this.#deps = deps;
  }

  /**
   * Takes the place of a run in its session before the first await, so that of several starts one wins.
   * @param toolSessionId a session of this principal, or a new one
   * @throws Refusal as `ToolRunService.start`
   */
  async in(toolSessionId: ToolSessionId, request: ToolRunRequest): Promise<RunId> {
    const { tracked, ids } = this.#deps;
    const runId = asRunId(ids.next());
    const place = tracked.reserve(toolSessionId, runId);
    let hasStarted = false;
    try {
      const files = attachedFiles(request.files);
      await this.#written({ runId, toolSessionId, request, files, place });
      hasStarted = true;
    } finally {
      place.release(hasStarted);
    }
    await this.#gaveWay(place.dropped);
    return runId;
  }

  async #written({ runId, toolSessionId, request, files, place }: Checked): Promise<void> {
    const { folders, clock, log } = this.#deps;
    const { principal, client, waits, stateDir } = request;
    const { inline, written } = divided(files);
    const folder = written.length === 0 ? null : await folders.write(runId, written);
    const filesPlace = folder === null ? null : folders.placeOf(folder);
    const of = { runId, toolSessionId, principal, client, waits, stateDir };
    const toolRun: ToolRun = { ...of, filesPlace, createdAt: clock.now() };
    const made: ThreadId[] = [];
    try {
      const session = await this.#session(toolRun, (threadId) => made.push(threadId));
      await this.#tracked(session, toolRun, place);
      const material = materialOf({
        userContext: request.userContext,
        inline,
        written,
        folder,
        nonce: nonceFrom(this.#deps.ids.next()),
      });
      await this.#deps.runs.start(session.sessionId, {
        runId,
        task: request.task,
        profile: null,
        idempotencyKey: null,
        startedBy: starterOf(principal),
        isAttended: request.canAsk,
        ...(material === undefined ? {} : { material }),
      });
    } catch (error) {
      await this.#undone(toolRun, made).catch((failure: unknown) =>
        log.error('a run that did not start could not be forgotten', { runId, error: failure }),
      );
      throw notTheirs(error);
    }
  }

  async #tracked(session: ToolSession, toolRun: ToolRun, place: Place): Promise<void> {
    await this.#deps.journal.commit([
      { change: 'tool-session.put', session },
      { change: 'tool-run.track', toolRun },
    ]);
    place.fill(toolRun);
  }

  /** Only now: a start that is refused takes no earlier run away. What cannot be removed is removed with a later one. */
  async #gaveWay(dropped: readonly ToolRun[]): Promise<void> {
    if (dropped.length === 0) return;
    const { journal, remains, log } = this.#deps;
    try {
      await journal.commit(dropped.map(({ runId }) => ({ change: 'tool-run.untrack', runId }) as const));
      await remains.clear(dropped);
    } catch (error) {
      log.warn('runs that gave way to a new one could not be forgotten', { error });
    }
  }

  /**
   * The session, with one of the engine behind it: as it is now, because it may have been reset. If it is new, or the
   * owner has deleted its thread, that is made, and `onNew` is told.
   */
  async #session(
    { toolSessionId, principal, createdAt }: ToolRun,
    onNew: (threadId: ThreadId) => void,
  ): Promise<ToolSession> {
    const { store, sessions, sessionStore } = this.#deps;
    const found = await store.session(toolSessionId);
    if (found && (await sessionStore.get(found.sessionId))) return found;
    const { sessionId, threadId } = await sessions.create(null, null);
    onNew(threadId);
    return { toolSessionId, principal, createdAt: found?.createdAt ?? createdAt, sessionId };
  }

  async #undone(toolRun: ToolRun, made: readonly ThreadId[]): Promise<void> {
    await this.#deps.remains.forget(toolRun);
    // Their owner would find an empty conversation.
    for (const threadId of made) await this.#deps.threads.delete(threadId, null);
  }
}

/** The thread may have a run that its owner started: a host must not learn its id. */
const notTheirs = (error: unknown): unknown =>
  isRefusal(error) && error.code === 'run_in_progress' ? refuse.tool_run_in_progress({ limit: 1 }) : error;
