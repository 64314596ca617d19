import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { shown } from './terminal-text.ts';

/**
 * All that is typed, read by one reader, so that no line is lost between its callers. What is pasted at a
 * terminal is part of one line, whatever line ends it has.
 */
export interface TypedLines {
  /** Whether a person types. Only a person answers questions: what comes from a file was written before they were asked. */
  readonly byPerson: boolean;
  /** The next line that no caller has taken, whenever it was typed; null when the input has ended, or `stop` aborts. */
  next(stop: AbortSignal): Promise<string | null>;
  /** Lines that are typed from now on, until `stop` aborts or the input ends. Those that are not taken are left to `next`. */
  fromNow(stop: AbortSignal): AsyncIterable<string>;
  close(): void;
}

export interface TypedLinesDeps {
  readonly input: Readable;
  /** Where what is typed is seen. */
  readonly screen: Writable & { readonly columns?: number };
  readonly byPerson: boolean;
  /** Whether key by key, with a sign where something may be typed and with what was typed before at the arrows. */
  readonly byKey: boolean;
  /** Ctrl-C, which is a key like any other then. */
  readonly interrupt: () => void;
}

const SIGN = '› ';
/** Has the terminal mark what is pasted, so that its line ends are not taken for Enter; the second ends that. */
const MARK_PASTES = '\u001b[?2004h';
const UNMARK_PASTES = '\u001b[?2004l';
/** A line feed so long after a carriage return is a line end of its own. */
const CRLF_MS = 100;
/** So many lines of a file are read ahead of those that are done. */
const AHEAD = 100;

/** Close it: until then it reads the input, and keeps the terminal in another mode. */
export function typedLines({ input, screen, byPerson, byKey, interrupt }: TypedLinesDeps): TypedLines {
  const left: string[] = [];
  /** Where lines go while `fromNow` takes them. */
  let taken: string[] | null = null;
  let ended = false;
  let isPasted = false;
  /** What was pasted, up to the line that Enter will send. */
  const pasted: string[] = [];
  /** Ends the waiting for a line. */
  let woken: (() => void) | null = null;

  /** What is typed while a run writes is not shown in the middle of that, but as soon as something is waited for. */
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
    if (!byPerson && left.length >= AHEAD) lines.pause();
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
  // Reading broke, because the terminal went away: there is nothing more to come.
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
