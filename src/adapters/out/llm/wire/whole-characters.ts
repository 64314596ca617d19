/**
 * Text that arrives in pieces, cut only between characters: if a piece ends with the first half of a surrogate pair,
 * that half waits for the next piece, because a lone surrogate cannot be encoded in UTF-8.
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
