import type { Question, Questions } from './question.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';

/** What is wrong with an answer, in words for the person who gives it; and which answers count, where these can be listed. */
export interface AnswerProblem {
  readonly why: Says;
  readonly accepted: readonly string[] | null;
}

/**
 * A reply carries one text. To a single question it is the answer itself. To several it is a JSON object from the
 * index of a question, from 0, to its answer, as in `{"0": "blue", "2": "no"}`. Questions may be left out, but not
 * all of them.
 *
 * @returns null for a valid answer
 */
export function problemWith(asked: Questions, answer: string): AnswerProblem | null {
  const { questions, allowFreeText } = asked;
  const [first] = questions;
  const isSingle = questions.length === 1 && first !== undefined;
  const why = isSingle ? fits(first, answer, allowFreeText) : problemWithForm(asked, answer);
  return why === null ? null : { why, accepted: isSingle ? first.options : null };
}

function problemWithForm({ questions, allowFreeText }: Questions, answer: string): Says | null {
  const answers = answersIn(answer);
  if (answers === null) return say('prompts.form');
  if (Object.keys(answers).length === 0) return say('prompts.none_answered');
  for (const [index, one] of Object.entries(answers)) {
    const question = questionAt(questions, index);
    if (!question) return say('prompts.no_question', { index: quote(index), last: questions.length - 1 });
    if (typeof one !== 'string' || one.trim() === '') return say('prompts.empty_answer', { index });
    const problem = fits(question, one, allowFreeText);
    if (problem !== null) return say('prompts.of_question', { index, why: problem });
  }
  return null;
}

/** What the model is told. Takes a valid answer. */
export function inWords({ questions }: Questions, answer: string): string {
  if (questions.length === 1) return answer;
  const answers = answersIn(answer) ?? {};
  return questions
    .map(({ question }, index) => `${index + 1}. ${question}\nAnswer: ${answers[index] ?? '(not answered)'}`)
    .join('\n\n');
}

/** The answer to each question in order; null for one that was left out. Takes a valid answer. */
export function answersTo({ questions }: Questions, answer: string): readonly (string | null)[] {
  if (questions.length === 1) return [answer];
  const answers = answersIn(answer) ?? {};
  return questions.map((_, index) => {
    const one = answers[index];
    return typeof one === 'string' ? one : null;
  });
}

function fits({ options }: Question, answer: string, allowFreeText: boolean): Says | null {
  if (allowFreeText || options.length === 0 || options.includes(answer)) return null;
  return say('prompts.no_option', { options: options.map((option) => quote(option)) });
}

/** Null if it is not a JSON object. */
function answersIn(answer: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(answer);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

/** The index in canonical form: "0", not "00" and not "length". */
const questionAt = (questions: readonly Question[], index: string): Question | undefined =>
  /^(?:0|[1-9]\d{0,3})$/u.test(index) ? questions[Number(index)] : undefined;
