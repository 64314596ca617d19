/**
 * Sentences of the engine, and what the page says in their place: nothing, as they are English. Places in them: `{}` any
 * text, `{q}` a text between quotation marks, as JSON has it, `{w}` one word, `{v}` one value, as JSON has it and perhaps
 * cut, `{l}` words or values with commas between them, `{piece}` a text of which the rest is the same as before, `{n}` a number, `{usd}` an amount without its sign, `{when}` a
 * schedule in words and as it is written, `{times}` minutes of a time zone, `{limits}` the rate limits of an API, `{s}`
 * another sentence of these. In the place of it `{0}`, `{1}` and so on name them.
 */
export const engineSentences: Readonly<Record<string, string>> = {};

/** Those of them that are questions to a person, with what belongs to these. Nothing of a question may be left out. */
export const questionSentences: Readonly<Record<string, string>> = {};

/** What the engine put into a place, in the language of the page. */
export interface Told {
  /** What stands between quotation marks, given with them. */
  readonly quoted: (text: string) => string;
  readonly schedule: (words: string) => string;
  /** Each like 2026-05-31 08:00. */
  readonly times: (times: readonly string[]) => string;
  readonly limits: (text: string) => string;
}

const asItIs = (text: string): string => text;
export const told: Told = {
  quoted: asItIs,
  schedule: asItIs,
  times: (times) => times.join(', '),
  limits: asItIs,
};
