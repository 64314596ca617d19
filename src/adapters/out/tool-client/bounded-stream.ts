import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { collected } from '../../../core/kernel/bytes.ts';
import { readable } from '../../../core/kernel/encodings.ts';
import { textWithDigits } from '../../../core/kernel/exact-json.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';

const LF = 10;
const CR = 13;

/**
 * The body of a server's answer as a stream of the web. An event stream is passed on in whole events, so that none has
 * to be searched twice. The library rounds numbers that are too long, so they come as texts. `tooLong` makes the error that ends
 * a body, or an event, of more than `maxBytes`; `failed` the one that tells of an error of the connection.
 */
export function boundedStream(
  source: Readable,
  { maxBytes, isEvents, tooLong, failed }: BodyBounds,
): ReadableStream<Uint8Array> {
  // The reader learns of its errors; a source that is given up may still fail.
  source.on('error', () => undefined);
  const parts = isEvents
    ? eventsWithDigits(inUtf8(wholeEvents(source, maxBytes, tooLong)))
    : bodyWithDigits(inUtf8(whole(upTo(source, maxBytes, tooLong))));
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await parts.next().catch((error: unknown) => {
          throw isRefusal(error) ? error : failed(error);
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/** What some servers send in another encoding is read as it is meant, and no letter of it is lost. */
async function* inUtf8(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield isUtf8(piece) ? piece : Buffer.from(readable(piece));
}

/** A body is parsed as a whole, so it may come as a whole. */
async function* whole(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytes = await collected(pieces);
  if (bytes.length > 0) yield bytes;
}

export interface BodyBounds {
  readonly maxBytes: number;
  readonly isEvents: boolean;
  readonly tooLong: () => Error;
  readonly failed: (error: unknown) => Error;
}

/** A number may lose digits only if its text has one of these. */
const LONG = /\d{15}|\d[eE]/u;

/** As one text for each byte a letter: no part of another letter is a digit or a quotation mark. */
const lettersIn = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

async function* eventsWithDigits(events: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const some of events) {
    const text = lettersIn(some);
    yield LONG.test(text)
      ? Buffer.from(
          text.replaceAll(/^data:[^\r\n]*/gmu, (line) => `data:${textWithDigits(line.slice(5))}`),
          'latin1',
        )
      : some;
  }
}

async function* bodyWithDigits(bodies: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const body of bodies) {
    const text = lettersIn(body);
    yield LONG.test(text) ? Buffer.from(textWithDigits(text), 'latin1') : body;
  }
}

async function* upTo(source: Readable, maxBytes: number, tooLong: () => Error): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong();
    yield chunk;
  }
}

/** Events end with an empty line, whose lines end with LF, CR or both. What is left at the end is passed on as it is. */
async function* wholeEvents(
  source: Readable,
  maxBytes: number,
  tooLong: () => Error,
): AsyncGenerator<Uint8Array> {
  let kept: Buffer[] = [];
  let bytes = 0;
  const ends = new EventEnds();
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const end = ends.lastIn(chunk);
    if (end > 0) {
      yield Buffer.concat([...kept, chunk.subarray(0, end)]);
      kept = [];
      bytes = 0;
    }
    if (end < chunk.length) kept.push(chunk.subarray(end));
    bytes += chunk.length - end;
    if (bytes > maxBytes) throw tooLong();
  }
  if (kept.length > 0) yield Buffer.concat(kept);
}

/** Finds empty lines, also where they are split over chunks. */
class EventEnds {
  /** The end of a line has just passed. */
  #atStart = true;
  /** The last byte was a CR, whose LF may follow; and whether it ended an event. */
  #cr: 'none' | 'line' | 'event' = 'none';

  /** @returns the index behind the last empty line of the chunk, or 0 */
  lastIn(chunk: Buffer): number {
    let end = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index];
      const before = this.#cr;
      this.#cr = 'none';
      if (byte === LF && before !== 'none') {
        if (before === 'event') end = index + 1;
        continue;
      }
      const isEnd = byte === LF || byte === CR;
      if (isEnd && this.#atStart) end = index + 1;
      if (byte === CR) this.#cr = this.#atStart ? 'event' : 'line';
      this.#atStart = isEnd;
    }
    return end;
  }
}
