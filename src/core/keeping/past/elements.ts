import { JsonValueEnd } from '../../kernel/json-value-end.ts';
import { pastLimits } from './limits.ts';

/** One value of a JSON text, as it stands, or why it is not told; of one that is too long, how it begins. */
export type Element =
  | { readonly text: string }
  | { readonly problem: 'too_long'; readonly head: string }
  | { readonly problem: 'cut_off' };

/**
 * The members of the list that a JSON text is, one after the other, while its bytes come in pieces. A text that begins with an
 * object has this one, and each line after it. Any other text has none. The values are not checked.
 *
 * No more than one of them is held in memory: as bytes, at most `most`, until it is told.
 */
export class ElementReader {
  readonly #end = new JsonValueEnd();
  readonly #most: number;
  #state: 'before' | 'between' | 'inside' | 'over' = 'before';
  #form: 'list' | 'object' | 'lines' = 'list';
  #held = new Uint8Array();
  /** Of the value, of which no more than `most` are held. */
  #bytes = 0;

  constructor(most: number = pastLimits.itemBytes) {
    this.#most = most;
  }

  /** Whether nothing of what follows is looked at. */
  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** How much of the memory it takes. */
  get heldBytes(): number {
    return this.#held.length;
  }

  *feed(piece: Uint8Array): Generator<Element> {
    // Each byte is one character here. What brackets, quotes and lines are made of is in no character of several bytes.
    const signs = bytewise.decode(piece);
    for (let at = 0; at < piece.length && this.#state !== 'over';) {
      if (this.#state !== 'inside') {
        at = this.#seek(signs, at);
        continue;
      }
      const end = this.#endIn(signs, at);
      this.#keep(piece, at, end ?? piece.length);
      if (end === null) return;
      yield this.#taken();
      at = end;
    }
  }

  *end(): Generator<Element> {
    if (this.#state === 'inside') yield this.#form === 'lines' ? this.#taken() : { problem: 'cut_off' };
    this.#state = 'over';
    this.#held = new Uint8Array();
  }

  #endIn(signs: string, from: number): number | null {
    if (this.#form !== 'lines') return this.#end.find(signs, from);
    const end = signs.indexOf('\n', from);
    return end < 0 ? null : end;
  }

  /** @returns where a value begins, or the end of the piece */
  #seek(signs: string, from: number): number {
    for (let at = from; at < signs.length; at += 1) {
      const sign = signs.charAt(at);
      const isBefore = this.#state === 'before';
      if (BLANK.includes(sign) || (sign === ',' && !isBefore)) continue;
      if (isBefore && MARK.includes(sign)) continue;
      if (isBefore && sign === '[') {
        this.#state = 'between';
        continue;
      }
      // A list that ends is over; so is what is neither a list nor an object.
      const isAnEnd = this.#form === 'list' && (sign === ']' || sign === '}');
      if (isAnEnd || (isBefore && sign !== '{')) {
        this.#state = 'over';
        return at;
      }
      if (isBefore) this.#form = 'object';
      this.#state = 'inside';
      this.#end.begin();
      return at;
    }
    return signs.length;
  }

  #keep(piece: Uint8Array, from: number, to: number): void {
    const kept = Math.min(to - from, this.#most - Math.min(this.#bytes, this.#most));
    if (this.#bytes + kept > this.#held.length) {
      const wider = new Uint8Array(Math.min(this.#most, Math.max(LEAST_BYTES, 2 * (this.#bytes + kept))));
      wider.set(this.#held.subarray(0, this.#bytes));
      this.#held = wider;
    }
    if (kept > 0) this.#held.set(piece.subarray(from, from + kept), this.#bytes);
    this.#bytes += to - from;
  }

  #taken(): Element {
    const bytes = this.#bytes;
    const isTooLong = bytes > this.#most;
    this.#bytes = 0;
    this.#state = 'between';
    if (this.#form === 'object') this.#form = 'lines';
    return isTooLong
      ? { problem: 'too_long', head: this.#heldText(Math.min(HEAD_BYTES, this.#most)) }
      : { text: this.#heldText(bytes) };
  }

  #heldText(bytes: number): string {
    return new TextDecoder().decode(this.#held.subarray(0, bytes));
  }
}

const bytewise = new TextDecoder('latin1');
const BLANK = ' \t\r\n';
/** The bytes of a mark of the order of bytes, as in UTF-8. */
const MARK = '\u00ef\u00bb\u00bf';
const LEAST_BYTES = 65_536;
const HEAD_BYTES = 4_096;
