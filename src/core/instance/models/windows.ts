import { DAY_MS } from '../../kernel/durations.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { Connection } from './model.ts';

/** A window that showed to be smaller than what was known of its model. */
export interface LearntWindow {
  /** The base URL, or the name of a provider at its own address. */
  readonly endpoint: string;
  readonly modelId: string;
  /** What the profile or the catalog said then: another value there is newer, and counts. */
  readonly statedTokens: number;
  readonly tokens: number;
  readonly at: number;
}

export type ModelChange =
  | { readonly change: 'model.window'; readonly learnt: LearntWindow }
  | { readonly change: 'model.window.forgotten'; readonly endpoint: string; readonly modelId: string };

export interface WindowStore {
  all(): Promise<readonly LearntWindow[]>;
}

export interface LearntWindowsDeps {
  readonly store: WindowStore;
  readonly journal: Journal<ModelChange>;
  readonly log: Log;
  readonly now: () => number;
}

type Asked = Pick<Connection, 'endpoint' | 'provider' | 'modelId' | 'contextWindow'>;

const placeOf = ({ endpoint, provider }: Asked): string => endpoint ?? provider;
const keyOf = (endpoint: string, modelId: string): string => JSON.stringify([endpoint, modelId]);

/**
 * The windows that models turned out to have, kept for each base URL and model. None counts for longer than a day: a
 * server may have been given more memory, or another model under the same name, without a word.
 */
export class LearntWindows {
  readonly #deps: LearntWindowsDeps;
  #known: Promise<Map<string, LearntWindow>> | null = null;

  constructor(deps: LearntWindowsDeps) {
    this.#deps = deps;
  }

  /** The window of this connection: the stated one, unless it has shown to be smaller. Never rejects. */
  async of(asked: Asked): Promise<number> {
    const known = (await this.#all()).get(keyOf(placeOf(asked), asked.modelId));
    // One from a later time was learnt by a clock that was wrong.
    const age = known === undefined ? Infinity : this.#deps.now() - known.at;
    return known?.statedTokens === asked.contextWindow && age >= 0 && age < DAY_MS
      ? Math.min(known.tokens, asked.contextWindow)
      : asked.contextWindow;
  }

  /** Counts from now on. `stated`: what the settings say. Never rejects: what cannot be written is learnt again. */
  async learn(stated: Asked, tokens: number): Promise<void> {
    const { journal, log, now } = this.#deps;
    const { modelId, contextWindow: statedTokens } = stated;
    const learnt = { endpoint: placeOf(stated), modelId, statedTokens, tokens, at: now() };
    (await this.#all()).set(keyOf(learnt.endpoint, modelId), learnt);
    log.warn('the context window of a model is smaller than was known', { modelId, statedTokens, tokens });
    await journal
      .commit([{ change: 'model.window', learnt }], 'written')
      .catch((error: unknown) => log.error('the window of a model could not be written', { modelId, error }));
  }

  /** The window of this model is measured anew. Never rejects. */
  async forget(asked: Asked): Promise<void> {
    const all = await this.#all();
    const known = all.get(keyOf(placeOf(asked), asked.modelId));
    if (known) await this.#drop([known], all);
  }

  /** The windows of all models are measured anew, because their settings were saved. Never rejects. */
  async forgetAll(): Promise<void> {
    const all = await this.#all();
    await this.#drop([...all.values()], all);
  }

  async #drop(known: readonly LearntWindow[], all: Map<string, LearntWindow>): Promise<void> {
    if (known.length === 0) return;
    for (const { endpoint, modelId } of known) all.delete(keyOf(endpoint, modelId));
    const changes = known.map(
      ({ endpoint, modelId }) => ({ change: 'model.window.forgotten', endpoint, modelId }) as const,
    );
    await this.#deps.journal
      .commit(changes, 'written')
      .catch((error: unknown) =>
        this.#deps.log.error('the learnt windows of models could not be removed', { error }),
      );
  }

  #all(): Promise<Map<string, LearntWindow>> {
    return (this.#known ??= this.#deps.store.all().then(
      (all) => new Map(all.map((one) => [keyOf(one.endpoint, one.modelId), one])),
      (error: unknown) => {
        this.#deps.log.error('the windows of models could not be read', { error });
        return new Map<string, LearntWindow>();
      },
    ));
  }
}
