import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Prompt } from '../../conversation/prompts/model.ts';
import { quoted } from '../../kernel/quoted.ts';
import { promptLimits } from '../../conversation/prompts/limits.ts';
import { asPlainLetter } from '../../trust/untrusted/look-alikes.ts';
import { cleanedLine, cleanedText } from './cleaned-text.ts';
import { toolServerLimits as limits } from './limits.ts';
import type { Form } from './port.ts';

type Question = Prompt['questions'][number];
type ExpectedAnswer = NonNullable<Question['expects']>;

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

const SEND = 'Send these answers';
const SEND_NOTHING = 'Send nothing';

/** What an answer stands for; or what is wrong with it, as the rest of a sentence. */
type Read = { readonly value: Json } | { readonly wrong: string };

interface Field {
  readonly name: string;
  readonly question: Question;
  readonly read: (answer: string) => Read;
  readonly isRequired: boolean;
}

/** What the owner's answers to a form come to. */
export type FormRead =
  | { readonly is: 'content'; readonly content: JsonObject }
  | { readonly is: 'declined' }
  /** The form has to be asked again: `why` is a sentence for the owner. */
  | { readonly is: 'wrong'; readonly why: string };

/** A server's form as questions to the owner: its fields, and whether to send anything. */
export interface OwnerForm {
  readonly questions: readonly Question[];
  /** `answers`: as many as questions, null for one that was left out. */
  readonly read: (answers: readonly (string | null)[]) => FormRead;
}

/** @returns why a form is not shown, as the rest of a sentence, where it asks for a secret or has parts of another kind */
export function ownerForm(
  server: string,
  { message, schema }: Form,
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
  const words = cleanedText(message, limits.formChars);
  const asks = `The tool server ${quoted(server, 100)} asks you, in its own words: ${JSON.stringify(words)}`;
  const sends = `Send your answers to the tool server ${quoted(server, 100)}?`;
  const last: Question = { header: null, question: sends, options: [SEND, SEND_NOTHING] };
  // Who asks, and why, is read before anything is answered.
  const questions = [...fields.map(({ question }) => question), last].map((one, index) =>
    index === 0 ? { ...one, question: `${asks}\n\n${one.question}` } : one,
  );
  return {
    questions,
    read: (answers) => {
      if (answers.at(-1) !== SEND) return { is: 'declined' };
      const content: Record<string, Json> = {};
      for (const [index, { name, question, read, isRequired }] of fields.entries()) {
        const answer = answers[index]?.trim() ?? '';
        if (answer === '' && !isRequired) continue;
        const found = answer === '' ? { wrong: 'is needed' } : read(answer);
        if ('wrong' in found)
          return { is: 'wrong', why: `The answer to ${quoted(question.question, 100)} ${found.wrong}.` };
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
  const asked = [
    // On one line: a paragraph of its own would seem to be said by the engine.
    cleanedLine(words.join(': ') || name, limits.formChars),
    ...(kind.hint === undefined ? [] : [kind.hint]),
  ];
  const question = [...asked, ...(isRequired ? [] : ['(may be left out)'])].join(' ');
  return {
    name,
    isRequired,
    read: kind.read,
    question: {
      header: null,
      question,
      options: kind.options ?? [],
      ...(kind.expects ? { expects: kind.expects } : {}),
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

interface Kind {
  readonly options?: readonly string[];
  /** After the question. */
  readonly hint?: string;
  readonly expects?: ExpectedAnswer;
  readonly read: (answer: string) => Read;
}

const YES = 'Yes';
const NO = 'No';

/** What its author calls a format of a text, and what fits it. */
const FORMATS: Readonly<
  Record<string, { readonly wrong: string; readonly fits: (text: string) => boolean }>
> = {
  email: { wrong: 'must be an e-mail address', fits: (text) => /^[^\s@]+@[^\s@]+$/u.test(text) },
  uri: { wrong: 'must be an address like https://…', fits: (text) => URL.canParse(text) },
  date: {
    wrong: 'must be a date like 2026-01-31',
    fits: (text) => /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text)),
  },
  'date-time': {
    wrong: 'must be a moment like 2026-01-31T12:00:00Z',
    fits: (text) => !Number.isNaN(Date.parse(text)),
  },
};

interface Range {
  /** In words: one part, or none where nothing is limited. */
  readonly says: readonly string[];
  readonly fits: (given: number) => boolean;
}

/** What a server says of the least and the most; what is no number limits nothing. */
function rangeOf(least: Json | undefined, most: Json | undefined, unit: string): Range {
  const [min, max] = [least, most].map((one) =>
    typeof one === 'number' && Number.isFinite(one) ? one : null,
  ) as [number | null, number | null];
  const says =
    min !== null && max !== null
      ? [min === max ? `exactly ${min}${unit}` : `${min} to ${max}${unit}`]
      : min !== null
        ? [`at least ${min}${unit}`]
        : max !== null
          ? [`at most ${max}${unit}`]
          : [];
  return { says, fits: (given) => given >= (min ?? -Infinity) && given <= (max ?? Infinity) };
}

const hinted = (parts: readonly string[]): { readonly hint?: string } =>
  parts.length === 0 ? {} : { hint: `(${parts.join(', ')})` };

const numeric = (
  kind: 'number' | 'integer',
  isOne: (given: number) => boolean,
  wrong: string,
  range: Range,
): Kind => ({
  ...hinted(range.says),
  expects: { kind },
  read: (answer) => {
    const given = Number(answer);
    if (!isOne(given)) return { wrong };
    return range.fits(given) ? { value: given } : { wrong: `must be ${range.says.join()}` };
  },
});

function chosen(choices: readonly Choice[], answer: string): Read {
  const found = choices.find(({ title, value }) => title === answer || value === answer);
  return found ? { value: found.value } : { wrong: `must be one of ${titlesOf(choices)}` };
}

const titlesOf = (choices: readonly Choice[]): string =>
  choices.map(({ title }) => JSON.stringify(title)).join(', ');

/** Undefined where nothing is limited. */
const countOf = (given: Json | undefined): number | undefined =>
  typeof given === 'number' && Number.isSafeInteger(given) && given > 0 ? given : undefined;

/** Several of the choices, each once. */
function listOf(
  choices: readonly Choice[],
  minItems: number | undefined,
  maxItems: number | undefined,
): Kind {
  const range = rangeOf(minItems, maxItems, '');
  const of = `${range.says.join() || 'any'} of ${titlesOf(choices)}`;
  return {
    hint: `(${of}, with commas between them)`,
    expects: {
      kind: 'list',
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
    },
    read: (answer) => {
      const parts = answer.split(',').map((part) => chosen(choices, part.trim()));
      const wrong = parts.find((part) => 'wrong' in part);
      if (wrong) return wrong;
      const value = [...new Set(parts.flatMap((part) => ('value' in part ? [part.value] : [])))];
      return range.fits(value.length) ? { value } : { wrong: `must name ${of}` };
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
      const length = rangeOf(minLength, maxLength, ' characters');
      return {
        ...(format === 'email' ? { expects: { kind: format } as const } : {}),
        ...hinted([...(kind ? [kind.wrong.replace('must be ', '')] : []), ...length.says]),
        read: (answer) => {
          if (kind && !kind.fits(answer)) return { wrong: kind.wrong };
          return length.fits(Array.from(answer).length)
            ? { value: answer }
            : { wrong: `must have ${length.says.join()}` };
        },
      };
    },
    array: ({ minItems, maxItems }, choices) =>
      choices && listOf(choices, countOf(minItems), countOf(maxItems)),
    boolean: () => ({
      options: [YES, NO],
      read: (answer) =>
        answer === YES || answer === NO ? { value: answer === YES } : { wrong: `must be ${YES} or ${NO}` },
    }),
    number: ({ minimum, maximum }) =>
      numeric('number', Number.isFinite, 'must be a number', rangeOf(minimum, maximum, '')),
    integer: ({ minimum, maximum }) =>
      numeric('integer', Number.isSafeInteger, 'must be a whole number', rangeOf(minimum, maximum, '')),
  };
