/**
 * Sentences of the engine, and what the page says in their place: nothing, as they are English. Places in them: `{}` any
 * text, `{q}` a text between quotation marks, as JSON has it, `{w}` one word, `{n}` a number, `{usd}` an amount without its
 * sign, `{s}` another sentence of these. In the place of it `{0}`, `{1}` and so on name them.
 */
export const engineSentences: Readonly<Record<string, string>> = {};

/** What the engine put into a place, in the language of the page. */
export interface Told {
  /** What stands between quotation marks, given with them. */
  readonly quoted: (text: string) => string;
}

export const told: Told = { quoted: (text) => text };
