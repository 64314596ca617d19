import type { Tell } from '../../../contract/cli/says.ts';
import type { Says } from '../../../contract/words/says.ts';

/** The progress of something long, for a person. */
export interface ProgressBar {
  show(progress: Progress): void;
  /** Takes the bar off the screen. Call it before anything else is printed. */
  clear(): void;
}

interface Progress {
  /** In a word, like “Copying”. */
  readonly what: Says;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

const CELLS = 24;
const MB = 2 ** 20;
const ERASE_LINE = '\r\u001b[K';

/** At a terminal one line that is drawn over and over, elsewhere one line for each thing that begins. */
export function progressBar(err: (text: string) => void, isTerminal: boolean, tell: Tell): ProgressBar {
  let last = '';
  return {
    show: ({ what: says, doneBytes, totalBytes }) => {
      const what = tell(says);
      if (!isTerminal) {
        if (what !== last) err(`${what}…\n`);
        last = what;
        return;
      }
      const share = totalBytes === 0 ? 0 : Math.min(1, doneBytes / totalBytes);
      const full = Math.floor(share * CELLS);
      const bar = '█'.repeat(full) + '░'.repeat(CELLS - full);
      const percent = `${Math.floor(share * 100)}`.padStart(3);
      const sizes = tell('terminal.count_of', { done: inMb(doneBytes), total: inMb(totalBytes) });
      last = `${what.padEnd(10)} ${bar} ${percent} %  ${sizes} MB`;
      err(`${ERASE_LINE}${last}`);
    },
    clear: () => {
      if (isTerminal && last !== '') err(ERASE_LINE);
      last = '';
    },
  };
}

const inMb = (bytes: number): number => Math.round(bytes / MB);
