import { ProblemError } from '../../contract/client.ts';
import { engineWords } from '../words/engine.ts';
import { errorWords } from '../words/errors.ts';
import { language } from '../words/language.ts';

/** Sentences of the engine that the page has no words of its own for. There are not many. */
const ofEngine = new Set<string>();

/** What went wrong, for a person: by its code in the language of the page, else the engine's own sentence; or that there is no engine. */
export function told(error: unknown): string {
  if (error instanceof ProblemError) return errorWords[error.problem.code] ?? inEnglish(error.problem.detail);
  if (error instanceof Error && error.name === 'AbortError') return engineWords.stoppedWaiting;
  return engineWords.unreachable;
}

function inEnglish(detail: string): string {
  if (language !== 'en') ofEngine.add(detail);
  return detail;
}

/** The language of what `told` returned, where it is not that of the page. */
export const languageOf = (text: string): string | undefined => (ofEngine.has(text) ? 'en' : undefined);

export const codeOf = (error: unknown): string | null =>
  error instanceof ProblemError ? error.problem.code : null;

export const statusOf = (error: unknown): number | null =>
  error instanceof ProblemError ? error.problem.status : null;

/** What is wrong with which part of the body; empty if that is not why the engine refused. */
export function violationsOf(error: unknown): readonly { readonly path: string; readonly message: string }[] {
  const found = error instanceof ProblemError ? error.problem['violations'] : undefined;
  if (!Array.isArray(found)) return [];
  return (found as { path: string; message: string }[]).map(({ path, message }) => ({
    path: path.replace(/^\/body(?=\/)/u, ''),
    message,
  }));
}
