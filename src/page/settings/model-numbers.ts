// The numbers of a model that are typed in Settings. Nothing here touches the document.
import { settingsWords } from '#words/settings.ts';

const said = settingsWords.profiles;

export type NumberKey = 'context_window' | 'tools_share' | 'price_input_usd' | 'price_output_usd';

/** How much a model takes in and what it costs, as it is typed; empty where the engine decides. */
export type NumberTexts = Readonly<Record<NumberKey, string>>;

export const numberKeys: readonly NumberKey[] = [
  'context_window',
  'tools_share',
  'price_input_usd',
  'price_output_usd',
];
export const numberLabels: NumberTexts = {
  context_window: said.window,
  tools_share: said.share,
  price_input_usd: said.priceInput,
  price_output_usd: said.priceOutput,
};
export const numberHints: NumberTexts = {
  context_window: said.windowHint,
  tools_share: said.shareHint,
  price_input_usd: said.priceHint,
  price_output_usd: said.priceHint,
};

export const shownNumber = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** NaN where it is none. A comma is a point. */
export const numberIn = (text: string): number => Number(text.trim().replace(',', '.'));

/** A count of tokens, also with marks between its thousands. NaN where it is none. */
export const tokensIn = (text: string): number => Number(text.replaceAll(/[\s,._]/gu, ''));

const valueIn = (key: NumberKey, text: string): number =>
  key === 'context_window' ? tokensIn(text) : numberIn(text);

/** Those that are filled in. */
export const numbersIn = (texts: NumberTexts): Partial<Record<NumberKey, number>> =>
  Object.fromEntries(
    numberKeys.flatMap((key) => (texts[key].trim() === '' ? [] : [[key, valueIn(key, texts[key])]])),
  );

/** What differs from the saved ones, as PUT /api/config takes it. */
export const numberChanges = (
  texts: NumberTexts,
  before: Partial<Readonly<Record<NumberKey, number | undefined>>>,
): Partial<Record<NumberKey, number | null>> => {
  const now = numbersIn(texts);
  return Object.fromEntries(
    numberKeys.flatMap((key) => (now[key] === before[key] ? [] : [[key, now[key] ?? null]])),
  );
};

/** What is wrong with a text, by its field. */
export function wrongIn(texts: NumberTexts): Partial<Record<NumberKey, string>> {
  const {
    context_window: tokens = 1_000,
    tools_share: share = 0.5,
    price_input_usd: input = 0,
    price_output_usd: output = 0,
  } = numbersIn(texts);
  return {
    ...(Number.isInteger(tokens) && tokens >= 1_000 && tokens <= 10_000_000
      ? {}
      : { context_window: said.windowWrong }),
    ...(share >= 0.05 && share <= 0.9 ? {} : { tools_share: said.numberWrong }),
    ...(input >= 0 ? {} : { price_input_usd: said.numberWrong }),
    ...(output >= 0 ? {} : { price_output_usd: said.numberWrong }),
  };
}
