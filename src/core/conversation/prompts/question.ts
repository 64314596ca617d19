import type { Says } from '../../kernel/says.ts';
import type { Words } from '../../ports/words.ts';

/** What an answer in words has to be, so that it can be typed in the right field. Who asked checks the answer. */
export interface ExpectedAnswer {
  /** `list`: several, with commas between them. */
  readonly kind: 'number' | 'integer' | 'email' | 'list';
  /** How many a list has at least, and at most. */
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** One question to a person. */
export interface Question {
  /** A short title, for a form with several questions. */
  readonly header: string | null;
  readonly question: string;
  /** Answers to choose from; empty for a free-text question. */
  readonly options: readonly string[];
  /** Without it, any text is an answer. */
  readonly expects?: ExpectedAnswer;
  /** What the question and each option say, as data; absent where they are words of a model or of a tool server. */
  readonly says?: Says;
  readonly choices?: readonly Says[];
}

/** A question of the engine itself. Each choice has another code. */
export interface EngineQuestion {
  readonly header: string | null;
  readonly says: Says;
  readonly choices: readonly Says[];
}

/** With the texts that the specification prints. */
export const worded = ({ header, says, choices }: EngineQuestion, { inEnglish }: Words): Question => ({
  header,
  question: inEnglish(says),
  options: choices.map((one) => inEnglish(one)),
  says,
  choices,
});

/** An answer that names a choice by its code, as the text of its option; any other as it is. */
export function asOption({ options, choices = [] }: Question, answer: string): string {
  const nth = choices.findIndex(({ code }) => code === answer.trim());
  return options[nth] ?? answer;
}

/** The code of the choice whose option this is; null for any other answer. */
export const choiceOf = ({ options, choices = [] }: Question, answer: string): string | null =>
  choices[options.indexOf(answer)]?.code ?? null;

/** Questions of one form, answered in one reply. */
export interface Questions {
  /** At least one. */
  readonly questions: readonly Question[];
  /** Whether text other than an option is a valid answer. */
  readonly allowFreeText: boolean;
}

/** Combines several into one text, for clients that know only one question. */
export function inOneText(questions: readonly Question[]): string {
  const [first] = questions;
  if (questions.length === 1 && first) return first.question;
  return questions.map(({ question, options }, index) => numbered(question, options, index)).join('\n');
}

function numbered(question: string, options: readonly string[], index: number): string {
  const choice = options.length === 0 ? '' : ` (${options.join(' / ')})`;
  return `${index + 1}. ${question}${choice}`;
}
