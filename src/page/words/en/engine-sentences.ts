/**
 * Sentences of the engine, and what the page says in their place: nothing, as they are English. Places in them: `{}` any
 * text, `{q}` a text between quotation marks, as JSON has it, `{w}` one word, `{n}` a number, `{usd}` an amount without its sign, `{s}` another sentence of these. In the place of
 * it `{0}`, `{1}` and so on name them.
 */
export const engineSentences: Readonly<Record<string, string>> = {};

/** What the engine put between quotation marks, between those of the language. */
export const quotesTold = (text: string): string => text;
