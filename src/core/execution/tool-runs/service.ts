import { say } from './says.ts';
import { EVERYONE, type Whose } from '../../trust/people/model.ts';
import { aborted } from '../../kernel/abort.ts';
import { toolSessionId as asToolSessionId, type RunId, type ToolSessionId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Page } from '../../kernel/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { RunService } from '../runs/service.ts';
import type { SessionService } from '../../conversation/sessions/service.ts';
import type { ToolRunChange, ToolRunPosition, ToolRunStore } from './store.ts';
import { refuse } from './errors.ts';
import { toolRunLimits } from './limits.ts';
import {
  isOfTheHost,
  type Host,
  type IndexedRun,
  type ListedToolRun,
  type ToolRunRequest,
  type ToolSession,
} from './model.ts';
import { errorIn } from './outcome.ts';
import type { LiveRunsById } from './port.ts';
import type { ToolRunStart } from './start.ts';
import type { TrackedRuns } from './tracked-runs.ts';

export interface ToolRunServiceDeps {
  readonly journal: Journal<ToolRunChange>;
  readonly store: ToolRunStore;
  readonly tracked: TrackedRuns;
  readonly starts: ToolRunStart;
  readonly live: LiveRunsById;
  readonly runs: Pick<RunService, 'get'>;
  readonly sessions: Pick<SessionService, 'create'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface StartedToolRun {
  readonly runId: RunId;
  readonly toolSessionId: ToolSessionId;
}

/** Starts, stops and lists the runs of the hosts that use the tool server. */
export class ToolRunService {
  readonly #deps: ToolRunServiceDeps;
  readonly #working = new OneAtATime<ToolSessionId>();
  /** Sessions that are being reset, in which no run may start. */
  readonly #resetting = new Set<ToolSessionId>();

  constructor(deps: ToolRunServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts a run; resolves once the task and its files are on disk. Do not repeat it. Nothing is written before all
   * checks have passed.
   * @throws Refusal tool_session_not_found, tool_run_in_progress, active_sessions_limit, tracked_runs_limit,
   *   attachment_limit, attachments_limit, attachments_number_limit, attachment_invalid, files_folder_unusable,
   *   draining, provider_incomplete, disk_full, assistant_not_found, conversation_begun
   */
  async start(request: ToolRunRequest): Promise<StartedToolRun> {
    const { tracked, starts, ids } = this.#deps;
    await tracked.load();
    const named = request.toolSessionId;
    if (named !== null) await this.#session(named, request);
    const toolSessionId = named ?? asToolSessionId(ids.next());
    if (this.#resetting.has(toolSessionId))
      throw refuse.tool_run_in_progress({ limit: 1 }, say('tool_runs.resetting'));
    return { runId: await starts.in(toolSessionId, request), toolSessionId };
  }

  /**
   * Stops the run of a session, and waits until it has ended.
   * @returns false if none was in progress
   * @throws Refusal tool_session_not_found, run_did_not_stop
   */
  async abort(toolSessionId: ToolSessionId, host: Host): Promise<boolean> {
    await this.#deps.tracked.load();
    await this.#session(toolSessionId, host);
    return await this.#stopped(toolSessionId);
  }

  /**
   * Stops the run of a session, waits until it has ended, and gives the session a new thread.
   * @returns how many runs were stopped
   * @throws Refusal tool_session_not_found, run_did_not_stop
   */
  async reset(toolSessionId: ToolSessionId, host: Host): Promise<number> {
    const { tracked, sessions, journal } = this.#deps;
    await tracked.load();
    return await this.#working.run(toolSessionId, async () => {
      const session = await this.#session(toolSessionId, host);
      this.#resetting.add(toolSessionId);
      try {
        const wasRunning = await this.#stopped(toolSessionId);
        const { sessionId } = await sessions.create(host.person, null, null);
        await journal.commit([{ change: 'tool-session.put', session: { ...session, sessionId } }]);
        return wasRunning ? 1 : 0;
      } finally {
        this.#resetting.delete(toolSessionId);
      }
    });
  }

  /** The runs that can be polled, newest first. */
  async list(
    whose: Whose,
    query: { readonly limit: number; readonly after: ToolRunPosition | null },
  ): Promise<Page<ListedToolRun, ToolRunPosition>> {
    return await this.#deps.store.list(whose, query);
  }

  /**
   * The runs that belong into the mcp-runs.json of a folder, of all hosts that use it for this person. Remembers the
   * folder; repeatable.
   */
  async index({ person, principal }: Host, stateDir: string | null): Promise<readonly IndexedRun[]> {
    const { tracked, store, journal, runs } = this.#deps;
    await tracked.load();
    if (stateDir === null) return [];
    if (!(await store.stateDirs(principal)).includes(stateDir))
      await journal.commit([{ change: 'tool-state-dir.remember', principal, stateDir }]);
    const ofFolder = tracked.all().filter((one) => one.stateDir === stateDir && one.personId === person);
    const indexed = await Promise.all(
      ofFolder.map(async ({ runId, toolSessionId, createdAt }): Promise<readonly IndexedRun[]> => {
        const run = await runs.get(EVERYONE, runId);
        if (!run) return [];
        const done = run.status !== 'running';
        return [{ runId, toolSessionId, done, error: errorIn(run), updatedAt: run.endedAt ?? createdAt }];
      }),
    );
    return indexed.flat();
  }

  async #session(toolSessionId: ToolSessionId, host: Host): Promise<ToolSession> {
    const session = await this.#deps.store.session(toolSessionId);
    if (!session || !isOfTheHost(session, host)) throw refuse.tool_session_not_found();
    return session;
  }

  /** Whether one was in progress. @throws Refusal run_did_not_stop */
  async #stopped(toolSessionId: ToolSessionId): Promise<boolean> {
    const { tracked, live, clock } = this.#deps;
    await tracked.noneStarting(toolSessionId);
    const runId = tracked.activeIn(toolSessionId);
    if (runId === null) return false;
    const deadline = clock.deadline(toolRunLimits.stopMs);
    await Promise.race([live.stopRun(runId), aborted(deadline.signal)]);
    deadline.cancel();
    if (live.isLive(runId)) throw refuse.run_did_not_stop({ run_id: runId });
    return true;
  }
}
