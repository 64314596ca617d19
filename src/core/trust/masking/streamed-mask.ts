import { finderOf } from './known-values.ts';
import { MASK } from './redaction.ts';
import { isUnguessable } from './guessable.ts';
import type { Rest, ValueFinder } from './value-finder.ts';

/**
 * Masks known values in text that comes in pieces, even when a value spans several: the longest tail that could begin
 * a value is held back until more comes, 256 characters at most. Patterns are not masked: this is an answer, not a log.
 *
 * Where only the beginnings of some values may be held back, because whoever reads the text could find the others by them, letter
 * after letter, the last word is held back always, whatever it is. So a value that is one word is masked, however it is cut.
 */
export class StreamedMask {
  readonly #finder: ValueFinder;
  /** Null: the beginnings of all values are held back. */
  readonly #heldBack: ValueFinder | null;
  #held = '';
  /** Inside a long value, whose beginning is masked: masks the rest of it. */
  #rest: Rest | null = null;

  /** @param heldBack those of the values whose beginnings may be held back */
  constructor(known: readonly string[], heldBack = known) {
    this.#finder = finderOf(known);
    this.#heldBack = heldBack === known ? null : finderOf(heldBack);
  }

  /** The text that is safe to show. */
  next(piece: string): string {
    const text = this.#held + piece;
    let shown = '';
    let from = this.#restIn(text, 0);
    for (;;) {
      const found = this.#nextIn(text, from);
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
    const begun = this.#begunAtEnd(text);
    return begun === 0 ? text : `${text.slice(0, -begun)}${MASK}`;
  }

  #begunAtEnd(text: string): number {
    if (this.#heldBack === null) return this.#finder.halfAtEnd(text);
    const begun = this.#finder.beginningAtEnd(text);
    const isKnown = begun > 0 && isUnguessable(text.slice(-begun));
    return isKnown ? begun : this.#heldBack.halfAtEnd(text);
  }

  /** The next value, or from where on the text is held back. */
  #nextIn(text: string, from: number): ReturnType<ValueFinder['next']> {
    const found = this.#finder.next(text, from, false);
    if (this.#heldBack === null) return found;
    const word = lastWordIn(text);
    if (!('begun' in found) && found.start < word) return found;
    const own = this.#heldBack.next(text, from, false);
    return { begun: Math.max(from, Math.min(word, 'begun' in own ? own.begun : own.start)) };
  }

  #restIn(text: string, from: number): number {
    const taken = this.#rest?.take(text, from) ?? 0;
    if (this.#rest?.goesOn === false) this.#rest = null;
    return taken;
  }
}

/** Where the last word of a text begins, or its last characters, where it is longer than any value that is looked for whole. */
function lastWordIn(text: string): number {
  let last = text.length;
  while (last > Math.max(0, text.length - LONGEST) && !SPACE.test(text.charAt(last - 1))) last -= 1;
  const isInside = last > 0 && /^[\uDC00-\uDFFF]/u.test(text.slice(last, last + 1));
  return isInside ? last - 1 : last;
}

const LONGEST = 256;
const SPACE = /\s/u;
