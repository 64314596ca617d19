import { ProblemError } from '../../contract/client.ts';
import { engineWords } from '../words/engine.ts';

/** What went wrong, for a person: the engine's own sentence, or that there is no engine. */
export function told(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail;
  if (error instanceof Error && error.name === 'AbortError') return engineWords.stoppedWaiting;
  return engineWords.unreachable;
}

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
