import type { Tell } from '../../../contract/cli/says.ts';

/** What a person types for yes and for no, in each language. */
const YES: ReadonlySet<string> = new Set(['y', 'yes', 'j', 'ja']);
const NO: ReadonlySet<string> = new Set(['n', 'no', 'nein']);
const isYes = (line: string): boolean => YES.has(line.trim().toLowerCase());
export const isNo = (line: string): boolean => NO.has(line.trim().toLowerCase());

export interface Agreeing {
  readonly tell: Tell;
  readonly say: (line: string) => void;
  readonly err: (text: string) => void;
  /** Null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
}

/** What a person is asked, and what they are told where nothing is done. */
export interface Agreement {
  /** Without its question mark. */
  readonly question: string;
  /** Where no one can be asked, as the beginning of a sentence. */
  readonly unasked: string;
  readonly undone: string;
}

/** Whether the person at the terminal types y or yes; false where none can. */
export async function agreed(
  { question, unasked, undone }: Agreement,
  { say, err, readLines, interrupted, tell }: Agreeing,
): Promise<boolean> {
  if (!readLines) {
    say(`svc: ${tell('terminal.with_yes', { unasked, undone })}`);
    return false;
  }
  err(tell('terminal.type_yes', { question }));
  for await (const line of readLines(interrupted))
    if (isYes(line)) return true;
    else break;
  say(undone);
  return false;
}

/**
 * What the person at the terminal types to a whole question: true for yes, false for no. Anything else is asked once more;
 * null without an answer, as after Ctrl-C, and where no one can be asked.
 */
export async function decided(
  question: string,
  { say, err, readLines, interrupted, tell }: Agreeing,
): Promise<boolean | null> {
  if (!readLines) return null;
  err(question);
  let again = 1;
  for await (const line of readLines(interrupted)) {
    if (isYes(line)) return true;
    if (isNo(line)) return false;
    if (again === 0) break;
    again -= 1;
    say(tell('terminal.neither'));
    err(question);
  }
  return null;
}

/** Before something is saved that will work by itself. */
export const saves = (tell: Tell): Agreement => ({
  question: tell('terminal.save_it'),
  unasked: tell('terminal.to_confirm'),
  undone: tell('terminal.nothing_saved'),
});
