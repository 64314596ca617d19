import { createHash } from 'node:crypto';
import { isPassing } from '../../../core/keeping/backups/drive/retrying.ts';
import { driveLimits } from '../../../core/keeping/backups/drive/limits.ts';
import type { UploadSource } from '../../../core/keeping/backups/drive/port.ts';
import type { CallOptions, Calls } from './calls.ts';
import { shortJson } from './short-answer.ts';
import { strangeAnswer, type FailedAnswer } from './failures.ts';

export interface InParts extends CallOptions {
  readonly metadata: object;
  readonly fields: string;
  readonly source: UploadSource;
  readonly partBytes: number;
  readonly sent: (bytes: number) => void;
}

const UPLOAD = 'https://www.googleapis.com/upload/drive/v3/files';
const OCTETS = 'application/octet-stream';
/** What is read of a file at a time. */
const PIECE_BYTES = 2 ** 18;
/** The statuses of a session: more is expected; what is there already; a session that is over. */
const MORE = 308;
const TAKEN = 409;
const OVER = [404, 410];

/**
 * Uploads in parts, in a session of the vendor. After a part that failed it asks how much has arrived, and goes on there.
 * `data` is the resource that was made; null if its id was taken already. `md5` is that of what was sent, null if not all
 * of it was read here.
 */
export async function sendInParts(
  asked: InParts,
  calls: Calls,
  signal: AbortSignal,
): Promise<{ readonly data: unknown; readonly md5: string | null }> {
  const { metadata, fields, source, sent, partBytes, ...options } = asked;
  const total = source.sizeBytes;
  const begun = await calls.answered(
    async ({ token, signal: stop }) =>
      await answerOf(
        calls.fetch(`${UPLOAD}?uploadType=resumable&fields=${encodeURIComponent(fields)}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json; charset=UTF-8',
            'x-upload-content-type': OCTETS,
            'x-upload-content-length': String(total),
          },
          body: JSON.stringify(metadata),
          signal: stop,
        }),
      ),
    { ...options, also: [TAKEN] },
    signal,
  );
  if (begun.status === TAKEN) return { data: null, md5: null };
  const session = begun.headers.get('location');
  if (session === null) throw strangeAnswer('an upload without an address');
  const put = async (
    range: string,
    length: number,
    body?: () => ReadableStream<Uint8Array>,
  ): Promise<FailedAnswer> =>
    await calls.answered(
      async ({ token, signal: stop }) =>
        await answerOf(
          calls.fetch(session, {
            method: 'PUT',
            headers: {
              authorization: `Bearer ${token}`,
              'content-range': range,
              'content-length': String(length),
              ...(body ? { 'content-type': OCTETS } : {}),
            },
            ...(body ? { body: body(), duplex: 'half' } : {}),
            signal: stop,
          }),
        ),
      { ...options, also: [MORE, TAKEN, ...OVER] },
      signal,
    );
  const reading = new PartReader(source);
  let failures = 0;
  for (let at = 0; ;) {
    const length = Math.min(partBytes, total - at);
    let answer: FailedAnswer;
    let wasPaused = false;
    try {
      answer = await put(`bytes ${at}-${at + length - 1}/${total}`, length, () => reading.part(at, length));
    } catch (error) {
      // What is wrong with the file says more than the connection that it ended.
      if (reading.problem !== null) throw reading.problem;
      failures += 1;
      if (!isPassing(error) || failures === driveLimits.tries || signal.aborted) throw error;
      await calls.clock.sleep(driveLimits.firstPauseMs * 2 ** (failures - 1), signal);
      wasPaused = true;
      // How much has arrived. If that cannot be asked either, the caller begins anew.
      answer = await put(`bytes */${total}`, 0);
    }
    if (answer.status === TAKEN) return { data: null, md5: null };
    if (OVER.includes(answer.status)) throw strangeAnswer('an upload that was forgotten');
    if (answer.status !== MORE) return { data: answer.data, md5: reading.md5(total) };
    const arrived = arrivedIn(answer);
    if (arrived <= at && !wasPaused) {
      // It takes nothing: that is a failure, however often it asks for more.
      failures += 1;
      if (failures >= driveLimits.tries) throw strangeAnswer('an upload that does not go on');
      await calls.clock.sleep(driveLimits.firstPauseMs * 2 ** (failures - 1), signal);
    }
    if (arrived > at + length || arrived >= total) throw strangeAnswer('more bytes than were sent');
    if (arrived > at) failures = 0;
    at = arrived;
    sent(at);
  }
}

/** Reads a file piece by piece, as the connection takes them, and hashes each byte once. */
class PartReader {
  readonly #source: UploadSource;
  readonly #hash = createHash('md5');
  #hashed = 0;
  /** What was thrown while it was read: of that the connection only says that it ended. */
  problem: Error | null = null;

  constructor(source: UploadSource) {
    this.#source = source;
  }

  part(at: number, length: number): ReadableStream<Uint8Array> {
    const pieces = this.#pieces(at, at + length);
    return new ReadableStream<Uint8Array>({
      pull: async (stream) => {
        const { value, done } = await pieces.next();
        if (done) stream.close();
        else stream.enqueue(value);
      },
      cancel: async () => void (await pieces.return(undefined)),
    });
  }

  /** Null if not all of it was read in order. */
  md5(total: number): string | null {
    return this.#hashed === total ? this.#hash.digest('hex') : null;
  }

  async *#pieces(from: number, to: number): AsyncGenerator<Uint8Array> {
    try {
      for (let at = from; at < to;) {
        const piece = await this.#source.read(at, Math.min(PIECE_BYTES, to - at));
        if (at <= this.#hashed && this.#hashed < at + piece.length) {
          this.#hash.update(piece.subarray(this.#hashed - at));
          this.#hashed = at + piece.length;
        }
        at += piece.length;
        yield piece;
      }
    } catch (error) {
      this.problem = error as Error;
      throw error;
    }
  }
}

/** `Range: bytes=0-99` is 100 bytes; without it there are none. */
function arrivedIn({ headers }: FailedAnswer): number {
  const range = headers.get('range');
  if (range === null) return 0;
  const last = /^bytes=0-(\d{1,15})$/u.exec(range)?.[1];
  if (last === undefined) throw strangeAnswer('an unreadable range');
  return Number(last) + 1;
}

async function answerOf(asking: Promise<Response>): Promise<FailedAnswer> {
  const response = await asking;
  const { status, headers } = response;
  const data = await shortJson(response);
  // A file that was made is described, or nothing is known of it.
  if (data === null && status >= 200 && status < 300 && !headers.has('location'))
    throw strangeAnswer('broken JSON');
  return { status, headers, data };
}
