import { expect, test } from '@jest/globals';
import { questionsIn, type Asking } from '../../../../src/core/conversation/prompts/asking.ts';
import { AjvValidator } from '../../../../src/adapters/out/system/ajv-validator.ts';
import { prompts } from '../../../../src/contract/agent/prompts.ts';
import { verifies } from '../../../spec/verifies.ts';

const schema = prompts[0]?.input ?? {};
const validator = new AjvValidator();

test('one question and several questions have one form', () => {
  expect(questionsIn({ question: ' Which? ', options: ['a ', 'b'] })).toEqual({
    questions: [{ header: null, question: 'Which?', options: ['a', 'b'] }],
    allowFreeText: true,
  });
  expect(
    questionsIn({ questions: [{ question: 'A?' }, { header: 'B', question: 'B?', options: ['x'] }] }),
  ).toEqual({
    questions: [
      { header: null, question: 'A?', options: [] },
      { header: 'B', question: 'B?', options: ['x'] },
    ],
    allowFreeText: true,
  });
});

const MALFORMED: readonly (readonly [string, Asking, string])[] = [
  ['nothing', {}, 'Give either `question`, or `questions`'],
  ['both', { question: 'A?', questions: [{ question: 'B?' }] }, 'not both'],
  ['options beside questions', { questions: [{ question: 'A?' }], options: ['x'] }, 'options` of its own'],
  ['no question at all', { questions: [] }, 'is empty'],
  ['an empty text', { questions: [{ question: 'A?' }, { question: '  ' }] }, 'of question 1 is empty'],
  ['an empty option', { question: 'A?', options: ['x', ' '] }, 'An option is empty'],
  ['the same option twice', { question: 'A?', options: ['x', 'x '] }, 'are the same'],
  ['no way to answer', { question: 'A?', allowFreeText: false }, 'no way to answer'],
  [
    'no way to answer one of them',
    { questions: [{ question: 'A?', options: ['x'] }, { question: 'B?' }], allowFreeText: false },
    'no way to answer of question 1',
  ],
];

for (const [what, asking, says] of MALFORMED)
  verifies('prompts.malformed', `${what} is refused with instructions`, () => {
    expect(() => questionsIn(asking)).toThrow(says);
  });

const long = (length: number) => 'x'.repeat(length);
const UNFIT: readonly (readonly [string, unknown, string])[] = [
  ['21 options', { question: 'A?', options: Array.from({ length: 21 }, (_, n) => `${n}`) }, '/options'],
  ['an option of 201 characters', { question: 'A?', options: [long(201)] }, '/options/0'],
  ['an option that is an object', { question: 'A?', options: [{ label: 'x' }] }, '/options/0'],
  ['21 questions', { questions: Array.from({ length: 21 }, () => ({ question: 'A?' })) }, '/questions'],
  ['an unknown field', { question: 'A?', choices: [] }, '/choices'],
  ['a question that is no text', { question: 1 }, '/question'],
];

for (const [what, input, path] of UNFIT)
  verifies('prompts.malformed', `${what} does not fit the schema of the tool`, () => {
    expect(validator.check(schema, input).map((violation) => violation.path)).toContain(path);
  });

verifies('prompts.malformed', '20 options of 200 characters, and 20 questions, fit', () => {
  const options = Array.from({ length: 20 }, (_, n) => `${n}${long(190)}`);
  expect(validator.check(schema, { question: 'A?', options })).toEqual([]);
  const questions = Array.from({ length: 20 }, () => ({ question: 'A?', options, header: 'H' }));
  expect(validator.check(schema, { questions, allowFreeText: false })).toEqual([]);
});
