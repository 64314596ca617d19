/**
 * Text that arrives in pieces, cut only between characters: a piece that ends with the first half of a surrogate
 * pair keeps it for the next one, because half a character does not survive being written down as UTF-8.
 */
export class WholeCharacters {
  #half = '';

  next(piece: string): string {
    const text = this.#half + piece;
    const last = text.charCodeAt(text.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    this.#half = isHalf ? text.slice(-1) : '';
    return isHalf ? text.slice(0, -1) : text;
  }
}
