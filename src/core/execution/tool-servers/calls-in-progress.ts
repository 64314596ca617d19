import type { PersonId } from '../../kernel/ids.ts';
import { secretMask } from '../../trust/masking/redaction.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { CallProgress } from '../../ports/tools.ts';
import { cleanedLine } from './cleaned-text.ts';
import { toolServerLimits as limits } from './limits.ts';

/** A call that its server works on, and how far it says it is. `since` in milliseconds since the epoch. */
export interface CallInProgress {
  readonly tool: string;
  readonly since: number;
  /** Null until the server says something of it. */
  readonly progress: CallProgress | null;
}

/** The calls of one server, oldest first. */
export class CallsInProgress {
  readonly #calls = new Map<{ readonly person: PersonId }, CallInProgress>();
  readonly #known: Pick<MaskedFor, 'unmistakableFor' | 'begunFor'>;

  /** @param known the secrets that are masked in what servers say */
  constructor(known: Pick<MaskedFor, 'unmistakableFor' | 'begunFor'>) {
    this.#known = known;
  }

  list(): readonly CallInProgress[] {
    return [...this.#calls].map(([{ person }, { progress, ...call }]) => ({
      ...call,
      progress: progress && shownProgress(progress, this.#known, person),
    }));
  }

  begin(tool: string, person: PersonId, since: number) {
    const call = { person };
    this.#calls.set(call, { tool: cleanedLine(tool, limits.toolNameChars), since, progress: null });
    return {
      /** Takes the server's words as they are, and keeps the last ones. */
      progressed: (progress: CallProgress): void => {
        const known = this.#calls.get(call);
        if (known) this.#calls.set(call, { ...known, progress });
      },
      end: (): void => void this.#calls.delete(call),
    };
  }
}

/**
 * What a server says of a call, as it can be shown: without these secrets, also where one is cut. Made of what is shown
 * alone: a server may say a lot.
 */
export const shownProgress = (
  { done, total, message }: CallProgress,
  known: Pick<MaskedFor, 'unmistakableFor' | 'begunFor'>,
  person: PersonId,
): CallProgress => ({
  done: counted(done),
  total: total === null ? null : counted(total),
  message:
    message === null
      ? null
      : secretMask(known.unmistakableFor(person), known.begunFor(person)).cutText(
          cleanedLine(message, limits.saidChars),
        ),
});

const counted = (value: number): number => Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER) || 0;
