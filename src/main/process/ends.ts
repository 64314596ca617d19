import { EXIT } from '../../contract/cli/command.ts';
import { faultFacts, faultLine } from '../../core/kernel/fault.ts';
import { isRefusal } from '../../core/kernel/refusal.ts';
import { isUnusableSetup } from '../unusable-setup.ts';

/** What a command that failed says, and its exit code. */
export const endOf = async (
  error: unknown,
): Promise<{ readonly sentence: string; readonly code: number }> => ({
  sentence: await sentenceFor(error),
  code: exitCodeFor(error),
});

/** A refusal that gets this far comes from the disk, at the start: a running engine answers with problems. */
function exitCodeFor(error: unknown): number {
  if (isUnusableSetup(error) || isRefusal(error)) return EXIT.setup;
  return isProblem(error) || isFileChanged(error) ? EXIT.refused : EXIT.fault;
}

/** Messages written for people, unchanged; for any other error only its class and place. */
async function sentenceFor(error: unknown): Promise<string> {
  if (isRefusal(error)) {
    const { inEnglish } = await import('../../contract/words/english.ts');
    return inEnglish(error.says);
  }
  return isUnusableSetup(error) || isProblem(error) || isFileChanged(error)
    ? (error as Error).message
    : `something went wrong inside: ${faultLine(faultFacts(error))}`;
}

/** By name, so that nothing is loaded to tell. */
const isNamed = (name: string) => (error: unknown) => (error as { name?: unknown } | null)?.name === name;
const isProblem = isNamed('ProblemError');
const isFileChanged = isNamed('FileChanged');
