import { signal } from '@preact/signals';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { codeOf, statusOf, told, toldOf } from '../engine/failure.ts';
import { readRunning } from '../running/running.ts';
import { workflowWords as said } from '#words/workflows.ts';
import type { Run, RunSummary, StepResult } from './workflows.ts';

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** After its end. Another client may have it done again. */
const ENDED_MS = 10_000;

/** One run of a workflow as it happens. */
export class FollowedRun {
  /** Null until it was read. */
  readonly run = signal<Run | null>(null);
  /** How far each step is, by its id. */
  readonly results = signal<ReadonlyMap<string, StepResult>>(new Map());
  /** Why it cannot be read, in words. */
  readonly wrong = signal('');
  readonly isGone = signal(false);
  readonly #id: string;
  readonly #left = new AbortController();
  #pause = SHORTEST_PAUSE_MS;
  #isRetrying = false;

  constructor(workflowRunId: string) {
    this.#id = workflowRunId;
  }

  /** Reads it, and follows it to its end, or until the connection is lost or the tab is hidden. Never rejects. */
  readonly read = async (): Promise<void> => {
    // A browser allows few connections to one server, so a tab that is not looked at has none.
    const over = new AbortController();
    const stop = () => over.abort();
    const stopIfHidden = () => (document.hidden ? stop() : undefined);
    document.addEventListener('visibilitychange', stopIfHidden);
    // A connection over a network that is gone may look alive for minutes.
    addEventListener('online', stop);
    addEventListener('offline', stop);
    // Shorter again with the first event.
    this.#pause = Math.min(LONGEST_PAUSE_MS, 2 * this.#pause);
    try {
      const signals = AbortSignal.any([over.signal, this.#left.signal]);
      this.run.value ??= await engine['workflows.get']({ params: { id: this.#id }, signal: signals });
      await this.#follow(signals);
    } catch (error) {
      this.isGone.value ||= codeOf(error) === 'workflow_run_not_found';
      // That the engine is away is said above everything.
      this.wrong.value = statusOf(error) === null || this.isGone.value ? '' : told(error);
    } finally {
      document.removeEventListener('visibilitychange', stopIfHidden);
      removeEventListener('online', stop);
      removeEventListener('offline', stop);
    }
  };

  /** How long to wait before `read` is called again. */
  readonly pauseMs = (): number => {
    if (this.isGone.peek() || this.#left.signal.aborted) return Infinity;
    const status = this.run.peek()?.status;
    return status === undefined || status === 'running' ? this.#pause : ENDED_MS;
  };

  /** Does the steps again that did not succeed. Never rejects. */
  async retry(): Promise<void> {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    try {
      this.#take(await engine['workflows.retry']({ params: { id: this.#id } }));
      say(said.runs.retried(this.run.peek()?.name ?? ''));
    } catch (error) {
      say(told(error));
    } finally {
      this.#isRetrying = false;
    }
    await readRunning();
  }

  /** The page shows something else. */
  leave(): void {
    this.#left.abort();
  }

  async #follow(over: AbortSignal): Promise<void> {
    const { events } = await engine['workflows.events']({ params: { id: this.#id }, signal: over });
    for await (const event of events) {
      this.#pause = SHORTEST_PAUSE_MS;
      this.wrong.value = '';
      if (event.type === 'step') {
        this.results.value = new Map(this.results.peek()).set(event.data.stepId, event.data);
      } else if (event.type === 'workflow') this.#take(event.data);
      else this.wrong.value = toldOf(event.data);
    }
  }

  #take(summary: RunSummary): void {
    const before = this.run.peek();
    if (before === null) return;
    this.run.value = { ...before, ...summary };
    if (before.status === 'running' && summary.status !== 'running') void readRunning();
  }
}
