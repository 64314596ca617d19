import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { shown } from './terminal-text.ts';

/**
 * The only reader of stdin, so that no line is lost between callers. Pasted text at a terminal
 * is part of one line, whatever line ends it has.
 */
export interface TypedLines {
  /** Whether a person types. Only a person answers questions: lines of a file were written before the questions were asked. */
  readonly byPerson: boolean;
  /** The next unread line, whenever it was typed; null when the input has ended, or `stop` aborts. */
  next(stop: AbortSignal): Promise<string | null>;
  /** Lines typed from now on, until `stop` aborts or the input ends. Unread ones remain for `next`. */
  fromNow(stop: AbortSignal): AsyncIterable<string>;
  close(): void;
}

export interface TypedLinesDeps {
  readonly input: Readable;
  /** Echoes typed text. */
  readonly screen: Writable & { readonly columns?: number };
  readonly byPerson: boolean;
  /** Whether it reads key by key, with a prompt and a history at the arrow keys. */
  readonly byKey: boolean;
  /** Ctrl-C, which is an ordinary key in that mode. */
  readonly interrupt: () => void;
}

const SIGN = '› ';
/** Makes the terminal mark pasted text, so that its line ends do not count as Enter; the second turns that off. */
const MARK_PASTES = '\u001b[?2004h';
const UNMARK_PASTES = '\u001b[?2004l';
/** Milliseconds after a carriage return beyond which a line feed is a separate line end. */
const CRLF_MS = 100;
/** The most lines of a file that are read ahead. */
const maxLinesAhead = 100;

/** Close it: until then it reads stdin and keeps the terminal in raw mode. */
export function typedLines({ input, screen, byPerson, byKey, interrupt }: TypedLinesDeps): TypedLines {
  const left: string[] = [];
  /** Receives lines while `fromNow` reads. */
  let taken: string[] | null = null;
  let ended = false;
  let isPasted = false;
  /** Pasted text, until Enter sends it. */
  const pasted: string[] = [];
  /** Ends the wait for a line. */
  let woken: (() => void) | null = null;

  /** Text typed while a run prints is echoed later, when a line is awaited. */
  const echo = new Writable({
    write: (piece: Uint8Array, _encoding, done) => {
      if (woken) screen.write(piece);
      done();
    },
  });
  Object.defineProperty(echo, 'columns', { get: () => screen.columns });

  const lines = createInterface({
    input,
    terminal: byKey,
    crlfDelay: byKey ? CRLF_MS : Number.POSITIVE_INFINITY,
    prompt: SIGN,
    ...(byKey ? { output: echo } : {}),
  });
  if (byKey) {
    screen.write(MARK_PASTES);
    input.on('keypress', notePaste);
  }
  lines.on('line', (line) => {
    if (isPasted) {
      pasted.push(line);
      return;
    }
    (taken ?? left).push([...pasted.splice(0), line].join('\n'));
    if (!byPerson && left.length >= maxLinesAhead) lines.pause();
    woken?.();
  });
  lines.on('close', () => {
    ended = true;
    if (byKey) {
      input.off('keypress', notePaste);
      screen.write(UNMARK_PASTES);
    }
    leaveLine();
    woken?.();
  });
  lines.on('SIGINT', interrupt);
  // Reading failed because the terminal is gone: no more input will come.
  lines.on('error', () => lines.close());

  function notePaste(_text: string | undefined, { name }: { readonly name?: string } = {}): void {
    if (name === 'paste-start') isPasted = true;
    if (name === 'paste-end') isPasted = false;
  }

  function leaveLine(): void {
    if (byKey && woken) screen.write('\n');
  }

  function typed(stop: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        stop.removeEventListener('abort', stopped);
        woken = null;
        resolve();
      };
      const stopped = () => {
        leaveLine();
        done();
      };
      stop.addEventListener('abort', stopped);
      woken = done;
      if (byKey) lines.prompt(true);
    });
  }

  async function takeFrom(waiting: string[], stop: AbortSignal): Promise<string | null> {
    const ahead = waiting.length > 0;
    while (waiting.length === 0 && !ended && !stop.aborted) await typed(stop);
    const line = stop.aborted ? undefined : waiting.shift();
    if (line === undefined) return null;
    if (byKey && ahead) screen.write(`${SIGN}${shown(line)}\n`);
    if (!ended) lines.resume();
    return line;
  }

  async function* fromNow(stop: AbortSignal): AsyncGenerator<string> {
    const mine: string[] = [];
    taken = mine;
    const giveBack = () => {
      if (taken === mine) taken = null;
      for (const line of mine.splice(0)) left.push(line);
    };
    stop.addEventListener('abort', giveBack);
    try {
      for (let line; (line = await takeFrom(mine, stop)) !== null;) yield line;
    } finally {
      stop.removeEventListener('abort', giveBack);
      giveBack();
    }
  }

  return { byPerson, next: (stop) => takeFrom(left, stop), fromNow, close: () => lines.close() };
}
