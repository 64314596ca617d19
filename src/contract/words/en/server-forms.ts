import type { FormSays } from '../../../core/execution/tool-servers/says.ts';
import { bare } from '../../../core/kernel/quoted.ts';
import type { Words } from '../says.ts';
import { allQuoted, quoted } from './forms.ts';

const unit = (areCharacters: boolean): string => (areCharacters ? ' characters' : '');

/** Forms of tool servers. */
export const serverForms: Words<FormSays> = {
  'form.asks': ({ server, words, first }, tell) =>
    `The tool server ${quoted(server)} asks you, in its own words: ${quoted(words)}\n\n${tell(first)}`,
  'form.again': ({ wrong, question }, tell) => `${tell(wrong)} Please answer again. ${tell(question)}`,
  'form.field': ({ words, hints, isRequired }, tell) =>
    [
      bare(words),
      ...(hints.length === 0 ? [] : [`(${hints.map((one) => tell(one)).join(', ')})`]),
      ...(isRequired ? [] : ['(may be left out)']),
    ].join(' '),
  'form.send': ({ server }) => `Send your answers to the tool server ${quoted(server)}?`,
  'form.send_these': 'Send these answers',
  'form.send_nothing': 'Send nothing',
  'form.yes': 'Yes',
  'form.no': 'No',
  'form.yes_or_no': 'Yes or No',
  'form.email': 'an e-mail address',
  'form.address': 'an address like https://…',
  'form.date': 'a date like 2026-01-31',
  'form.moment': 'a moment like 2026-01-31T12:00:00Z',
  'form.number': 'a number',
  'form.whole_number': 'a whole number',
  'form.at_least': ({ least, areCharacters }) => `at least ${least}${unit(areCharacters)}`,
  'form.at_most': ({ most, areCharacters }) => `at most ${most}${unit(areCharacters)}`,
  'form.between': ({ least, most, areCharacters }) =>
    `${least === most ? `exactly ${least}` : `${least} to ${most}`}${unit(areCharacters)}`,
  'form.one_of': ({ titles }) => `one of ${allQuoted(titles)}`,
  'form.several_of': ({ range, titles }, tell) =>
    `${range === null ? 'any' : tell(range)} of ${allQuoted(titles)}`,
  'form.with_commas': ({ be }, tell) => `${tell(be)}, with commas between them`,
  'form.missing': ({ question }) => `The answer to ${quoted(question)} is needed.`,
  'form.must': ({ question, be }, tell) => `The answer to ${quoted(question)} must be ${tell(be)}.`,
};
