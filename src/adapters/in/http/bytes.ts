import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Response } from 'express';
import type { Services } from '../../../core/features.ts';
import { OVER } from '../../../core/kernel/abort.ts';
import type { Bytes } from '../../../contract/row.ts';
import { leaveUnlessIn } from './event-stream.ts';

/** Of an answer of bytes. A named result is an attachment, so that the browser never shows the owner's files inline. */
export const headersOf = ({ contentType, fileName, sizeBytes }: Bytes): Readonly<Record<string, string>> => ({
  'Content-Type': contentType,
  ...(fileName === undefined ? {} : { 'Content-Disposition': contentDisposition(basename(fileName)) }),
  ...(sizeBytes === undefined ? {} : { 'Content-Length': String(sizeBytes) }),
});

/** Streams bytes, for as long as their reader would be let in: `isStillIn` is asked when somebody may do less. */
export async function sendBytes(
  response: Response,
  bytes: Bytes,
  isStillIn: () => Promise<boolean>,
  changed: Pick<Services['accessChanged'], 'on'> | null,
): Promise<void> {
  const { body } = bytes;
  if (response.destroyed) {
    // The client disconnected before there was anything to send.
    await body[Symbol.asyncIterator]().return?.(undefined);
    return;
  }
  response.status(200);
  for (const [name, value] of Object.entries(headersOf(bytes))) response.setHeader(name, value);
  const over = new AbortController();
  const unheard = changed?.on(() => void leaveUnlessIn(response, over.signal, isStillIn));
  try {
    await pipeline(Readable.from(givingWay(body)), response);
  } catch (error) {
    // The client may disconnect in the middle; the source is already closed then.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    over.abort(OVER);
    unheard?.();
  }
}

/** Yields to the event loop between pieces, because a reader as fast as the source would block all others. */
async function* givingWay(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece;
    await turn();
  }
}
