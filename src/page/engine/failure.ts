import { ProblemError } from '../../contract/client.ts';
import { engineWords } from '#words/engine.ts';
import { errorLeads, errorWords } from '#words/errors.ts';
import { language } from '#words/language.ts';
import { said, type SaysGiven } from './said.ts';

/** A text of which the end is said by the engine, in English. */
interface HalfEnglish {
  readonly lead: string;
  readonly english: string;
  /** What the English is made of; its words were not here yet. */
  readonly says?: readonly SaysGiven[];
}

/** Texts with sentences of the engine that are not data, as in what an earlier version wrote. There are not many. */
const halfEnglish = new Map<string, HalfEnglish>();

/**
 * What went wrong, for a person, in the language of the page; or that there is no engine. A detail that only the engine has
 * words for follows what it is about: `EngineText` draws it as the English that it is.
 */
export function told(error: unknown): string {
  if (error instanceof ProblemError) return problemTold(error.problem);
  if (error instanceof Error && error.name === 'AbortError') return engineWords.stoppedWaiting;
  return engineWords.unreachable;
}

interface Told {
  readonly code: string;
  readonly detail: string;
  readonly says?: readonly SaysGiven[] | undefined;
}

function problemTold({ code, detail, says }: Told): string {
  if (language === 'en') return detail;
  if (says !== undefined) return saidOnceHere(says, detail);
  return errorWords[code] ?? withLead(errorLeads[code] ?? '', detail);
}

/** A sentence of the engine, in the language of the page where it is data. For `EngineText`. */
export function worded(sentence: string, says?: readonly SaysGiven[] | null): string {
  if (language === 'en' || sentence === '') return sentence;
  if (says?.some(({ code }) => code !== 'text')) return saidOnceHere(says, sentence);
  return withLead('', sentence);
}

/** A sentence of the engine within one of the page. For `EngineText`. */
export function around(
  sentence: string,
  say: (words: string) => string,
  says?: readonly SaysGiven[],
): string {
  const words = worded(sentence, says);
  const text = say(words);
  const english = halfEnglish.get(words)?.english;
  if (english !== undefined && text.endsWith(english))
    halfEnglish.set(text, { lead: text.slice(0, -english.length).trimEnd(), english });
  return text;
}

/** What ended or hindered something, by its code, as what the engine says of it. */
export const toldOf = ({ code, error, says }: { readonly error: string } & Omit<Told, 'detail'>): string =>
  problemTold({ code, detail: error, says });

/** The English until the words are here: `EngineText` says it in the language of the page then. */
function saidOnceHere(says: readonly SaysGiven[], english: string): string {
  const words = said(says, english);
  if (words === english) halfEnglish.set(english, { lead: '', english, says });
  return words;
}

function withLead(lead: string, english: string): string {
  const text = lead === '' ? english : `${lead} ${english}`;
  halfEnglish.set(text, { lead, english });
  return text;
}

/**
 * Where in a text of `told` or `worded` the English begins; null if it is all in the language of the page. What was told
 * before the words were here is in the language of the page once they are.
 */
export function englishIn(text: string): HalfEnglish | null {
  const found = halfEnglish.get(text);
  if (found === undefined) return null;
  if (found.says === undefined) return found;
  const words = said(found.says, found.english);
  return words === found.english ? found : { lead: words, english: '' };
}

export const codeOf = (error: unknown): string | null =>
  error instanceof ProblemError ? error.problem.code : null;

export const statusOf = (error: unknown): number | null =>
  error instanceof ProblemError ? error.problem.status : null;

/** What is wrong with which part of the body; empty if that is not why the engine refused. */
export function violationsOf(error: unknown): readonly { readonly path: string; readonly message: string }[] {
  const found = error instanceof ProblemError ? error.problem['violations'] : undefined;
  if (!Array.isArray(found)) return [];
  return (found as { path: string; message: string; says: SaysGiven }[]).map(({ path, message, says }) => ({
    path: path.replace(/^\/body(?=\/)/u, ''),
    message: worded(message, [says]),
  }));
}
