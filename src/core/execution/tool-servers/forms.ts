import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { quote, quoted } from '../../kernel/quoted.ts';
import type { Prompt } from '../../conversation/prompts/model.ts';
import type { Words } from '../../ports/words.ts';
import { promptLimits } from '../../conversation/prompts/limits.ts';
import { asPlainLetter } from '../../trust/untrusted/look-alikes.ts';
import { cleanedLine, cleanedText } from './cleaned-text.ts';
import { toolServerLimits as limits } from './limits.ts';
import { sayForm } from './says.ts';
import type { Form } from './port.ts';

type Question = Prompt['questions'][number];

/**
 * What asks for a secret, in the languages that are most used: it is declined without asking the owner.
 * Letters and digits alone, so that spaces, hyphens and look-alikes do not hide it.
 */
const SECRET =
  /passw|pwd|passphrase|passcode|passkey|secret|token|apikey|privatekey|accesskey|credential|onetime|otp|verificationcode|verifycode|confirmationcode|securitycode|logincode|signincode|authcode|authenticationcode|authenticator|authorizationcode|accesscode|smscode|twofactor|backupcode|bestätigungscode|sicherheitscode|zugangscode|freigabecode|anmeldecode|2fa|mfa|cvv|cvc|cardnumber|creditcard|seedphrase|seedword|walletword|(?:12|24|twelve|twentyfour)words|mnemonic|recovery|kennwort|passwort|geheim|motdepasse|contrase|senha|wachtwoord|hasło|haslo|lösenord|losenord|adgangskode|parola|şifre|sifre|пароль|парол|密码|密碼|口令|パスワード|暗証|비밀번호|암호/u;
/** Short words, which may be part of others. */
const SHORT_SECRET = /(?:^|[^\p{L}])(?:pin|pwd|key|cvc|ssn)(?:[^\p{L}]|$)/iu;

/** A number of a bank for one payment; in small letters it is a colour. */
const TAN = /(?:^|[^\p{L}])TANs?(?:[^\p{L}]|$)/u;

const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** A word in which letters of several alphabets look like one word. */
const MIXED =
  /(?=\p{L}*\p{Script=Latin})(?=\p{L}*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}])\p{L}+/u;

/** Whether a text asks for a secret, as a reader sees it. */
function asksForSecret(text: string): boolean {
  const seen = text
    .slice(0, limits.formChars * 2)
    .normalize('NFKC')
    .toLowerCase();
  const folded = Array.from(seen, asPlainLetter).join('');
  // Digits that stand for letters: p4ssw0rd.
  const leet = folded.replaceAll(/(?<=\p{L})[013457](?=\p{L})/gu, (digit) => LETTERS[digit] ?? digit);
  const isNamed = [seen, folded, leet].some((words) => SECRET.test(words.replaceAll(/[^\p{L}\p{N}]/gu, '')));
  return (
    isNamed || TAN.test(text.slice(0, limits.formChars * 2)) || SHORT_SECRET.test(seen) || MIXED.test(seen)
  );
}

/** A question of a form, before it is in words. Without `choices`, the options are words of the server. */
interface Asked extends Pick<Question, 'expects'> {
  readonly says: Says;
  readonly choices?: readonly Says[];
  readonly options?: readonly string[];
}

/** What an answer stands for; or what it must be. */
type Read = { readonly value: Json } | { readonly mustBe: Says };

interface Field {
  readonly name: string;
  /** What the server calls it. */
  readonly words: string;
  readonly question: Asked;
  readonly read: (answer: string, words: Words) => Read;
  readonly isRequired: boolean;
}

/** What the owner's answers to a form come to. */
export type FormRead =
  | { readonly is: 'content'; readonly content: JsonObject }
  | { readonly is: 'declined' }
  /** The form has to be asked again. */
  | { readonly is: 'wrong'; readonly why: Says };

/** A server's form as questions to the owner: its fields, and whether to send anything. */
export interface OwnerForm {
  /** `wrong`: with what was wrong with the answers before. */
  readonly questions: (wrong: Says | null) => readonly Question[];
  /** `answers`: as many as questions, null for one that was left out. */
  readonly read: (answers: readonly (string | null)[]) => FormRead;
}

/** @returns why a form is not shown, as the rest of a sentence, where it asks for a secret or has parts of another kind */
export function ownerForm(
  server: string,
  { message, schema }: Form,
  words: Words,
): OwnerForm | { readonly hidden: string } {
  const properties = schema['properties'];
  const named = Object.entries(isJsonObject(properties) ? properties : {});
  if (asksForSecret(message)) return { hidden: ASKS_SECRET };
  if (named.length > limits.formFields) return { hidden: `it has more than ${limits.formFields} fields` };
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [];
  const fields: Field[] = [];
  for (const [name, field] of named) {
    const found = fieldOf(name, field, required.includes(name));
    if ('hidden' in found) return found;
    fields.push(found);
  }
  const asking = quote(cleanedText(message, limits.formChars));
  const from = quote(server, 100);
  const last: Asked = {
    says: sayForm('form.send', { server: from }),
    choices: [sayForm('form.send_these'), sayForm('form.send_nothing')],
  };
  // Who asks, and why, is read before anything is answered.
  const [first = last, ...others] = [...fields.map(({ question }) => question), last];
  const asks = sayForm('form.asks', { server: from, words: asking, first: first.says });
  const inWords = ({ says, choices, options, expects }: Asked): Question => ({
    header: null,
    question: words.inEnglish(says),
    options: options ?? (choices ?? []).map((one) => words.inEnglish(one)),
    says,
    ...(choices && { choices }),
    ...(expects && { expects }),
  });
  const [send] = inWords(last).options;
  return {
    questions: (wrong) => {
      const says = wrong === null ? asks : sayForm('form.again', { wrong, question: asks });
      return [{ ...first, says }, ...others].map(inWords);
    },
    read: (answers) => {
      if (answers.at(-1) !== send) return { is: 'declined' };
      const content: Record<string, Json> = {};
      for (const [index, { name, words: asked, read, isRequired }] of fields.entries()) {
        const answer = answers[index]?.trim() ?? '';
        const question = quote(asked, 100);
        if (answer === '' && !isRequired) continue;
        if (answer === '') return { is: 'wrong', why: sayForm('form.missing', { question }) };
        const found = read(answer, words);
        if ('mustBe' in found)
          return { is: 'wrong', why: sayForm('form.must', { question, be: found.mustBe }) };
        content[name] = found.value;
      }
      return { is: 'content', content };
    },
  };
}

const ASKS_SECRET = 'it asks for a secret';

function fieldOf(name: string, field: Json, isRequired: boolean): Field | { readonly hidden: string } {
  const shown = quoted(name, 100);
  if (!isJsonObject(field) || name.length > limits.saidChars)
    return { hidden: `its field ${shown} is of no known kind` };
  const words = [field['title'], field['description']].filter((one) => typeof one === 'string');
  const choices = choicesIn(field);
  const said = [
    name,
    ...words,
    field['format'] ?? '',
    ...(choices ?? []).flatMap(({ value, title }) => [value, title]),
  ];
  if (said.some((text) => asksForSecret(String(text)))) return { hidden: ASKS_SECRET };
  const kind = KINDS[typeof field['type'] === 'string' ? field['type'] : '']?.(field, choices);
  if (!kind) return { hidden: `its field ${shown} is of no known kind` };
  // On one line: a paragraph of its own would seem to be said by the engine.
  const label = cleanedLine(words.join(': ') || name, limits.formChars);
  const { hints = [], choices: own, options, expects, read } = kind;
  return {
    name,
    words: label,
    isRequired,
    read,
    question: {
      says: sayForm('form.field', { words: quote(label), hints, isRequired }),
      ...(own && { choices: own }),
      ...(options && { options }),
      ...(expects && { expects }),
    },
  };
}

interface Choice {
  readonly value: string;
  readonly title: string;
}

/** The choices of a field, in any of the protocol's spellings; null if its choices cannot be shown as they are, or there are none. */
function choicesIn(field: JsonObject): readonly Choice[] | null {
  const of = isJsonObject(field['items']) ? field['items'] : field;
  const titled = of['oneOf'] ?? of['anyOf'];
  const names = of['enumNames'];
  const listed = Array.isArray(titled)
    ? (titled as readonly Json[]).map((one) =>
        isJsonObject(one) ? [one['const'], one['title'] ?? one['const']] : [],
      )
    : Array.isArray(of['enum'])
      ? (of['enum'] as readonly Json[]).map((value, index) => [
          value,
          Array.isArray(names) ? names[index] : value,
        ])
      : [];
  const choices = listed.flatMap(([value, title]) =>
    typeof value === 'string' && typeof title === 'string'
      ? [{ value, title: cleanedLine(title, promptLimits.optionChars) }]
      : [],
  );
  const areShown = choices.length === listed.length && choices.every(({ title }) => title !== '');
  const areApart = new Set(choices.map(({ title }) => title)).size === choices.length;
  return choices.length > 0 && choices.length <= promptLimits.options && areShown && areApart
    ? choices
    : null;
}

interface Kind extends Pick<Asked, 'choices' | 'options' | 'expects'> {
  /** After the question. */
  readonly hints?: readonly Says[];
  readonly read: Field['read'];
}

const YES = sayForm('form.yes');
const NO = sayForm('form.no');

/** What its author calls a format of a text, and what fits it. */
const FORMATS: Readonly<Record<string, { readonly be: Says; readonly fits: (text: string) => boolean }>> = {
  email: { be: sayForm('form.email'), fits: (text) => /^[^\s@]+@[^\s@]+$/u.test(text) },
  uri: { be: sayForm('form.address'), fits: (text) => URL.canParse(text) },
  date: {
    be: sayForm('form.date'),
    fits: (text) => /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text)),
  },
  'date-time': { be: sayForm('form.moment'), fits: (text) => !Number.isNaN(Date.parse(text)) },
};

interface Range {
  /** Null where nothing is limited. */
  readonly says: Says | null;
  readonly fits: (given: number) => boolean;
}

/** What a server says of the least and the most; what is no number limits nothing. */
function rangeOf(min: Json | undefined, max: Json | undefined, areCharacters = false): Range {
  const [least, most] = [min, max].map((one) =>
    typeof one === 'number' && Number.isFinite(one) ? one : null,
  ) as [number | null, number | null];
  return {
    says: limitsIn(least, most, areCharacters),
    fits: (given) => given >= (least ?? -Infinity) && given <= (most ?? Infinity),
  };
}

function limitsIn(least: number | null, most: number | null, areCharacters: boolean): Says | null {
  if (least !== null && most !== null) return sayForm('form.between', { least, most, areCharacters });
  if (least !== null) return sayForm('form.at_least', { least, areCharacters });
  return most === null ? null : sayForm('form.at_most', { most, areCharacters });
}

const numeric = (
  kind: 'number' | 'integer',
  isOne: (given: number) => boolean,
  be: Says,
  { says, fits }: Range,
): Kind => ({
  hints: says === null ? [] : [says],
  expects: { kind },
  read: (answer) => {
    const given = Number(answer);
    return isOne(given) && fits(given) ? { value: given } : { mustBe: isOne(given) && says ? says : be };
  },
});

function chosen(choices: readonly Choice[], answer: string): Read {
  const found = choices.find(({ title, value }) => title === answer || value === answer);
  return found ? { value: found.value } : { mustBe: sayForm('form.one_of', { titles: titlesOf(choices) }) };
}

const titlesOf = (choices: readonly Choice[]) => choices.map(({ title }) => quote(title));

/** Undefined where nothing is limited. */
const countOf = (given: Json | undefined): number | undefined =>
  typeof given === 'number' && Number.isSafeInteger(given) && given > 0 ? given : undefined;

/** Several of the choices, each once. */
function listOf(
  choices: readonly Choice[],
  minItems: number | undefined,
  maxItems: number | undefined,
): Kind {
  const range = rangeOf(minItems, maxItems);
  const be = sayForm('form.several_of', { range: range.says, titles: titlesOf(choices) });
  return {
    hints: [sayForm('form.with_commas', { be })],
    expects: {
      kind: 'list',
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
    },
    read: (answer) => {
      const parts = answer.split(',').map((part) => chosen(choices, part.trim()));
      const wrong = parts.find((part) => 'mustBe' in part);
      if (wrong) return wrong;
      const value = [...new Set(parts.flatMap((part) => ('value' in part ? [part.value] : [])))];
      return range.fits(value.length) ? { value } : { mustBe: be };
    },
  };
}

const KINDS: Readonly<Record<string, (field: JsonObject, choices: readonly Choice[] | null) => Kind | null>> =
  {
    string: ({ format, minLength, maxLength, enum: given, oneOf }, choices) => {
      if (choices)
        return { options: choices.map(({ title }) => title), read: (answer) => chosen(choices, answer) };
      if (given !== undefined || oneOf !== undefined) return null;
      const kind = typeof format === 'string' ? FORMATS[format] : undefined;
      const length = rangeOf(minLength, maxLength, true);
      return {
        ...(format === 'email' ? { expects: { kind: format } as const } : {}),
        hints: [kind?.be, length.says].filter((one) => one !== undefined && one !== null),
        read: (answer) => {
          if (kind && !kind.fits(answer)) return { mustBe: kind.be };
          return length.says === null || length.fits(Array.from(answer).length)
            ? { value: answer }
            : { mustBe: length.says };
        },
      };
    },
    array: ({ minItems, maxItems }, choices) =>
      choices && listOf(choices, countOf(minItems), countOf(maxItems)),
    boolean: () => ({
      choices: [YES, NO],
      read: (answer, { inEnglish }) =>
        answer === inEnglish(YES) || answer === inEnglish(NO)
          ? { value: answer === inEnglish(YES) }
          : { mustBe: sayForm('form.yes_or_no') },
    }),
    number: ({ minimum, maximum }) =>
      numeric('number', Number.isFinite, sayForm('form.number'), rangeOf(minimum, maximum)),
    integer: ({ minimum, maximum }) =>
      numeric('integer', Number.isSafeInteger, sayForm('form.whole_number'), rangeOf(minimum, maximum)),
  };
