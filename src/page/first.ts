// What the browser loads first: it loads the page in the language of the person, and no other.
import { ensureStorage } from './app/browser-storage.ts';
import { chosenLanguage, type Language } from './app/language.ts';

/** Put in by the build: what each language begins with. */
declare const BUILDS: Readonly<
  Record<Language, { start: string; preloads: readonly string[]; today: readonly string[] }>
>;

ensureStorage();
const language = chosenLanguage();
document.documentElement.lang = language;
const { start, preloads, today } = BUILDS[language];
// Where one begins who was away. All that it needs comes at once, instead of what each file says that it needs.
const isToday = location.hash.startsWith('#/today');
for (const href of isToday ? [...preloads, ...today] : preloads)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
try {
  await import(start);
} catch (error) {
  // A browser keeps in mind that a script did not arrive, until the page is loaded anew.
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type !== 'reload') location.reload();
  else document.getElementById('unloaded')?.removeAttribute('hidden');
  throw error;
}
