export interface Agreeing {
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
  { say, err, readLines, interrupted }: Agreeing,
): Promise<boolean> {
  if (!readLines) {
    say(`svc: ${unasked}: repeat it with --yes. ${undone}`);
    return false;
  }
  err(`${question}? Type yes: `);
  for await (const line of readLines(interrupted))
    if (['y', 'yes'].includes(line.trim().toLowerCase())) return true;
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
  { say, err, readLines, interrupted }: Agreeing,
): Promise<boolean | null> {
  if (!readLines) return null;
  err(question);
  let again = 1;
  for await (const line of readLines(interrupted)) {
    const answer = line.trim().toLowerCase();
    if (['y', 'yes'].includes(answer)) return true;
    if (['n', 'no'].includes(answer)) return false;
    if (again === 0) break;
    again -= 1;
    say('That is neither yes nor no.');
    err(question);
  }
  return null;
}

/** Before something is saved that will work by itself. */
export const SAVES: Agreement = {
  question: 'Save it',
  unasked: 'this has to be confirmed',
  undone: 'Nothing was saved.',
};
