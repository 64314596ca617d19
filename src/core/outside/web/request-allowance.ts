import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import { webLimits } from './limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { refuse } from './errors.ts';
import type { ToolUseCounter } from './port.ts';
import { say } from './says.ts';

const { callsOfThread, callsOfHour, callsOfDay, threadsCounted } = webLimits;

export interface RequestAllowanceDeps {
  readonly history: ToolUseCounter;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Limits the number of requests for each person, so that nobody uses up another's: in an hour and a day as counted by the store,
 * plus those in flight, so that neither a restart nor a burst evades it; in a conversation as counted by this process.
 */
export class RequestAllowance {
  readonly #deps: RequestAllowanceDeps;
  readonly #ofThreads = new Map<ThreadId, number>();
  readonly #onTheirWay = new Map<PersonId, number>();

  constructor(deps: RequestAllowanceDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal too_many_calls, and then nothing is taken */
  async take({
    threadId,
    personId,
  }: {
    readonly threadId: ThreadId;
    readonly personId: PersonId;
  }): Promise<{ release(): void }> {
    this.#count(personId, 1);
    try {
      const ofThread = this.#ofThreads.get(threadId) ?? 0;
      if (ofThread >= callsOfThread) throw tooMany(callsOfThread, 'conversation');
      this.#ofThreads.delete(threadId);
      this.#ofThreads.set(threadId, ofThread + 1);
      for (const oldest of this.#ofThreads.keys()) {
        if (this.#ofThreads.size <= threadsCounted) break;
        this.#ofThreads.delete(oldest);
      }
      // This one is in flight itself.
      const inAnHour = await this.#since(personId, HOUR_MS);
      if (inAnHour + this.#inFlight(personId) > callsOfHour) throw tooMany(callsOfHour, 'hour');
      const inADay = await this.#since(personId, DAY_MS);
      if (inADay + this.#inFlight(personId) > callsOfDay) throw tooMany(callsOfDay, 'day');
    } catch (error) {
      this.#count(personId, -1);
      throw error;
    }
    return {
      release: () => {
        this.#count(personId, -1);
      },
    };
  }

  #inFlight(personId: PersonId): number {
    return this.#onTheirWay.get(personId) ?? 0;
  }

  #count(personId: PersonId, more: 1 | -1): void {
    this.#onTheirWay.set(personId, this.#inFlight(personId) + more);
  }

  async #since(personId: PersonId, ms: number): Promise<number> {
    const used = await this.#deps.history.toolUseSince(personId, this.#deps.clock.now() - ms);
    const ours = used.find(({ name }) => name === 'http_request');
    return ours ? ours.calls - ours.failures : 0;
  }
}

const tooMany = (max: number, of: 'conversation' | 'hour' | 'day') =>
  refuse.too_many_calls({ most: max }, say('web.calls', { most: max, of }));
