import { StringDecoder } from 'node:string_decoder';
import { readable } from '../../../core/kernel/encodings.ts';

const LF = 10;

/** A line that is no message of the protocol. */
export class UnusableLine extends Error {
  readonly bytes: number;

  constructor(line: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'It is no message.', { cause });
    this.bytes = line.length;
  }
}

/** Cuts a stream of bytes into lines. What is kept of an unfinished line is joined once, when its end has come. */
export class Lines {
  readonly #maxBytes: number;
  #kept: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @returns the lines that end in this chunk; null once a line is too long */
  in(chunk: Buffer): readonly string[] | null {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      if (this.#bytes + end - start > this.#maxBytes) return null;
      lines.push(readable(Buffer.concat([...this.#kept, chunk.subarray(start, end)])));
      this.#kept = [];
      this.#bytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) this.#kept.push(chunk.subarray(start));
    this.#bytes += chunk.length - start;
    return this.#bytes > this.#maxBytes ? null : lines;
  }
}

/** The last lines of what a program says, of a bounded length, however much it says. */
export class LastWords {
  readonly #maxChars: number;
  readonly #decoder = new StringDecoder('utf8');
  #text = '';

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  add(chunk: Buffer): void {
    this.#text = (this.#text + this.#decoder.write(chunk)).slice(-this.#maxChars);
  }

  /** The last ones, without empty ones. */
  lines(most: number): readonly string[] {
    return this.#text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .slice(-most);
  }
}
