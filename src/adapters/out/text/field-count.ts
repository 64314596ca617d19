/** Counts the fields of rows while the text comes in pieces, so that a row of millions is refused before it is read. */
export class FieldCount {
  /** The line that the text has reached, from 1. */
  line = 1;
  /** The line of the quotation mark that opened the field that the text is in; null outside of one. */
  openedIn: number | null = null;
  readonly #separator: string;
  #fields = 1;
  #isQuoted = false;
  #isStart = true;
  #wasQuote = false;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Whether a row has more fields than so many; then the count is over. */
  isBeyond(most: number, piece: string): boolean {
    for (const letter of piece) {
      if (letter === '"') {
        // In a quoted field two of them are one: the second opens it again.
        if (this.#isQuoted) this.#isQuoted = false;
        else if (this.#isStart || this.#wasQuote) {
          this.#isQuoted = true;
          // The second of two did not open it.
          if (this.#isStart) this.openedIn = this.line;
        }
        this.#wasQuote = true;
        this.#isStart = false;
        continue;
      }
      this.#wasQuote = false;
      if (letter === '\n') this.line += 1;
      if (this.#isQuoted) continue;
      this.openedIn = null;
      this.#isStart = letter === this.#separator || letter === '\n' || letter === '\r';
      if (letter === this.#separator) {
        this.#fields += 1;
        if (this.#fields > most) return true;
      } else if (this.#isStart) this.#fields = 1;
    }
    return false;
  }
}
