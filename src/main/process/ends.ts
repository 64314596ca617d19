import { EXIT } from '../../contract/cli/command.ts';
import { faultFacts, faultLine } from '../../core/kernel/fault.ts';
import { isRefusal } from '../../core/kernel/refusal.ts';
import { isUnusableSetup } from '../unusable-setup.ts';

/** What a command that failed says, and its exit code. */
export const endOf = (error: unknown): { readonly sentence: string; readonly code: number } => ({
  sentence: sentenceFor(error),
  code: exitCodeFor(error),
});

/** A refusal that gets this far comes from the disk, at the start: a running engine answers with problems. */
function exitCodeFor(error: unknown): number {
  if (isUnusableSetup(error) || isRefusal(error)) return EXIT.setup;
  return isProblem(error) || isFileChanged(error) ? EXIT.refused : EXIT.fault;
}

/** Messages written for people, unchanged; for any other error only its class and place. */
const sentenceFor = (error: unknown): string =>
  isUnusableSetup(error) || isProblem(error) || isRefusal(error) || isFileChanged(error)
    ? (error as Error).message
    : `something went wrong inside: ${faultLine(faultFacts(error))}`;

/** By name, so that nothing is loaded to tell. */
const isNamed = (name: string) => (error: unknown) => (error as { name?: unknown } | null)?.name === name;
const isProblem = isNamed('ProblemError');
const isFileChanged = isNamed('FileChanged');
