import type { Question } from '../../../../core/prompts/question.ts';
import { among, list, members, orAbsent, orNull, text, whole } from '../shape.ts';

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
});
