import { createInterface } from 'node:readline';
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

/**
 * The lines of a stream until `stop` aborts or it ends. A terminal stays as it is, so that it echoes what is typed and
 * Ctrl-C is a signal as ever. May be called again for the lines after those.
 */
export async function* linesFrom(stream: Readable, stop: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input: stream, terminal: false, signal: stop });
  try {
    yield* lines;
  } finally {
    lines.close();
  }
}
