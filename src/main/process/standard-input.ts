import { createInterface } from 'node:readline';
import { addAbortSignal, Writable, type Readable } from 'node:stream';
import { WrongOption } from '../../contract/cli/command.ts';
import { say } from '../../contract/cli/says.ts';
import { withoutCutLetters } from '../../contract/folded-letters.ts';
import { textBeginning, textIn } from '../../core/kernel/file-text.ts';
import { configLimits } from '../../core/instance/config/limits.ts';
import type { Clock } from '../../core/ports/clock.ts';

/**
 * The text of a stream up to its end, or up to the length of the longest setting; null if `stop` aborts first.
 * @throws WrongOption if it is no text
 */
export async function textFrom(stream: Readable, stop: AbortSignal): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of addAbortSignal(stop, stream) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > MOST_BYTES) break;
    }
    const read = withoutCutLetters(Buffer.concat(pieces));
    const text = (bytes > MOST_BYTES ? textBeginning(read) : textIn(read))?.text;
    if (text === undefined) throw new WrongOption(say('terminal.stdin_no_text'));
    return text;
  } catch (error) {
    if (stop.aborted) return null;
    throw error;
  }
}

/** A letter has several bytes in other scripts. */
const MOST_BYTES = 4 * configLimits.fileBytes;

/** One line of a terminal, read without echo; null on Ctrl-C, on Ctrl-D, and if `stop` aborts. */
export async function unseenLine(terminal: Readable, stop: AbortSignal): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({ input: terminal, output: nowhere, terminal: true, signal: stop });
  return await new Promise((resolve) => {
    line.once('line', (text) => {
      resolve(text);
      line.close();
    });
    line.once('SIGINT', () => line.close());
    line.once('close', () => resolve(null));
  });
}

/** A person needs longer than this to read a question and answer it. */
const typedAheadMs = 100;

/**
 * Lines typed from now on, until `stop` aborts or the stream ends. A line that is already waiting (Enter pressed
 * twice) was not meant for the question on the screen and is dropped. The terminal keeps its mode: it echoes, and
 * Ctrl-C stays a signal. A further call continues with the following lines.
 */
export async function* linesFrom(
  stream: Readable,
  stop: AbortSignal,
  clock: Pick<Clock, 'sleep'>,
): AsyncGenerator<string> {
  const drop = () => undefined;
  stream.on('data', drop).resume();
  await clock.sleep(typedAheadMs, stop);
  stream.off('data', drop);
  stream.pause();
  if (stop.aborted) return;
  const lines = createInterface({ input: stream, terminal: false, signal: stop });
  try {
    yield* lines;
  } finally {
    lines.close();
  }
}
