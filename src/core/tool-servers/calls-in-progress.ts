import { cleanedLine } from './cleaned-text.ts';
import { toolServerLimits as limits } from './limits.ts';

/** A call that its server works on, and how far it says it is. `since` in milliseconds since the epoch. */
export interface CallInProgress {
  readonly tool: string;
  readonly since: number;
  /** Null until the server says something of it; `total` and `message` are null if it leaves them out. */
  readonly progress: {
    readonly done: number;
    readonly total: number | null;
    readonly message: string | null;
  } | null;
}

/** The calls of one server, oldest first. */
export class CallsInProgress {
  readonly #calls = new Map<object, CallInProgress>();

  list(): readonly CallInProgress[] {
    return [...this.#calls.values()];
  }

  begin(tool: string, since: number) {
    const call = {};
    this.#calls.set(call, { tool: cleanedLine(tool, limits.toolNameChars), since, progress: null });
    return {
      /** Takes the server's words, and keeps the last ones. */
      progressed: (done: number, total: number | null, message: string | null): void => {
        const known = this.#calls.get(call);
        const said = message === null ? null : cleanedLine(message, limits.saidChars);
        if (known) this.#calls.set(call, { ...known, progress: { done, total, message: said } });
      },
      end: (): void => void this.#calls.delete(call),
    };
  }
}
