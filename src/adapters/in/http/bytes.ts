import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { Response } from 'express';
import type { Bytes } from '../../../contract/row.ts';

/** Sends bytes as they come. User content is never shown inline: what has a name is an attachment (S15). */
export async function sendBytes(
  response: Response,
  { contentType, fileName, sizeBytes, body }: Bytes,
): Promise<void> {
  if (response.destroyed) {
    // Whoever asked has gone before there was anything to send.
    await body[Symbol.asyncIterator]().return?.(undefined);
    return;
  }
  response.status(200).setHeader('Content-Type', contentType);
  if (fileName !== undefined) response.attachment(fileName).setHeader('Content-Type', contentType);
  if (sizeBytes !== undefined) response.setHeader('Content-Length', String(sizeBytes));
  try {
    await pipeline(Readable.from(givingWay(body)), response);
  } catch (error) {
    // Who downloads may leave; the source has been let go by then.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** A reader that is as fast as the source would keep everybody else waiting: between two pieces the others have a turn. */
async function* givingWay(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece;
    await turn();
  }
}
