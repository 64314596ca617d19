import { runId as asRunId, type RunId, type ToolSessionId } from '../../kernel/ids.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { RunWrite } from '../runs/store.ts';
import type { RunService } from '../runs/service.ts';
import type { Session } from '../../conversation/sessions/model.ts';
import type { DraftSession, SessionService } from '../../conversation/sessions/service.ts';
import type { AssistantService } from '../../conversation/assistants/service.ts';
import { refuse as refuseSession } from '../../conversation/sessions/errors.ts';
import { unsettled, type ThreadSettings } from '../../conversation/threads/model.ts';
import type { SessionStore } from '../../conversation/sessions/store.ts';
import { nonceFrom } from '../../trust/untrusted/untrusted.ts';
import { attachedFiles, divided, type Attached } from './attachments.ts';
import type { ToolRunChange, ToolRunStore } from './store.ts';
import { refuse } from './errors.ts';
import { materialOf } from './material.ts';
import { starterOf, type ToolRun, type ToolRunRequest, type ToolSession } from './model.ts';
import type { RunFolders } from './port.ts';
import type { UntrackedRuns } from './untracked-runs.ts';
import type { Place, TrackedRuns } from './tracked-runs.ts';

export interface ToolRunStartDeps {
  readonly journal: Journal<ToolRunChange | DraftSession['changes'][number] | RunWrite>;
  readonly store: Pick<ToolRunStore, 'session'>;
  readonly tracked: TrackedRuns;
  readonly untracked: Pick<UntrackedRuns, 'clear'>;
  readonly folders: Pick<RunFolders, 'write' | 'placeOf'>;
  readonly runs: Pick<RunService, 'start'>;
  readonly sessions: Pick<SessionService, 'draft'>;
  readonly assistants: Pick<AssistantService, 'begin'>;
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
  readonly settings: ThreadSettings;
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
   * @param toolSessionId a session of this host, or a new one
   * @throws Refusal as `ToolRunService.start`
   */
  async in(toolSessionId: ToolSessionId, request: ToolRunRequest): Promise<RunId> {
    const { tracked, ids } = this.#deps;
    const runId = asRunId(ids.next());
    const place = tracked.reserve(toolSessionId, runId, request);
    let hasStarted = false;
    try {
      const settings = await this.#begins(request);
      const files = attachedFiles(request.files);
      await this.#written({ runId, toolSessionId, request, settings, files, place });
      hasStarted = true;
    } finally {
      place.release(hasStarted);
    }
    await this.#gaveWay(place.dropped);
    return runId;
  }

  /** What a new session begins with. @throws Refusal assistant_not_found, conversation_begun */
  async #begins({ assistant, toolSessionId, person }: ToolRunRequest): Promise<ThreadSettings> {
    if (assistant === undefined) return unsettled;
    if (toolSessionId !== null) throw refuseSession.conversation_begun();
    return await this.#deps.assistants.begin(person, assistant);
  }

  async #written({ runId, toolSessionId, request, settings, files, place }: Checked): Promise<void> {
    const { folders, clock, ids, journal, untracked, runs, tracked } = this.#deps;
    const { principal, person, client, waits, stateDir } = request;
    const { inline, written } = divided(files);
    const folder = written.length === 0 ? null : await folders.write(runId, written);
    const filesPlace = folder === null ? null : folders.placeOf(folder);
    const of = { runId, toolSessionId, principal, personId: person, client, waits, stateDir };
    const toolRun: ToolRun = { ...of, filesPlace, createdAt: clock.now() };
    const material = materialOf({
      userContext: request.userContext,
      inline,
      written,
      folder,
      nonce: nonceFrom(ids.next()),
    });
    try {
      const { session, behind, made } = await this.#session(toolRun, settings);
      await runs.start(behind.sessionId, {
        runId,
        task: request.task,
        profile: null,
        idempotencyKey: null,
        startedBy: starterOf(request),
        isAttended: request.canAsk,
        ...(material === undefined ? {} : { material }),
        opening: {
          session: behind,
          ...(made.length === 0 ? {} : { settings }),
          commit: async (start, durability) => {
            const tracked = [
              { change: 'tool-session.put', session },
              { change: 'tool-run.track', toolRun },
            ] as const;
            await journal.commit([...made, ...tracked, ...start], durability);
            place.fill(toolRun);
          },
        },
      });
    } catch (error) {
      await untracked.clear([toolRun]);
      tracked.forget(runId);
      throw notTheirs(error);
    }
  }

  /** Only now: a start that is refused takes no earlier run away. What cannot be removed is removed with a later one. */
  async #gaveWay(dropped: readonly ToolRun[]): Promise<void> {
    if (dropped.length === 0) return;
    const { journal, untracked, log } = this.#deps;
    try {
      await journal.commit(dropped.map(({ runId }) => ({ change: 'tool-run.untrack', runId }) as const));
      await untracked.clear(dropped);
    } catch (error) {
      log.warn('runs that gave way to a new one could not be forgotten', { error });
    }
  }

  /**
   * The session as it is now, because it may have been reset, and the session of the engine behind it. `made`: what makes
   * that, if this one is new or the owner has deleted its thread.
   */
  async #session(
    { toolSessionId, principal, personId, createdAt }: ToolRun,
    settings: ThreadSettings,
  ): Promise<{
    readonly session: ToolSession;
    readonly behind: Session;
    readonly made: DraftSession['changes'];
  }> {
    const { store, sessions, sessionStore } = this.#deps;
    const found = await store.session(toolSessionId);
    const kept = found && (await sessionStore.get(personId, found.sessionId));
    if (found && kept) return { session: found, behind: kept, made: [] };
    const { session: behind, changes: made } = sessions.draft(personId, null, null, settings);
    const session = {
      toolSessionId,
      principal,
      personId,
      createdAt: found?.createdAt ?? createdAt,
      sessionId: behind.sessionId,
    };
    return { session, behind, made };
  }
}

/** The thread may have a run that its owner started: a host must not learn its id. */
const notTheirs = (error: unknown): unknown =>
  isRefusal(error) && error.code === 'run_in_progress' ? refuse.tool_run_in_progress({ limit: 1 }) : error;
