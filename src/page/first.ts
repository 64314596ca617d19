// What the browser loads first: it loads the page in the language of the person, and no other.
import { ensureStorage } from './app/browser-storage.ts';
import { chosenLanguage, type Language } from './app/language.ts';

/** Put in by the build: what each language begins with. */
declare const BUILDS: Readonly<Record<Language, { start: string; preloads: readonly string[] }>>;

ensureStorage();
const language = chosenLanguage();
document.documentElement.lang = language;
const { start, preloads } = BUILDS[language];
for (const href of preloads)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
await import(start);
