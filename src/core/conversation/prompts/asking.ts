import { refuse } from './errors.ts';
import type { Question, Questions } from './question.ts';
import { inText } from '../../kernel/says.ts';

/** The input of the model: `question`, perhaps with `options`, or `questions`. */
export interface Asking {
  readonly question?: string;
  readonly options?: readonly string[];
  readonly allowFreeText?: boolean;
  readonly questions?: readonly {
    readonly header?: string;
    readonly question: string;
    readonly options?: readonly string[];
  }[];
}

/**
 * The questions, in one form for one and for several.
 * @throws Refusal malformed_question, which tells the model what to do instead
 */
export function questionsIn({ question, options, allowFreeText = true, questions }: Asking): Questions {
  if ((question === undefined) === (questions === undefined))
    throw malformed('Give either `question`, or `questions` to ask several in one form, and not both.');
  if (questions !== undefined && options !== undefined)
    throw malformed(
      'With `questions`, each of them has `options` of its own; leave out the `options` beside them.',
    );
  const given = questions ?? [{ question: question ?? '', ...(options ? { options } : {}) }];
  const all = given.map(({ header, ...rest }): Question => ({
    header: header?.trim().toWellFormed() || null,
    question: rest.question.trim().toWellFormed(),
    options: (rest.options ?? []).map((option) => option.trim().toWellFormed()),
  }));
  if (all.length === 0) throw malformed('`questions` is empty: ask one question at least.');
  all.forEach((one, index) =>
    check(one, allowFreeText, questions === undefined ? '' : ` of question ${index}`),
  );
  return { questions: all, allowFreeText };
}

function check({ question, options }: Question, allowFreeText: boolean, where: string): void {
  if (question === '') throw malformed(`The text${where} is empty: say what you want to know.`);
  if (options.some((option) => option === ''))
    throw malformed(`An option${where} is empty: name each one, or leave it out.`);
  if (new Set(options).size < options.length)
    throw malformed(`Two options${where} are the same: all options must differ.`);
  if (!allowFreeText && options.length === 0)
    throw malformed(`There is no way to answer${where}: give \`options\`, or allow free text.`);
}

const malformed = (detail: string) => refuse.malformed_question({}, inText(detail));
