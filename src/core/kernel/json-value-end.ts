const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 91, 92, 93, 123, 125] as const;

/**
 * Finds where a value of JSON ends, in a text that may come in pieces. It goes by brackets and quotes alone: the value is not
 * checked. A number or a word ends at the next comma or bracket, so white space after it belongs to it.
 */
export class JsonValueEnd {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** From here on it is another value. */
  begin(): void {
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  /**
   * @param to where this piece of the text ends
   * @returns where the value ends; null if it goes on after the piece
   */
  find(text: string, from: number, to: number = text.length): number | null {
    let depth = this.#depth;
    let isInString = this.#isInString;
    let at = this.#isEscaped ? from + 1 : from;
    for (; at < to; at++) {
      const code = text.charCodeAt(at);
      if (isInString) {
        if (code === BACKSLASH) at += 1;
        else if (code === QUOTE) {
          isInString = false;
          if (depth === 0) return at + 1;
        }
      } else if (code === QUOTE) isInString = true;
      else if (code === OPEN || code === OPEN_LIST) depth += 1;
      else if (code === CLOSE || code === CLOSE_LIST) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (code === COMMA && depth === 0) return at;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    // What is escaped is the first character of the next piece.
    this.#isEscaped = at > to;
    return null;
  }
}
