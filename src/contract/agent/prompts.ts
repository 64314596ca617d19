import { Type } from 'typebox';
import { promptLimits } from '../../core/conversation/prompts/limits.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const { questions, questionChars, headerChars, options, optionChars } = promptLimits;

const Words = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });

const Options = Type.Array(Words(optionChars, 'An answer to choose, in a few words'), {
  maxItems: options,
  description: 'Answers to choose from, as plain texts; add no "other": free text covers it',
});

const QuestionText = Words(questionChars, 'What you want to know, answerable without more context');

export const prompts = [
  tool({
    name: 'ask_user',
    family: 'core',
    summary:
      "Asks your owner and waits for the answer, for up to a day. The answer is your owner's own word. " +
      'Ask when only your owner can decide; do not ask what you can find out or safely assume. ' +
      'Give `question`, or `questions` to ask several in one form.',
    input: Type.Object(
      {
        question: Type.Optional(QuestionText),
        options: Type.Optional(Options),
        allowFreeText: Type.Optional(
          Type.Boolean({
            description: 'Whether the answer may differ from the options; true by default',
          }),
        ),
        questions: Type.Optional(
          Type.Array(
            Type.Object(
              {
                header: Type.Optional(Words(headerChars, 'A word or two above the question')),
                question: Type.String({ minLength: 1, maxLength: questionChars, pattern: '\\S' }),
                options: Type.Optional(
                  Type.Array(Type.String({ minLength: 1, maxLength: optionChars, pattern: '\\S' }), {
                    maxItems: options,
                  }),
                ),
              },
              closed,
            ),
            { minItems: 1, maxItems: questions },
          ),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    bringsAddresses: true,
    waitsForPerson: true,
    handle: ({ prompts }, input, call) => prompts.ask(input, call),
  }),
];
