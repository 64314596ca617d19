import { pictureIn, type PictureType } from './picture.ts';

/** The bytes at the beginning of a file that say what it is. */
const SIGNATURE_BYTES = 12;

export type MediaType = PictureType | 'application/pdf' | 'text/plain' | 'application/octet-stream';

/**
 * Finds out what a file is from its bytes, and from nothing that is said about it: an image, a PDF, UTF-8 text, or
 * anything else. Take the pieces in order.
 */
export class MediaTypeFinder {
  readonly #beginning = new Uint8Array(SIGNATURE_BYTES);
  #length = 0;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  take(piece: Uint8Array): void {
    if (this.#length < SIGNATURE_BYTES) {
      const first = piece.subarray(0, SIGNATURE_BYTES - this.#length);
      this.#beginning.set(first, this.#length);
      this.#length += first.length;
    }
    this.#isText &&= this.#goesOnAsText(piece);
  }

  /** After the last piece. */
  found(): MediaType {
    const beginning = this.#beginning.subarray(0, this.#length);
    const picture = pictureIn(beginning);
    if (picture) return picture;
    if (startsWith(beginning, '%PDF-')) return 'application/pdf';
    return this.#isText && this.#endsAsText() ? 'text/plain' : 'application/octet-stream';
  }

  #goesOnAsText(piece: Uint8Array): boolean {
    // Text never contains a NUL.
    if (piece.includes(0)) return false;
    try {
      this.#decoder.decode(piece, { stream: true });
      return true;
    } catch {
      return false;
    }
  }

  /** Not in the middle of a character. */
  #endsAsText(): boolean {
    try {
      this.#decoder.decode();
      return true;
    } catch {
      return false;
    }
  }
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Array.from(text).every((letter, at) => bytes[at] === letter.charCodeAt(0));
