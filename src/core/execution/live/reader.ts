import { OVER } from '../../kernel/abort.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';

/** A thread that has changed. */
export interface Changed {
  readonly threadId: ThreadId;
  readonly isDeleted: boolean;
}

/** What one reader has not been told yet: only which threads, so that a slow reader costs no more than that. */
export class Reader {
  readonly whose: Whose;
  readonly #changed = new Map<ThreadId, Changed>();
  #wake: (() => void) | null = null;
  readonly #over = new AbortController();

  constructor(whose: Whose) {
    this.whose = whose;
  }

  /** Aborts when the reader has left, or the engine stops. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  changed(changed: Changed): void {
    this.#changed.set(changed.threadId, changed);
    this.#wake?.();
  }

  end(): void {
    this.#over.abort(OVER);
    this.#wake?.();
  }

  /** Resolves when a thread has changed, or the reader has ended. */
  async news(): Promise<void> {
    if (this.over.aborted || this.#changed.size > 0) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = null;
  }

  /** The threads that have changed, in the order of their first change; afterwards it has been told of them. */
  take(): readonly Changed[] {
    const taken = [...this.#changed.values()];
    this.#changed.clear();
    return taken;
  }
}
