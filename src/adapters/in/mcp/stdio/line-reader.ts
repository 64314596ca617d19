import { isUtf8 } from 'node:buffer';

/** What is wrong with a line that is not read. */
export type Unread = 'too_long' | 'not_utf8';
type OnLine = (line: string | null, why?: Unread) => void;

const NEWLINE = 0x0a;

/** Cuts bytes into lines, in time linear in their number however small the pieces are. */
export class LineReader {
  readonly #mostBytes: number;
  readonly #onLine: OnLine;
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** `onLine` gets each line without its end; of one that is longer than `mostBytes`, which is not kept, only why. */
  constructor(mostBytes: number, onLine: OnLine) {
    this.#mostBytes = mostBytes;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#end();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#bytes += piece.length;
    if (this.#bytes > this.#mostBytes) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  #end(): void {
    const [pieces, bytes] = [this.#pieces, this.#bytes];
    [this.#pieces, this.#bytes] = [[], 0];
    if (bytes > this.#mostBytes) return this.#onLine(null, 'too_long');
    const read = Buffer.concat(pieces, bytes);
    if (!isUtf8(read)) return this.#onLine(null, 'not_utf8');
    const line = read.toString('utf8');
    // A pattern would look at every character of a line that may have millions.
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
