import { OVER } from '../../kernel/abort.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CallProgress } from '../../ports/tools.ts';
import { toolServerLimits as limits } from './limits.ts';

/** Tells how far a call is, however often its server says it: at most once in `progressMs`, and always the last word. */
export class ProgressNews {
  readonly #clock: Clock;
  /** Takes the server's words as they are. */
  readonly #tell: (progress: CallProgress) => void;
  readonly #over = new AbortController();
  #last: CallProgress | null = null;
  #isTelling = false;

  constructor(clock: Clock, tell: (progress: CallProgress) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** In the server's words as they are. */
  add(progress: CallProgress): void {
    this.#last = progress;
    if (!this.#isTelling) void this.#telling();
  }

  /** Nothing more is told: the result says more. */
  end(): void {
    this.#over.abort(OVER);
  }

  async #telling(): Promise<void> {
    this.#isTelling = true;
    for (let next = this.#last; next !== null && !this.#over.signal.aborted; next = this.#last) {
      this.#last = null;
      this.#tell(next);
      await this.#clock.sleep(limits.progressMs, this.#over.signal);
    }
    this.#isTelling = false;
  }
}
