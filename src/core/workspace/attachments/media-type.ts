import { joined } from '../../kernel/bytes.ts';
import { textBeginning, textIn } from '../../kernel/file-text.ts';
import { attachmentLimits } from './limits.ts';
import { pictureIn, type PictureType } from './picture.ts';

/** The bytes at the beginning of a file that say what it is, if it is not UTF-8 as a whole. */
const { textBytes } = attachmentLimits;

export type MediaType = PictureType | 'application/pdf' | 'text/plain' | 'application/octet-stream';

/**
 * Finds out what a file is from its bytes, and from nothing that is said about it: an image, a PDF, text, or anything
 * else. Take the pieces in order.
 */
export class MediaTypeFinder {
  readonly #beginning: Uint8Array[] = [];
  #kept = 0;
  #length = 0;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  take(piece: Uint8Array): void {
    if (this.#kept < textBytes) {
      const first = piece.slice(0, textBytes - this.#kept);
      this.#beginning.push(first);
      this.#kept += first.length;
    }
    this.#length += piece.length;
    this.#isText &&= this.#goesOnAsText(piece);
  }

  /** After the last piece. */
  found(): MediaType {
    const beginning = joined(this.#beginning);
    const picture = pictureIn(beginning);
    if (picture) return picture;
    if (startsWith(beginning, '%PDF-')) return 'application/pdf';
    const isUtf8 = this.#isText && this.#endsAsText();
    const isWhole = this.#length === beginning.length;
    const isText = isUtf8 || (isWhole ? textIn(beginning) : textBeginning(beginning)) !== null;
    return isText ? 'text/plain' : 'application/octet-stream';
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
