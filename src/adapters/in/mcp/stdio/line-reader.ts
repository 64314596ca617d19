const NEWLINE = 0x0a;

/** Cuts bytes into lines, in time linear in their number however small the pieces are. */
export class LineReader {
  readonly #mostBytes: number;
  readonly #onLine: (line: string | null) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** `onLine` gets each line without its end; null for one that is longer than `mostBytes`, which is not kept. */
  constructor(mostBytes: number, onLine: (line: string | null) => void) {
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
    if (bytes > this.#mostBytes) return this.#onLine(null);
    const line = Buffer.concat(pieces, bytes).toString('utf8');
    // A pattern would look at every character of a line that may have millions.
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
