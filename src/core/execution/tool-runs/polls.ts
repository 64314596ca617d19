import { EVERYONE } from '../../trust/people/model.ts';
import type { PromptId, RunId, ToolSessionId } from '../../kernel/ids.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { timeLeft, type Prompt } from '../../conversation/prompts/model.ts';
import type { PromptStore } from '../../conversation/prompts/store.ts';
import type { Run } from '../runs/model.ts';
import type { RunService } from '../runs/service.ts';
import { refuse } from './errors.ts';
import { FoldedRun } from './folded-run.ts';
import { toolRunLimits } from './limits.ts';
import type { Host, PolledRun, WaitingForInput } from './model.ts';
import { endingOf, errorIn } from './outcome.ts';
import type { LiveRunsById } from './port.ts';
import type { RunFiles } from './run-files.ts';
import type { ToolRunStore } from './store.ts';
import { TextBuffers } from './text-buffers.ts';
import type { TrackedRuns } from './tracked-runs.ts';
import { waitingFor } from './waiting.ts';

export interface Poll extends Host {
  /** Null: not checked. */
  readonly toolSessionId: ToolSessionId | null;
  /** Null: without events. */
  readonly cursor: number | null;
}

export interface ToolRunPollsDeps {
  readonly tracked: TrackedRuns;
  readonly store: Pick<ToolRunStore, 'events'>;
  readonly runs: Pick<RunService, 'get'>;
  readonly live: Pick<LiveRunsById, 'isLive' | 'ended'>;
  readonly prompts: Pick<PromptStore, 'pendingIn'>;
  readonly produced: Pick<RunFiles, 'by'>;
  readonly clock: Clock;
}

/**
 * What hosts see of their runs. It is made of stored events, which are read as far as they go at each poll: so it costs
 * nothing while no host polls, and is the same after a restart.
 */
export class ToolRunPolls {
  readonly #deps: ToolRunPollsDeps;
  readonly #texts: TextBuffers;
  /** The one polled last is the last. */
  readonly #folded = new Map<RunId, FoldedRun>();
  readonly #reading = new OneAtATime<RunId>();
  readonly #shown = new Map<RunId, PromptId>();

  constructor(deps: ToolRunPollsDeps) {
    this.#deps = deps;
    this.#texts = new TextBuffers((runId) => !deps.live.isLive(runId));
  }

  /** Repeatable: a poll changes nothing but which question may be answered. @throws Refusal tool_run_not_found */
  async poll(runId: RunId, { toolSessionId, cursor, ...host }: Poll): Promise<PolledRun> {
    const { tracked, runs, store, live } = this.#deps;
    await tracked.load();
    tracked.named(runId, host, toolSessionId);
    return await this.#reading.run(runId, async () => {
      // The run is read before its events: if it has ended by then, all of its events are there.
      const run = await runs.get(EVERYONE, runId);
      if (!run) throw refuse.tool_run_not_found();
      // Its end is stored a moment before its session is free.
      if (run.status !== 'running') await live.ended(runId);
      if (run.threadId === null) return this.#deleted(run, cursor);
      const folded = this.#foldedRun(runId);
      await folded.catchUp(store);
      const prompt = run.status === 'running' ? await this.#pendingOf(run) : null;
      if (prompt) this.#shown.set(runId, prompt.promptId);
      else this.#shown.delete(runId);
      const { text, truncated } = this.#texts.of(runId);
      return {
        ...(run.status === 'running' ? inProgress(folded, prompt, cursor) : await this.#ended(run, folded)),
        text,
        ...(truncated ? { truncated: true as const } : {}),
        ...(cursor === null ? {} : folded.log.after(cursor)),
      };
    });
  }

  /** The question that the last poll of this run showed. */
  shownBy(runId: RunId): PromptId | null {
    return this.#shown.get(runId) ?? null;
  }

  /** For a run that is not tracked any more. */
  forget(runId: RunId): void {
    this.#folded.delete(runId);
    this.#texts.forget(runId);
    this.#shown.delete(runId);
  }

  /** The poll of a run whose conversation was deleted: nothing of what it said. */
  #deleted(run: Run, cursor: number | null): PolledRun {
    this.forget(run.runId);
    return {
      done: true,
      text: '',
      status: endingOf(run),
      statusHistory: [],
      error: errorIn(run) ?? '',
      output_files: [],
      ...(cursor === null ? {} : { events: [], nextCursor: cursor }),
    };
  }

  async #ended(run: Run, { progress, answer }: FoldedRun): Promise<Omit<PolledRun, 'text'>> {
    const error = errorIn(run);
    return {
      done: true,
      status: endingOf(run),
      statusHistory: progress.tools,
      ...(error === null ? {} : { error }),
      output_files: await this.#deps.produced.by(run.startedBy.personId, run.runId),
      ...(answer === null ? {} : { answer }),
    };
  }

  async #pendingOf({ runId, sessionId }: Run): Promise<Prompt | null> {
    const prompt = await this.#deps.prompts.pendingIn(sessionId);
    const isTheirs = prompt?.runId === runId && timeLeft(prompt, this.#deps.clock.now()) > 0;
    return isTheirs ? prompt : null;
  }

  #foldedRun(runId: RunId): FoldedRun {
    const found = this.#folded.get(runId) ?? new FoldedRun(runId, this.#texts);
    this.#folded.delete(runId);
    this.#folded.set(runId, found);
    for (const oldest of this.#folded.keys()) {
      if (this.#folded.size <= toolRunLimits.foldedRuns) break;
      this.#folded.delete(oldest);
      this.#texts.forget(oldest);
    }
    return found;
  }
}

/** Without a cursor a question has the shape that the specification prints. */
const inProgress = (
  { progress }: FoldedRun,
  prompt: Prompt | null,
  cursor: number | null,
): Omit<PolledRun, 'text'> =>
  prompt
    ? {
        done: false,
        status: 'waiting for input',
        waiting_for_input: cursor === null ? asPrinted(waitingFor(prompt)) : waitingFor(prompt),
        promptId: prompt.promptId,
      }
    : { done: false, status: progress.activity };

const asPrinted = ({ question, options }: WaitingForInput): WaitingForInput => ({ question, options });
