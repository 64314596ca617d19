import { finderOf } from './known-values.ts';
import { MASK } from './redaction.ts';
import type { Rest, ValueFinder } from './value-finder.ts';

/**
 * Masks known values in text that comes in pieces, even when a value spans several: the longest tail that could begin
 * a value is held back until more comes, 256 characters at most. Patterns are not masked: this is an answer, not a log.
 */
export class StreamedMask {
  readonly #finder: ValueFinder;
  #held = '';
  /** Inside a long value, whose beginning is masked: masks the rest of it. */
  #rest: Rest | null = null;

  constructor(known: readonly string[]) {
    this.#finder = finderOf(known);
  }

  /** The text that is safe to show. */
  next(piece: string): string {
    const text = this.#held + piece;
    let shown = '';
    let from = this.#restIn(text, 0);
    for (;;) {
      const found = this.#finder.next(text, from, false);
      if ('begun' in found) {
        this.#held = text.slice(found.begun);
        return shown + text.slice(from, found.begun);
      }
      shown += text.slice(from, found.start) + MASK;
      this.#rest = found.rest;
      from = found.end + this.#restIn(text, found.end);
    }
  }

  /** The end of the text: returns the held-back tail. Half a value or more stays masked. */
  rest(): string {
    const text = this.#finder.masked(this.#held, MASK);
    this.#held = '';
    this.#rest = null;
    const begun = this.#finder.halfAtEnd(text);
    return begun === 0 ? text : `${text.slice(0, -begun)}${MASK}`;
  }

  #restIn(text: string, from: number): number {
    const taken = this.#rest?.take(text, from) ?? 0;
    if (this.#rest?.goesOn === false) this.#rest = null;
    return taken;
  }
}
