import type { PersonId } from './ids.ts';
import { refusePeople } from './people-refusals.ts';

/** Why nothing works for a person: they are disabled or removed, or what is their own is being erased. */
export type Out = 'disabled' | 'erasing';

/** Something that goes on for a person. */
export interface Piece {
  /** Aborts when they are put out; then it ends as soon as it can. */
  readonly signal: AbortSignal;
  /** @throws Refusal not_signed_in, own_erasure_running if they were */
  readonly refuseOut: () => void;
  /** It has ended: nothing is written for it any more. Repeatable. */
  readonly over: () => void;
}

/**
 * What goes on for people in this process and has no place of its own where it could be found: requests until they are
 * answered, and what is read of their runs afterwards. What is a person's is erased or handed over once nothing of it is
 * left, so that it cannot write after that. Before it begins a piece, the caller asks whether the person is out, with no await between.
 */
export class Ongoing {
  readonly #pieces = new Map<
    object,
    { readonly person: PersonId; readonly endsWhen: readonly Out[]; readonly stop: AbortController }
  >();

  /** @param endsWhen it ends when its person is out for one of these, and nothing waits for it otherwise */
  begin(person: PersonId, endsWhen: readonly Out[]): Piece {
    const stop = new AbortController();
    this.#pieces.set(stop, { person, endsWhen, stop });
    const { signal } = stop;
    return {
      signal,
      refuseOut: () => {
        if (signal.aborted) throw refusedFor(signal.reason as Out);
      },
      over: () => void this.#pieces.delete(stop),
    };
  }

  /** Tells all that goes on for a person who is out to end. Repeatable. @returns whether there is none */
  end(person: PersonId, why: Out): boolean {
    const ending = [...this.#pieces.values()].filter(
      (one) => one.person === person && one.endsWhen.includes(why),
    );
    for (const { stop } of ending) stop.abort(why);
    return ending.length === 0;
  }
}

/** Why a request is refused whose person is out. */
export const refusedFor = (why: Out): Error =>
  why === 'erasing' ? refusePeople.own_erasure_running() : refusePeople.not_signed_in();
