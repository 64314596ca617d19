import type { Question } from '../../../../core/conversation/prompts/question.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import type { Json } from '../../../../core/kernel/json.ts';
import { among, list, members, object, orAbsent, orNull, text, whole, type Shape } from '../shape.ts';

/** Facts have no shape of their own here: words that cannot read them give way to the text beside them. */
export const says = members({ code: text, facts: object }) as Shape<Says>;

type Part = { readonly [Name in string]: Json };

/** Without what the engine says in the language of its reader: from elsewhere, it need not be what the text says. */
export const inTextAlone = (asked: Json): Json => {
  const { says: _, choices: __, questions, ...text } = asked as Part;
  return questions === undefined ? text : { ...text, questions: (questions as Json[]).map(inTextAlone) };
};

/** One question of a prompt. */
export const question = members<Question>({
  header: orNull(text),
  question: text,
  options: list(text),
  expects: orAbsent(
    members<NonNullable<Question['expects']>>({
      kind: among('number', 'integer', 'email', 'list'),
      minItems: orAbsent(whole),
      maxItems: orAbsent(whole),
    }),
  ),
  says: orAbsent(says),
  choices: orAbsent(list(says)),
});
