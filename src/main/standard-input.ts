import { addAbortSignal, type Readable } from 'node:stream';
import { limits } from '../core/kernel/limits.ts';

/** The text of a stream up to its end, or to where it is longer than any setting; null when `stop` aborts before. */
export async function textFrom(stream: Readable, stop: AbortSignal): Promise<string | null> {
  let text = '';
  try {
    for await (const piece of addAbortSignal(stop, stream).setEncoding('utf8')) {
      text += String(piece);
      if (text.length > limits.config.fileBytes) break;
    }
    return text;
  } catch (error) {
    if (stop.aborted) return null;
    throw error;
  }
}
