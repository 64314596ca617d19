/**
 * How far a JSON object has come, a piece at a time. Whether something is missing of it must be known after every
 * piece; parsing all of it each time would keep the engine busy for seconds with one long file.
 */
export class JsonExtent {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #hasClosed = false;
  /** More was closed than opened, or something follows what was closed. */
  #isSpoilt = false;

  /** Its last brace has come, and nothing behind it. The rest is for the parser to judge. */
  get isClosed(): boolean {
    return this.#hasClosed && !this.#isSpoilt;
  }

  add(piece: string): void {
    if (this.#isSpoilt) return;
    for (const character of piece) this.#take(character);
  }

  #take(character: string): void {
    if (this.#isInText) this.#takeInText(character);
    else if (this.#hasClosed) this.#isSpoilt ||= character.trim() !== '';
    else if (character === '"') this.#isInText = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') {
      this.#depth -= 1;
      this.#hasClosed = this.#depth === 0;
      this.#isSpoilt = this.#depth < 0;
    }
  }

  #takeInText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#isInText = false;
  }
}
