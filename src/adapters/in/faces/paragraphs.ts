/** The text of an answer, piece by piece: the texts of two turns are two paragraphs. */
export class Paragraphs {
  #isEmpty = true;
  #isNew = false;

  /** Whether nothing was said yet. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** What comes next is a paragraph of its own. */
  end(): void {
    this.#isNew = true;
  }

  /** The piece, with the gap before it. */
  add(text: string): string {
    const gap = !this.#isEmpty && this.#isNew ? '\n\n' : '';
    this.#isEmpty &&= text === '';
    this.#isNew = false;
    return gap + text;
  }
}
