import { JsonValueEnd } from '../../kernel/json-value-end.ts';
import { pastLimits } from './limits.ts';

/** One value of a JSON text, as it stands, or why it is not told. */
export type Element = { readonly text: string } | { readonly problem: 'too_long' | 'cut_off' };

/**
 * The members of the list that a JSON text is, one after the other, while the text comes in pieces; a text that is one
 * object has this one. Any other text has none. No more than one of them is held in memory, and one that is too long is
 * never held. The values are not checked.
 */
export class ElementReader {
  readonly #end = new JsonValueEnd();
  readonly #most: number;
  #state: 'before' | 'between' | 'inside' | 'over' = 'before';
  #isOne = false;
  #kept: string[] = [];
  #chars = 0;

  constructor(most: number = pastLimits.itemChars) {
    this.#most = most;
  }

  /** Whether nothing of what follows is looked at. */
  get isOver(): boolean {
    return this.#state === 'over';
  }

  *feed(piece: string): Generator<Element> {
    for (let at = 0; at < piece.length && this.#state !== 'over';) {
      if (this.#state !== 'inside') {
        at = this.#seek(piece, at);
        continue;
      }
      const end = this.#end.find(piece, at);
      this.#keep(piece, at, end ?? piece.length);
      if (end === null) return;
      yield this.#taken();
      at = end;
    }
  }

  *end(): Generator<Element> {
    if (this.#state === 'inside') yield { problem: 'cut_off' };
    this.#state = 'over';
  }

  /** @returns where a value begins, or the end of the piece */
  #seek(piece: string, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const sign = piece.charAt(at);
      if (BLANK.includes(sign) || (sign === ',' && this.#state === 'between')) continue;
      if (this.#state === 'before' && sign === '[') {
        this.#state = 'between';
        continue;
      }
      // A list that ends is over; so is what is neither a list nor an object.
      if (sign === ']' || sign === '}' || (this.#state === 'before' && sign !== '{')) {
        this.#state = 'over';
        return at;
      }
      this.#isOne = this.#state === 'before';
      this.#state = 'inside';
      this.#end.begin();
      return at;
    }
    return piece.length;
  }

  #keep(piece: string, from: number, to: number): void {
    this.#chars += to - from;
    if (this.#chars > this.#most) this.#kept = [];
    else this.#kept.push(piece.slice(from, to));
  }

  #taken(): Element {
    const isTooLong = this.#chars > this.#most;
    const text = this.#kept.join('');
    this.#kept = [];
    this.#chars = 0;
    this.#state = this.#isOne ? 'over' : 'between';
    return isTooLong ? { problem: 'too_long' } : { text };
  }
}

const BLANK = ' \t\r\n\ufeff';
