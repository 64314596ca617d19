import type { Question, Questions } from './question.ts';

/** What is wrong with an answer, in words for the person who gives it; and which answers count, where these can be listed. */
export interface AnswerProblem {
  readonly why: string;
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

function problemWithForm({ questions, allowFreeText }: Questions, answer: string): string | null {
  const answers = answersIn(answer);
  if (answers === null) return FORM;
  if (Object.keys(answers).length === 0) return 'None of the questions is answered.';
  for (const [index, one] of Object.entries(answers)) {
    const question = questionAt(questions, index);
    if (!question)
      return `There is no question ${index}: they are counted from 0 to ${questions.length - 1}.`;
    if (typeof one !== 'string' || one.trim() === '')
      return `The answer to question ${index} must be text that is not empty; leave out unanswered questions.`;
    const problem = fits(question, one, allowFreeText);
    if (problem !== null) return `Question ${index}: ${problem}`;
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

const FORM =
  'Several questions were asked, so the answer must be a JSON object as text, from the index of a question to its answer: {"0": "…", "1": "…"}.';

function fits({ options }: Question, answer: string, allowFreeText: boolean): string | null {
  if (allowFreeText || options.length === 0 || options.includes(answer)) return null;
  return `The answer must be one of the options: ${options.map((option) => JSON.stringify(option)).join(', ')}.`;
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
