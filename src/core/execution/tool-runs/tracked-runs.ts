import type { PersonId, RunId, ToolSessionId } from '../../kernel/ids.ts';
import { shareOfMember, shareOfMembers } from '../../trust/people/limits.ts';
import { refuse } from './errors.ts';
import { toolRunLimits } from './limits.ts';
import { isOfTheHost, type Host, type ToolRun } from './model.ts';
import type { LiveRunsById } from './port.ts';
import type { ToolRunStore } from './store.ts';

const { activeSessions, trackedRuns } = toolRunLimits;

export interface TrackedRunsDeps {
  readonly store: Pick<ToolRunStore, 'tracked'>;
  readonly live: LiveRunsById;
  readonly isOwner: (person: PersonId) => boolean;
}

/** A place for a run that is about to start. */
export interface Place {
  /** Runs that give way, so that there is room: once the new one has started, the caller removes what is left of them. */
  readonly dropped: readonly ToolRun[];
  /** The run is about to start, and it is stored that it is tracked. */
  fill(toolRun: ToolRun): void;
  /** The run has started, or will not: then what was dropped is tracked again. */
  release(hasStarted: boolean): void;
}

/** A run that is live or about to be. */
interface Active {
  readonly runId: RunId;
  readonly person: PersonId;
}

interface Starting extends Active {
  readonly over: Promise<void>;
}

/** The runs that hosts can poll: few, so all of them are in memory. Checks and changes have no await between them. */
export class TrackedRuns {
  readonly #deps: TrackedRunsDeps;
  #loading: Promise<void> | null = null;
  readonly #runs = new Map<RunId, ToolRun>();
  /** Sessions whose run is about to start. */
  readonly #starting = new Map<ToolSessionId, Starting>();

  constructor(deps: TrackedRunsDeps) {
    this.#deps = deps;
  }

  /** Reads the stored ones, once. Call it before every other method; repeatable. @throws the errors of the store */
  async load(): Promise<void> {
    this.#loading ??= this.#deps.store.tracked().then((all) => {
      for (const one of all) this.#runs.set(one.runId, one);
    });
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }

  /** Oldest first. */
  all(): readonly ToolRun[] {
    return [...this.#runs.values()].toSorted((a, b) => (a.runId < b.runId ? -1 : 1));
  }

  get(runId: RunId): ToolRun | undefined {
    return this.#runs.get(runId);
  }

  /**
   * A run of this host, and of this session if one is named.
   * @throws Refusal tool_run_not_found, in the same words whether it does not exist or is not theirs
   */
  named(runId: RunId, host: Host, toolSessionId: ToolSessionId | null): ToolRun {
    const found = this.#runs.get(runId);
    const isTheirs =
      isOfTheHost(found, host) && (toolSessionId === null || found?.toolSessionId === toolSessionId);
    if (!found || !isTheirs) throw refuse.tool_run_not_found();
    return found;
  }

  forget(runId: RunId): void {
    this.#runs.delete(runId);
  }

  /** The run of a session that is in progress. */
  activeIn(toolSessionId: ToolSessionId): RunId | null {
    return this.#active().get(toolSessionId)?.runId ?? null;
  }

  /** Resolves when no run of the session is about to start. */
  async noneStarting(toolSessionId: ToolSessionId): Promise<void> {
    await this.#starting.get(toolSessionId)?.over;
  }

  /**
   * Takes a place for a new run.
   * @throws Refusal tool_run_in_progress with the `run_id`, active_sessions_limit, tracked_runs_limit
   */
  reserve(toolSessionId: ToolSessionId, runId: RunId, { person }: Pick<Host, 'person'>): Place {
    const active = this.#active();
    const busy = active.get(toolSessionId);
    if (busy !== undefined) throw refuse.tool_run_in_progress({ run_id: busy.runId, limit: 1 });
    this.#refuseOneMore(
      person,
      [...active.values()].map((one) => one.person),
    );
    const dropped = this.#madeRoom(person);
    const over = Promise.withResolvers<void>();
    this.#starting.set(toolSessionId, { runId, person, over: over.promise });
    return {
      dropped,
      fill: (toolRun) => void this.#runs.set(runId, toolRun),
      release: (hasStarted) => {
        this.#starting.delete(toolSessionId);
        if (!hasStarted) for (const one of dropped) this.#runs.set(one.runId, one);
        over.resolve();
      },
    };
  }

  /** Members leave room for the owner, and for each other. @throws Refusal active_sessions_limit, which tells of one's own */
  #refuseOneMore(person: PersonId, active: readonly PersonId[]): void {
    const isMember = !this.#deps.isOwner(person);
    const limit = isMember ? shareOfMember(activeSessions) : activeSessions;
    const own = active.filter((one) => one === person).length;
    const ofMembers = active.filter((one) => !this.#deps.isOwner(one)).length;
    if (
      active.length >= activeSessions ||
      own >= limit ||
      (isMember && ofMembers >= shareOfMembers(activeSessions))
    )
      throw refuse.active_sessions_limit({ activeSessions: own, limit });
  }

  #active(): ReadonlyMap<ToolSessionId, Active> {
    const live = this.all()
      .filter(({ runId }) => this.#deps.live.isLive(runId))
      .map(({ toolSessionId, runId, personId: person }) => [toolSessionId, { runId, person }] as const);
    return new Map<ToolSessionId, Active>([...live, ...this.#starting]);
  }

  /** The oldest finished runs of this person give way. @throws Refusal tracked_runs_limit */
  #madeRoom(person: PersonId): readonly ToolRun[] {
    const own = this.all().filter(({ personId }) => personId === person);
    const starting = [...this.#starting.values()].filter((one) => one.person === person);
    const about = new Set(starting.map(({ runId }) => runId));
    const unfilled = [...about].filter((runId) => !this.#runs.has(runId)).length;
    const excess = own.length + unfilled + 1 - trackedRuns;
    if (excess <= 0) return [];
    const isOver = ({ runId }: ToolRun) => !about.has(runId) && !this.#deps.live.isLive(runId);
    const dropped = own.filter(isOver).slice(0, excess);
    if (dropped.length < excess) throw refuse.tracked_runs_limit({ limit: trackedRuns });
    for (const { runId } of dropped) this.#runs.delete(runId);
    return dropped;
  }
}
