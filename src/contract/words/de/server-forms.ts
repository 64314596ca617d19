import type { FormSays } from '../../../core/execution/tool-servers/says.ts';
import type { Words } from '../says.ts';
import { allQuoted, number, plain, quoted } from './forms.ts';

const unit = (areCharacters: boolean): string => (areCharacters ? ' Zeichen' : '');

/** Forms of tool servers. */
export const serverForms: Words<FormSays> = {
  'form.asks': ({ server, words, first }, tell) =>
    `Der Werkzeugserver ${quoted(server)} fragt dich, in seinen eigenen Worten: ${quoted(words)}\n\n${tell(first)}`,
  'form.again': ({ wrong, question }, tell) => `${tell(wrong)} Bitte antworte noch einmal. ${tell(question)}`,
  'form.field': ({ words, hints, isRequired }, tell) =>
    [
      plain(words),
      ...(hints.length === 0 ? [] : [`(${hints.map((one) => tell(one)).join(', ')})`]),
      ...(isRequired ? [] : ['(kann wegbleiben)']),
    ].join(' '),
  'form.send': ({ server }) => `Sollen deine Antworten an den Werkzeugserver ${quoted(server)} gehen?`,
  'form.send_these': 'Diese Antworten senden',
  'form.send_nothing': 'Nichts senden',
  'form.yes': 'Ja',
  'form.no': 'Nein',
  'form.yes_or_no': 'Ja oder Nein',
  'form.email': 'eine E-Mail-Adresse',
  'form.address': 'eine Adresse wie https://…',
  'form.date': 'ein Datum wie 2026-01-31',
  'form.moment': 'ein Zeitpunkt wie 2026-01-31T12:00:00Z',
  'form.number': 'eine Zahl',
  'form.whole_number': 'eine ganze Zahl',
  'form.at_least': ({ least, areCharacters }) => `mindestens ${number(least)}${unit(areCharacters)}`,
  'form.at_most': ({ most, areCharacters }) => `höchstens ${number(most)}${unit(areCharacters)}`,
  'form.between': ({ least, most, areCharacters }) =>
    `${least === most ? `genau ${number(least)}` : `${number(least)} bis ${number(most)}`}${unit(areCharacters)}`,
  'form.one_of': ({ titles }) => `eines von ${allQuoted(titles)}`,
  'form.several_of': ({ range, titles }, tell) =>
    `${range === null ? 'beliebig viele' : tell(range)} von ${allQuoted(titles)}`,
  'form.with_commas': ({ be }, tell) => `${tell(be)}, mit Kommas dazwischen`,
  'form.missing': ({ question }) => `Die Antwort auf ${quoted(question)} fehlt.`,
  'form.must': ({ question, be }, tell) =>
    `Die Antwort auf ${quoted(question)} passt nicht. Nötig ist: ${tell(be)}.`,
};
