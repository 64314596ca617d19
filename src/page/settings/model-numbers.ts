// The numbers of a model that are typed in Settings. Nothing here touches the document.
import { settingsWords } from '#words/settings.ts';

const said = settingsWords.profiles;

export type WindowKey = 'context_window' | 'tools_share';

/** How much a model takes in, as it is typed; empty where the engine decides. */
export type WindowTexts = Readonly<Record<WindowKey, string>>;

export const windowKeys: readonly WindowKey[] = ['context_window', 'tools_share'];
export const windowLabels: WindowTexts = { context_window: said.window, tools_share: said.share };
export const windowHints: WindowTexts = { context_window: said.windowHint, tools_share: said.shareHint };

export const shownNumber = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** NaN where it is none. A comma is a point. */
export const numberIn = (text: string): number => Number(text.trim().replace(',', '.'));

/** A count of tokens, also with marks between its thousands. NaN where it is none. */
export const tokensIn = (text: string): number => Number(text.replaceAll(/[\s,._]/gu, ''));

const valueIn = (key: WindowKey, text: string): number =>
  key === 'context_window' ? tokensIn(text) : numberIn(text);

/** Those that are filled in. */
export const windowIn = (texts: WindowTexts): Partial<Record<WindowKey, number>> =>
  Object.fromEntries(
    windowKeys.flatMap((key) => (texts[key].trim() === '' ? [] : [[key, valueIn(key, texts[key])]])),
  );

/** What differs from the saved ones, as PUT /api/config takes it. */
export const windowChanges = (
  texts: WindowTexts,
  before: Partial<Readonly<Record<WindowKey, number | undefined>>>,
): Partial<Record<WindowKey, number | null>> => {
  const now = windowIn(texts);
  return Object.fromEntries(
    windowKeys.flatMap((key) => (now[key] === before[key] ? [] : [[key, now[key] ?? null]])),
  );
};

/** What is wrong with a text, by its field. */
export function wrongIn(texts: WindowTexts): Partial<Record<WindowKey, string>> {
  const { context_window: tokens = 1_000, tools_share: share = 0.5 } = windowIn(texts);
  return {
    ...(Number.isInteger(tokens) && tokens >= 1_000 && tokens <= 10_000_000
      ? {}
      : { context_window: said.windowWrong }),
    ...(share >= 0.05 && share <= 0.9 ? {} : { tools_share: said.numberWrong }),
  };
}
