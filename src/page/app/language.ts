/**
 * The languages of the page, each by its own name. Another one is its name here, a folder beside `words/en` with the same
 * files, and one beside `contract/words/en`, where the compiler names what is missing; the build and the server find them.
 * The terminal's are in `contract/words/of-terminal.ts`. tests/browser/brackets.test.ts shows the page in one that is made
 * up: what stands there without brackets is said in no language's words.
 */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
/** `browser`: the first language of the browser that the page has; English if it has none of them. */
export type LanguageChoice = Language | 'browser';

const KEY = 'svc.language';

const isLanguage = (one: string | null): one is Language => one !== null && Object.hasOwn(LANGUAGES, one);

export function languageChoice(): LanguageChoice {
  const kept = localStorage.getItem(KEY);
  return isLanguage(kept) ? kept : 'browser';
}

/** The language that the page is to be loaded in. */
export function chosenLanguage(): Language {
  const choice = languageChoice();
  if (choice !== 'browser') return choice;
  return navigator.languages.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}

/** Kept in this browser. The page is loaded anew: each language is a build of its own. */
export function chooseLanguage(next: LanguageChoice): void {
  if (next === 'browser') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  location.reload();
}
