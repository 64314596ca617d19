/** One question to a person. */
export interface Question {
  /** A word or two above it, where several are asked in one form. */
  readonly header: string | null;
  readonly question: string;
  /** Answers to choose from; none means that it is answered in the person's own words. */
  readonly options: readonly string[];
}

/** What is asked together is answered together, in one reply. */
export interface Questions {
  /** One at least. */
  readonly questions: readonly Question[];
  /** Whether words that are no option are an answer, too. */
  readonly allowFreeText: boolean;
}

/** Several in one text, for clients that know only one question. */
export function inOneText(questions: readonly Question[]): string {
  const [first] = questions;
  if (questions.length === 1 && first) return first.question;
  return questions.map(({ question, options }, index) => numbered(question, options, index)).join('\n');
}

function numbered(question: string, options: readonly string[], index: number): string {
  const choice = options.length === 0 ? '' : ` (${options.join(' / ')})`;
  return `${index + 1}. ${question}${choice}`;
}
