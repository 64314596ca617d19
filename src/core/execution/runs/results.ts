import type { Whose } from '../../trust/people/model.ts';
import type { RunId } from '../../kernel/ids.ts';
import type { Refusal, RefusalFacts } from '../../kernel/refusal.ts';
import { refuseStorage } from '../../kernel/storage-refusals.ts';
import type { Clock } from '../../ports/clock.ts';
import { timeLeft } from '../../conversation/prompts/model.ts';
import type { PendingPrompt } from '../../conversation/prompts/store.ts';
import type { PromptStore } from '../../conversation/prompts/store.ts';
import { refuse } from './errors.ts';
import type { RunEventData } from './events.ts';
import type { RunError } from './model.ts';
import type { RunService } from './service.ts';
import type { Says } from '../../kernel/says.ts';
import { saidIn } from '../../kernel/worded.ts';

type Done = Extract<RunEventData, { type: 'done' }>['data'];

/** What a client that waits gets: the answer, or the question that the run waits on. */
export type RunResult =
  | { readonly kind: 'done'; readonly done: Done; readonly changedFiles: number | null }
  | { readonly kind: 'asked'; readonly prompt: PendingPrompt };

export interface RunResultsDeps {
  readonly runs: Pick<RunService, 'follow'>;
  readonly prompts: Pick<PromptStore, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The results of runs, for clients that take one answer instead of events. */
export class RunResults {
  readonly #deps: RunResultsDeps;

  constructor(deps: RunResultsDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the end of the run, or as soon as the run waits for its owner; null when `signal` aborts first. It only
   * reads: the run goes on whatever happens here, and it may be called repeatedly.
   * @throws Refusal run_not_found; with the code of the run's error, `runId` and `retryable` if the run failed
   */
  async of(whose: Whose, runId: RunId, signal: AbortSignal): Promise<RunResult | null> {
    let changedFiles: number | null = null;
    for await (const batch of await this.#deps.runs.follow(whose, runId, 0, signal))
      for (const event of batch)
        switch (event.type) {
          case 'prompt':
          case 'secret_prompt': {
            const prompt = await this.#pending(event.data.promptId);
            if (prompt) return { kind: 'asked', prompt };
            break;
          }
          case 'changeset_ready':
            changedFiles = event.data.fileCount;
            break;
          case 'done':
            return { kind: 'done', done: event.data, changedFiles };
          case 'error':
            throw refusalOf(event.data);
          default:
            break;
        }
    return null;
  }

  /** Null for one that was answered meanwhile: the events of a run stay. */
  async #pending(promptId: Parameters<PromptStore['get']>[0]): Promise<PendingPrompt | null> {
    const prompt = await this.#deps.prompts.get(promptId);
    if (prompt?.state !== 'pending') return null;
    const timeoutMs = timeLeft(prompt, this.#deps.clock.now());
    return timeoutMs > 0 ? { prompt, timeoutMs } : null;
  }
}

const KNOWN: Readonly<Record<string, ((facts: RefusalFacts, says: readonly Says[]) => Refusal) | undefined>> =
  {
    ...refuse,
    ...refuseStorage,
  };

function refusalOf({ runId, retryable, ...why }: RunError & { readonly runId: RunId }): Refusal {
  const known = Object.hasOwn(KNOWN, why.code) ? KNOWN[why.code] : undefined;
  return (known ?? refuse.run_failed)({ runId, retryable }, saidIn(why));
}
