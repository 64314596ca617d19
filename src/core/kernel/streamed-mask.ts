import { MASK } from './redaction.ts';
import { anyOf, beginningAtEnd, spellings } from './spellings.ts';

/**
 * Masks known values in text that comes in pieces, also where one is cut in two: the longest end that could begin one
 * is held back until more comes (house §3.12.15). Patterns are not masked: this is somebody's answer, not a log.
 */
export class StreamedMask {
  readonly #spelled: readonly string[];
  readonly #anyKnown: RegExp;
  readonly #byFirst: ReadonlyMap<string, readonly string[]>;
  readonly #longest: number;
  #held = '';

  constructor(known: readonly string[]) {
    this.#spelled = spellings(known);
    this.#anyKnown = anyOf(this.#spelled);
    this.#byFirst = Map.groupBy(this.#spelled, (spelling) => spelling.charAt(0));
    this.#longest = this.#spelled[0]?.length ?? 0;
  }

  /** What may be shown by now. */
  next(piece: string): string {
    const text = this.#held + piece;
    let shown = '';
    let from = 0;
    for (;;) {
      const begun = this.#begunAt(text, from);
      this.#anyKnown.lastIndex = from;
      const found = this.#anyKnown.exec(text);
      if (!found || found.index >= begun) {
        this.#held = text.slice(begun);
        return shown + text.slice(from, begun);
      }
      shown += text.slice(from, found.index) + MASK;
      from = found.index + found[0].length;
    }
  }

  /** Nothing more comes: what was held back. Half a value and more is still too much of it. */
  rest(): string {
    const text = this.#held.replace(this.#anyKnown, MASK);
    this.#held = '';
    const begun = Math.max(0, ...this.#spelled.map((spelling) => halfAtEnd(text, spelling)));
    return begun === 0 ? text : `${text.slice(0, -begun)}${MASK}`;
  }

  /** Where the longest end of the text stands that begins a value; its length when there is none. */
  #begunAt(text: string, from: number): number {
    for (let at = Math.max(from, text.length - this.#longest + 1); at < text.length; at++) {
      const begun = this.#byFirst.get(text.charAt(at));
      if (!begun) continue;
      const end = text.slice(at);
      if (begun.some((spelling) => spelling.length > end.length && spelling.startsWith(end))) return at;
    }
    return text.length;
  }
}

function halfAtEnd(text: string, spelling: string): number {
  const begun = beginningAtEnd(text, spelling);
  return begun * 2 >= spelling.length ? begun : 0;
}
