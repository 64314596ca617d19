import type { Json, JsonObject } from '../kernel/json.ts';
import type { Prompt } from '../prompts/model.ts';
import { promptLimits } from '../prompts/limits.ts';
import { asPlainLetter } from '../untrusted/look-alikes.ts';
import { cleanedLine, cleanedText } from './cleaned-text.ts';
import { toolServerLimits as limits } from './limits.ts';
import type { Form } from './port.ts';

type Question = Prompt['questions'][number];

/**
 * What asks for a secret, in the languages that are most used: it is declined without asking the owner, whoever wants it.
 * Letters and digits alone, so that spaces, hyphens and look-alikes do not hide it.
 */
const SECRET =
  /passw|pwd|passphrase|passcode|passkey|secret|token|apikey|privatekey|accesskey|credential|onetime|otp|2fa|mfa|cvv|cvc|cardnumber|creditcard|seedphrase|mnemonic|recovery|kennwort|passwort|geheim|motdepasse|contrase|senha|wachtwoord|hasło|haslo|lösenord|losenord|adgangskode|parola|şifre|sifre|пароль|парол|密码|密碼|口令|パスワード|暗証|비밀번호|암호/u;
/** Short words, which may be part of others. */
const SHORT_SECRET = /(?:^|[^\p{L}])(?:pin|pwd|key|cvc)(?:[^\p{L}]|$)/iu;

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
  const isNamed = [seen, folded].some((words) => SECRET.test(words.replaceAll(/[^\p{L}\p{N}]/gu, '')));
  return isNamed || SHORT_SECRET.test(seen) || MIXED.test(seen);
}

export const SEND = 'Send these answers';
export const DECLINE = 'Send nothing';

interface Field {
  readonly name: string;
  readonly question: Question;
  /** The value of an answer; undefined if the answer is none. */
  readonly read: (answer: string) => Json | undefined;
  readonly isRequired: boolean;
}

/** A server's form as questions to the owner: the first one is whether to send anything. */
export interface OwnerForm {
  readonly questions: readonly Question[];
  /** The content to send; null if the owner declines, or leaves out what is required. `answers`: as many as questions. */
  readonly read: (answers: readonly (string | null)[]) => JsonObject | null;
}

/** @returns null for a form that is not shown: it asks for a secret, or is no form as the protocol has them */
export function ownerForm(server: string, { message, schema }: Form): OwnerForm | null {
  const properties = schema['properties'];
  const named = Object.entries(isObject(properties) ? properties : {});
  if (named.length > limits.formFields || asksForSecret(message)) return null;
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [];
  const fields = named.map(([name, field]) => fieldOf(name, field, required.includes(name)));
  if (!fields.every((field) => field !== null)) return null;
  const words = cleanedText(message, limits.formChars);
  const asks = `The tool server ${JSON.stringify(cleanedLine(server, 100))} asks you, in its own words: ${JSON.stringify(words)} What you answer is sent to it.`;
  const first: Question = { header: null, question: asks, options: [SEND, DECLINE] };
  return {
    questions: [first, ...fields.map(({ question }) => question)],
    read: ([decision, ...answers]) => {
      if (decision !== SEND) return null;
      const content: Record<string, Json> = {};
      for (const [index, { name, read, isRequired }] of fields.entries()) {
        const answer = answers[index] ?? null;
        const value = answer === null ? undefined : read(answer.trim());
        if (value !== undefined) content[name] = value;
        else if (isRequired || answer !== null) return null;
      }
      return content;
    },
  };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldOf(name: string, field: Json, isRequired: boolean): Field | null {
  if (!isObject(field) || name.length > limits.saidChars) return null;
  const words = [field['title'], field['description']].filter((one) => typeof one === 'string');
  const choices = Array.isArray(field['enum']) ? (field['enum'] as readonly Json[]) : [];
  if ([name, ...words, field['format'] ?? '', ...choices].some((text) => asksForSecret(String(text))))
    return null;
  const kind = KINDS[typeof field['type'] === 'string' ? field['type'] : '']?.(field);
  if (!kind) return null;
  const asked = cleanedText(words.join(': ') || name, limits.formChars);
  const question = isRequired ? asked : `${asked} (may be left out)`;
  return { name, isRequired, read: kind.read, question: { header: null, question, options: kind.options } };
}

interface Kind {
  readonly options: readonly string[];
  readonly read: (answer: string) => Json | undefined;
}

const YES = 'Yes';
const NO = 'No';
const numberIn = (answer: string): number | undefined =>
  answer !== '' && Number.isFinite(Number(answer)) ? Number(answer) : undefined;

const KINDS: Readonly<Record<string, (field: JsonObject) => Kind | null>> = {
  string: (field) => {
    const choices = field['enum'];
    if (choices === undefined) return { options: [], read: (answer) => (answer === '' ? undefined : answer) };
    if (!Array.isArray(choices) || choices.length > promptLimits.options) return null;
    const options = (choices as readonly Json[]).map((one) =>
      typeof one === 'string' ? cleanedLine(one, promptLimits.optionChars) : '',
    );
    // What is shown must be what is sent.
    if (options.some((one, index) => one === '' || one !== choices[index])) return null;
    if (new Set(options).size < options.length) return null;
    return { options, read: (answer) => (options.includes(answer) ? answer : undefined) };
  },
  boolean: () => ({
    options: [YES, NO],
    read: (answer) => (answer === YES ? true : answer === NO ? false : undefined),
  }),
  number: () => ({ options: [], read: numberIn }),
  integer: () => ({
    options: [],
    read: (answer) => {
      const value = numberIn(answer);
      return Number.isSafeInteger(value) ? value : undefined;
    },
  }),
};
