/** The client does not want the rest. */
export class ClientLeft extends Error {}

/** A lost connection, as `fetch` says it: its callers know it by that. */
export const lost = (cause: unknown): TypeError =>
  new TypeError('The engine of this process was left.', { cause });

/** One call. Its client may leave before it is over, as one of a socket may disconnect. */
export class DirectCall {
  readonly #asked: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #whenLeft: (() => void)[] = [];
  readonly #whenOver: (() => void)[] = [];
  #left: { readonly error: unknown } | null = null;
  #isOver = false;
  #stopWaiting: ((error: unknown) => void) | null = null;

  /** @param asked the client leaves when it aborts */
  constructor(asked: AbortSignal | undefined) {
    this.#asked = asked;
    asked?.addEventListener('abort', this.#abandon);
  }

  /** Aborts when the client leaves. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isLeft(): boolean {
    return this.#left !== null;
  }

  /** What the work comes to. Rejects as soon as the client leaves, whatever the work does. */
  unlessLeft<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#left) reject(this.#left.error);
      this.#stopWaiting = reject;
      work.then(resolve, reject);
    });
  }

  throwIfLeft(): void {
    if (this.#left) throw this.#left.error;
  }

  /** Does nothing when it is over. */
  leave(error: unknown): void {
    if (this.#isOver) return;
    this.#left = { error };
    this.#controller.abort();
    this.#stopWaiting?.(error);
    for (const act of this.#whenLeft) act();
    this.over();
  }

  /** Repeatable. */
  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#asked?.removeEventListener('abort', this.#abandon);
    for (const act of this.#whenOver) act();
  }

  /** At once if the client has left. */
  onLeft(act: () => void): void {
    if (this.#left) act();
    else this.#whenLeft.push(act);
  }

  /** At once if it is over. */
  onOver(act: () => void): void {
    if (this.#isOver) act();
    else this.#whenOver.push(act);
  }

  readonly #abandon = (): void => this.leave(this.#asked?.reason);
}

/** The calls in progress. */
export class CallsInProgress {
  readonly #open = new Set<DirectCall>();
  #isClosed = false;

  /** @throws the reason of the signal; as on a lost connection once they are closed */
  begin(asked: AbortSignal | undefined): DirectCall {
    asked?.throwIfAborted();
    if (this.#isClosed) throw lost(new ClientLeft());
    const call = new DirectCall(asked);
    this.#open.add(call);
    call.onOver(() => this.#open.delete(call));
    return call;
  }

  /** Those in progress fail as on a lost connection. Repeatable. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#open) call.leave(lost(new ClientLeft()));
  }
}
