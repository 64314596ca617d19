import type { RunWrite } from '../store.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  isUntrustedContextNote,
  untrustedContextNote,
  type MessageBlock,
} from '../../../conversation/threads/model.ts';
import type { Turn } from '../window/outbound.ts';
import type { Worker } from './worker.ts';

/**
 * The messages before and in this run, as its next request sends them; each addition is also a change of the thread.
 */
export class ThreadSoFar {
  #turns: Turn[];
  readonly #worker: Pick<Worker, 'runId' | 'threadId'>;
  readonly #clock: Clock;
  #mustNote: boolean;

  /** `promptHasUntrustedContent`: outside the thread, the model is shown content that is not its owner's. */
  constructor(
    before: readonly Turn[],
    worker: Pick<Worker, 'runId' | 'threadId'>,
    promptHasUntrustedContent: boolean,
    clock: Clock,
  ) {
    this.#turns = [...before];
    this.#worker = worker;
    this.#clock = clock;
    this.#mustNote =
      promptHasUntrustedContent && !before.some(({ content }) => content.some(isUntrustedContextNote));
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  /** The same conversation, whose earlier part a summary replaces. */
  summarised(turns: readonly Turn[]): void {
    this.#turns = [...turns];
  }

  append(role: 'user' | 'assistant', said: readonly MessageBlock[]): readonly RunWrite[] {
    if (said.length === 0) return [];
    const addsNote = this.#mustNote && role === 'assistant';
    if (addsNote) this.#mustNote = false;
    const content = addsNote && !said.some(isUntrustedContextNote) ? [...said, untrustedContextNote] : said;
    this.#turns.push({ role, content });
    const { runId, threadId } = this.#worker;
    const createdAt = this.#clock.now();
    return [{ change: 'message.append', message: { threadId, runId, role, content, createdAt } }];
  }
}
