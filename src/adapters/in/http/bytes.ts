import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { Response } from 'express';
import type { Bytes } from '../../../contract/row.ts';

/** Sends bytes as they come. The browser never shows the owner's files inline: what has a name is an attachment. */
export async function sendBytes(
  response: Response,
  { contentType, fileName, sizeBytes, body }: Bytes,
): Promise<void> {
  if (response.destroyed) {
    // The client has gone before there was anything to send.
    await body[Symbol.asyncIterator]().return?.(undefined);
    return;
  }
  response.status(200).setHeader('Content-Type', contentType);
  if (fileName !== undefined) response.attachment(fileName).setHeader('Content-Type', contentType);
  if (sizeBytes !== undefined) response.setHeader('Content-Length', String(sizeBytes));
  try {
    await pipeline(Readable.from(givingWay(body)), response);
  } catch (error) {
    // The client may leave in the middle; the source is closed by then.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** A reader as fast as the source would keep all others waiting: between two pieces the event loop serves them. */
async function* givingWay(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece;
    await turn();
  }
}
