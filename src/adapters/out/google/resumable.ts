import { createHash } from 'node:crypto';
import { isPassing } from '../../../core/backups/drive/retrying.ts';
import { driveLimits } from '../../../core/backups/drive/limits.ts';
import type { UploadSource } from '../../../core/backups/drive/port.ts';
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
  const put = async (range: string, body: Uint8Array | null): Promise<FailedAnswer> =>
    await calls.answered(
      async ({ token, signal: stop }) =>
        await answerOf(
          calls.fetch(session, {
            method: 'PUT',
            headers: {
              authorization: `Bearer ${token}`,
              'content-range': range,
              ...(body === null ? { 'content-length': '0' } : { 'content-type': OCTETS }),
            },
            ...(body === null ? {} : { body }),
            signal: stop,
          }),
        ),
      { ...options, also: [MORE, TAKEN, ...OVER] },
      signal,
    );
  const hash = createHash('md5');
  let hashed = 0;
  let failures = 0;
  for (let at = 0; ;) {
    const part = await source.read(at, Math.min(partBytes, total - at));
    if (hashed === at) {
      hash.update(part);
      hashed += part.length;
    }
    let answer: FailedAnswer;
    let wasPaused = false;
    try {
      answer = await put(`bytes ${at}-${at + part.length - 1}/${total}`, part);
    } catch (error) {
      failures += 1;
      if (!isPassing(error) || failures === driveLimits.tries || signal.aborted) throw error;
      await calls.clock.sleep(driveLimits.firstPauseMs * 2 ** (failures - 1), signal);
      wasPaused = true;
      // How much has arrived. If that cannot be asked either, the caller begins anew.
      answer = await put(`bytes */${total}`, null);
    }
    if (answer.status === TAKEN) return { data: null, md5: null };
    if (OVER.includes(answer.status)) throw strangeAnswer('an upload that was forgotten');
    if (answer.status !== MORE)
      return { data: answer.data, md5: hashed === total ? hash.digest('hex') : null };
    const arrived = arrivedIn(answer);
    if (arrived <= at && !wasPaused) {
      // It takes nothing: that is a failure, however often it asks for more.
      failures += 1;
      if (failures >= driveLimits.tries) throw strangeAnswer('an upload that does not go on');
      await calls.clock.sleep(driveLimits.firstPauseMs * 2 ** (failures - 1), signal);
    }
    if (arrived > at + part.length || arrived >= total) throw strangeAnswer('more bytes than were sent');
    if (arrived > at) failures = 0;
    at = arrived;
    sent(at);
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
