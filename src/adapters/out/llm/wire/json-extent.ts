/**
 * Tracks whether a JSON object, array or string is complete while it arrives in pieces. That must be known after every piece, and
 * parsing all of it each time would block the event loop for seconds with a single long file.
 */
export class JsonExtent {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #hasClosed = false;
  /** The marks behind the end that may close a fence of Markdown around it. */
  #ticks = 0;
  /** More was closed than opened, or something follows the end. */
  #isSpoilt = false;

  /** Its last brace has arrived, with nothing after it. The parser checks the rest. */
  get isClosed(): boolean {
    return this.#hasClosed && !this.#isSpoilt && this.#ticks === 0;
  }

  /** The end of a fence of Markdown has arrived behind its last brace, with nothing after it. */
  get isFenced(): boolean {
    return this.#hasClosed && !this.#isSpoilt && this.#ticks === FENCE;
  }

  add(piece: string): void {
    if (this.#isSpoilt) return;
    for (const character of piece) this.#take(character);
  }

  #take(character: string): void {
    if (this.#isInText) this.#takeInText(character);
    else if (this.#hasClosed) this.#takeAfter(character);
    else if (character === '"') this.#isInText = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') {
      this.#depth -= 1;
      this.#hasClosed = this.#depth === 0;
      this.#isSpoilt = this.#depth < 0;
    }
  }

  #takeAfter(character: string): void {
    if (character.trim() === '') return;
    this.#ticks += 1;
    this.#isSpoilt = character !== '`' || this.#ticks > FENCE;
  }

  #takeInText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') {
      this.#isInText = false;
      this.#hasClosed = this.#depth === 0;
    }
  }
}

/** Marks that end a fence. */
const FENCE = 3;
